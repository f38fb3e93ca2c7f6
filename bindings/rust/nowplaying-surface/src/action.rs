// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::shared::Shared;
use crate::{text, Error, Result, Status};
use nowplaying_sys as sys;
use nowplaying_values::panic::catch;
use std::fmt;
use std::future::Future;
use std::mem::take;
use std::os::raw::c_void;
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// A request to a player: a command, a volume, a picture. The function that returns an action has already begun it. An
/// action may be awaited in any runtime and on any thread, even if its surface is [polled](crate::Surface::polled): the
/// surface wakes the task. Without a runtime [`wait`](Action::wait) for it, or look by [`try_wait`](Action::try_wait).
///
/// An action that is dropped is cancelled: nothing waits for the answer any more, but the player may carry it out all
/// the same. [`detach`](Action::detach) it if you do not want to know its result.
///
/// ```no_run
/// use nowplaying_surface::{Command, Session, Status};
///
/// async fn like(session: &Session) -> nowplaying_surface::Result<()> {
///     match session.send(Command::Feedback(nowplaying_surface::Feedback::Positive)).await {
///         Err(error) if error.status() == Status::NoSuchContent => Ok(()), // the next song plays already
///         result => result,
///     }
/// }
///
/// fn button_was_pressed(session: &Session) {
///     session.send(Command::TogglePlayPause).detach();
/// }
/// ```
#[must_use = "an action that is dropped is cancelled: await it, wait() for it, or detach() it"]
pub struct Action<T> {
    answer: Arc<Answer<T>>,
    shared: Arc<Shared>,
    /// The library's number of the action; 0 for none.
    number: sys::nowplaying_surface_action,
}

/// The place where the result arrives.
pub(crate) struct Answer<T> {
    state: Mutex<State<T>>,
    arrived: Condvar,
}

enum State<T> {
    Waiting(Option<Waker>),
    Arrived(Result<T>),
    Taken,
}

/// A value in the library's results.
pub trait Outcome: Sized + Send + 'static {
    /// Copies what a result of OK has.
    ///
    /// # Safety
    /// The result is that of a callback that is running.
    unsafe fn of(result: &sys::nowplaying_surface_result) -> Result<Self>;
}

impl Outcome for () {
    unsafe fn of(_: &sys::nowplaying_surface_result) -> Result<Self> {
        Ok(())
    }
}

impl<T> Answer<T> {
    fn new() -> Arc<Self> {
        Arc::new(Answer { state: Mutex::new(State::Waiting(None)), arrived: Condvar::new() })
    }

    fn locked(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores the result if there is none yet, and wakes the waiting task or thread.
    pub(crate) fn give(&self, result: Result<T>) {
        let mut state = self.locked();
        if let State::Waiting(waker) = &mut *state {
            let waker = take(waker);
            *state = State::Arrived(result);
            drop(state);
            self.arrived.notify_all();
            // Waking runs code of the program, which may panic.
            let _ = catch(|| waker.map(Waker::wake));
        }
    }

    fn has_arrived(&self) -> bool {
        !matches!(&*self.locked(), State::Waiting(_))
    }
}

impl<T> State<T> {
    /// Returns the result, if there is one.
    fn take(&mut self) -> Option<Result<T>> {
        match self {
            State::Waiting(_) => None,
            State::Arrived(_) => match std::mem::replace(self, State::Taken) {
                State::Arrived(result) => Some(result),
                _ => None,
            },
            State::Taken => Some(Err(Error::new(Status::AlreadyAnswered, "the answer was taken before"))),
        }
    }
}

impl<T: Outcome> Action<T> {
    /// Begins an action with a function of the library, which gets `done`, its user_data and a place for the number.
    pub(crate) fn begin(
        shared: &Arc<Shared>,
        function: impl FnOnce(
            *mut sys::nowplaying_surface,
            sys::nowplaying_surface_done,
            *mut c_void,
            *mut sys::nowplaying_surface_action,
        ) -> sys::nowplaying_status,
    ) -> Self {
        let mut action = Action { answer: Answer::new(), shared: shared.clone(), number: 0 };
        let context = Box::into_raw(Box::new((action.answer.clone(), shared.clone())));
        let mut number = 0;
        if let Err(error) = shared.call(|surface| function(surface, Some(done::<T>), context.cast(), &mut number)) {
            // The action was not begun, so that `done` is never called.
            drop(unsafe { Box::from_raw(context) });
            action.answer.give(Err(error));
        }
        action.number = number;
        action
    }
}

impl<T> Action<T> {
    /// Waits for the answer. As long as the surface is served, the library makes sure that there is one: after
    /// [`limits::REQUEST_TIME`](crate::limits), for instance, the action fails.
    ///
    /// # Errors
    /// The errors of the function that has begun the action. [`Status::Busy`] in a closure of the surface, and on the
    /// thread of a surface that is [polled](crate::Surface::polled): they would wait for themselves, and the action is
    /// cancelled. [`Status::Cancelled`]: the surface was dropped.
    pub fn wait(self) -> Result<T> {
        let mut state = self.answer.locked();
        loop {
            if let Some(result) = state.take() {
                return result;
            }
            self.shared.may_wait()?;
            state = self.answer.arrived.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Returns the result if there is one, and only once. Never waits.
    pub fn try_wait(&mut self) -> Option<Result<T>> {
        self.answer.locked().take()
    }

    /// Lets the action go on without waiting for its result.
    pub fn detach(mut self) {
        self.number = 0;
    }
}

impl Action<()> {
    /// Returns an action that ends when all players have answered that were there when the surface connected.
    pub(crate) fn listed(shared: &Arc<Shared>) -> Self {
        let action = Action { answer: Answer::new(), shared: shared.clone(), number: 0 };
        shared.answer_listed(&action.answer);
        action
    }
}

impl<T> Future for Action<T> {
    type Output = Result<T>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<T>> {
        let mut state = self.answer.locked();
        if let Some(result) = state.take() {
            return Poll::Ready(result);
        }
        let last = std::mem::replace(&mut *state, State::Waiting(Some(context.waker().clone())));
        drop(state);
        // Dropping a waker runs code of the program, which must not find the lock taken.
        drop(last);
        Poll::Pending
    }
}

impl<T> Drop for Action<T> {
    fn drop(&mut self) {
        if self.number != 0 && !self.answer.has_arrived() {
            let number = self.number;
            // If the surface was dropped, it has cancelled the action already.
            let _ = self.shared.call(|surface| unsafe { sys::nowplaying_surface_cancel(surface, number) });
        }
    }
}

impl<T> fmt::Debug for Action<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Action").field("has_arrived", &self.answer.has_arrived()).finish_non_exhaustive()
    }
}

/// Called by the library exactly once for each action that was begun.
unsafe extern "C" fn done<T: Outcome>(
    _: *mut sys::nowplaying_surface,
    result: *const sys::nowplaying_surface_result,
    user_data: *mut c_void,
) {
    let context = unsafe { Box::from_raw(user_data.cast::<(Arc<Answer<T>>, Arc<Shared>)>()) };
    let (answer, shared) = &*context;
    let outcome = match unsafe { result.as_ref() } {
        None => Err(Error::broken_contract()),
        Some(result) if result.status >= 0 => unsafe { T::of(result) },
        Some(result) => Err(Error::new(result.status.into(), text::from_c(result.message))),
    };
    shared.calling(|| answer.give(outcome));
}
