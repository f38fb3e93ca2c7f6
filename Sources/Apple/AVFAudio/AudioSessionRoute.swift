// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

extension AVAudioSession {
  /// A kind of input or output.
  public struct Port: RawRepresentable, Hashable, Sendable {
    /// The kind's name.
    public let rawValue: String
    /// Creates a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A telephone that is used as a microphone.
    public static let continuityMicrophone = Port(rawValue: "ContinuityMicrophone")
    /// A line input.
    public static let lineIn = Port(rawValue: "LineIn")
    /// The built-in microphone.
    public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
    /// The microphone of a wired headset.
    public static let headsetMic = Port(rawValue: "MicrophoneWired")
    /// A line output.
    public static let lineOut = Port(rawValue: "LineOut")
    /// Wired headphones.
    public static let headphones = Port(rawValue: "Headphones")
    /// A Bluetooth output for music.
    public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
    /// The loudspeaker that is held to an ear.
    public static let builtInReceiver = Port(rawValue: "Receiver")
    /// The built-in loudspeaker.
    public static let builtInSpeaker = Port(rawValue: "Speaker")
    /// An HDMI output.
    public static let HDMI = Port(rawValue: "HDMIOutput")
    /// An AirPlay device.
    public static let airPlay = Port(rawValue: "AirPlay")
    /// A Bluetooth Low Energy output.
    public static let bluetoothLE = Port(rawValue: "BluetoothLE")
    /// A Bluetooth headset for calls.
    public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
    /// A USB device.
    public static let usbAudio = Port(rawValue: "USBAudio")
    /// The audio system of a car.
    public static let carAudio = Port(rawValue: "CarAudio")
    /// A device that is no hardware.
    public static let virtual = Port(rawValue: "Virtual")
    /// A PCI card.
    public static let PCI = Port(rawValue: "PCI")
    /// A FireWire device.
    public static let fireWire = Port(rawValue: "FireWire")
    /// A DisplayPort output.
    public static let displayPort = Port(rawValue: "DisplayPort")
    /// A device on a network of Audio Video Bridging.
    public static let AVB = Port(rawValue: "AVB")
    /// A Thunderbolt device.
    public static let thunderbolt = Port(rawValue: "Thunderbolt")
  }

  /// An output that `overrideOutputAudioPort(_:)` is to use in place of the usual one.
  public enum PortOverride: UInt, Sendable {
    /// The usual output.
    case none = 0
    /// The built-in loudspeaker.
    case speaker = 0x7370_6B72
  }

  /// How a program's sound may be routed.
  public enum RouteSharingPolicy: UInt, Sendable {
    /// As the sound of all programs is routed.
    case `default` = 0
    /// Plays to the device on which other programs play music, podcasts or audiobooks.
    case longFormAudio = 1
    /// Plays to the device that the program itself chooses.
    case independent = 2
    /// Plays to the device on which other programs play films.
    case longFormVideo = 3
  }

  /// Why the route has changed: the number under `AVAudioSessionRouteChangeReasonKey`.
  public enum RouteChangeReason: UInt, Sendable {
    /// The reason is not known.
    case unknown = 0
    /// A device has come.
    case newDeviceAvailable = 1
    /// A device has gone: headphones were pulled out.
    case oldDeviceUnavailable = 2
    /// The category has changed.
    case categoryChange = 3
    /// The program has chosen another output.
    case `override` = 4
    /// The machine has woken up.
    case wakeFromSleep = 6
    /// There is no route for the category.
    case noSuitableRouteForCategory = 7
    /// A device of the route is set up in another way.
    case routeConfigurationChange = 8
  }

  /// Whether secondary sound is to be silent: the number under `AVAudioSessionSilenceSecondaryAudioHintTypeKey`.
  public enum SilenceSecondaryAudioHintType: UInt, Sendable {
    /// Secondary sound need not be silent any more.
    case end = 0
    /// Secondary sound is to be silent from now on.
    case begin = 1
  }
}

/// One input or output.
open class AVAudioSessionPortDescription: NSObject {
  private let port: (type: AVAudioSession.Port, name: String, uid: String)

  init(type: AVAudioSession.Port, name: String, uid: String) { port = (type, name, uid) }

  /// The kind of the input or output.
  open var portType: AVAudioSession.Port { port.type }
  /// The name of the input or output, for people.
  open var portName: String { port.name }
  /// The name of the input or output, for programs.
  open var uid: String { port.uid }
}

/// The inputs and outputs that a program's sound goes through.
open class AVAudioSessionRouteDescription: NSObject {
  /// Always empty: no inputs are known here.
  open var inputs: [AVAudioSessionPortDescription] { [] }
  /// Always empty: no outputs are known here.
  open var outputs: [AVAudioSessionPortDescription] { [] }
}

/// The key of a route change's reason: the raw value of an `AVAudioSession.RouteChangeReason`, a UInt.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// The key of the route before the change, an `AVAudioSessionRouteDescription`.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
/// The key of a hint's type: the raw value of an `AVAudioSession.SilenceSecondaryAudioHintType`, a UInt.
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey = "AVAudioSessionSilenceSecondaryAudioHintTypeKey"
