// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::{text, DeviceType};
use nowplaying_sys as sys;
use std::ffi::CString;

/// A device on which a [remote session](crate::App::remote_session) plays: a value, to keep and compare.
///
/// ```
/// use nowplaying::{Device, DeviceType};
///
/// let television = Device::new("tv-7", "Living Room").device_type(DeviceType::Tv).volume(0.4).can_step(true);
/// # assert_eq!(television, television.clone());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Device {
    id: CString,
    name: CString,
    device_type: DeviceType,
    volume: Option<f64>,
    can_step: bool,
}

impl Device {
    /// A speaker without a volume. The id names the device, the same in every session that plays there; the name is
    /// what people see, "Kitchen".
    pub fn new(id: &str, name: &str) -> Self {
        let (id, name) = (text::to_c(id), text::to_c(name));
        Device { id, name, device_type: DeviceType::Speaker, volume: None, can_step: false }
    }

    /// Sets the kind of the device.
    pub fn device_type(self, device_type: DeviceType) -> Self {
        Device { device_type, ..self }
    }

    /// Sets the volume, 0.0 to 1.0, clamped; `None`: the device has none that can be set.
    pub fn volume(self, volume: impl Into<Option<f64>>) -> Self {
        Device { volume: volume.into(), ..self }
    }

    /// Whether it can be made louder and quieter: see [`on_device_step`](crate::SessionBuilder::on_device_step).
    pub fn can_step(self, can_step: bool) -> Self {
        Device { can_step, ..self }
    }

    /// Returns the C description, which borrows from `self`.
    pub(crate) fn to_c(&self) -> sys::nowplaying_device {
        sys::nowplaying_device {
            id: self.id.as_ptr(),
            name: self.name.as_ptr(),
            volume: self.volume.unwrap_or(-1.0),
            type_: self.device_type.into(),
            can_step: self.can_step.into(),
            ..sys::NOWPLAYING_DEVICE_INIT
        }
    }
}
