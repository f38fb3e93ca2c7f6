// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::shared::Shared;
use crate::{Changed, Session};
use nowplaying_values::panic::catch;
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::future::Future;
use std::mem::take;
use std::pin::Pin;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

/// A change of a surface: a session was added, has changed or was removed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Change {
    /// There is a new entry.
    Added(Session),
    /// An entry has changed: its new state, and the parts that have changed.
    Changed(Session, Changed),
    /// An entry has gone: its last state.
    Removed(Session),
}

impl Change {
    /// The session's new state; for one that is gone, its last.
    pub fn session(&self) -> &Session {
        match self {
            Change::Added(session) | Change::Changed(session, _) | Change::Removed(session) => session,
        }
    }
}

/// The changes of a surface, one after the other, by [`Surface::changes`](crate::Surface::changes): first a change
/// `Added` for each session that is there, then each change, until the surface is dropped. Changes of a session that
/// the reader has not read yet are merged into one, so that a slow reader never reads outdated changes, and never has
/// more to read than there are sessions.
///
/// Changes may be read in any runtime, on any thread: [`next`](Changes::next) is a future. One line makes a `Stream` of
/// them, `futures_util::stream::poll_fn(move |context| changes.poll_next(context))`; this crate itself depends on no
/// crate for that. Without a runtime `for change in changes` waits for each change,
/// [`next_timeout`](Changes::next_timeout) waits for a while, and [`try_next`](Changes::try_next) never waits.
///
/// ```no_run
/// use nowplaying_surface::{Change, Surface};
///
/// async fn draw(surface: &Surface) -> nowplaying_surface::Result<()> {
///     let mut changes = surface.changes()?;
///     while let Some(change) = changes.next().await {
///         match change {
///             Change::Removed(session) => println!("{} has gone", session.display_name()),
///             change => println!("{}", change.session().display_name()),
///         }
///     }
///     Ok(())
/// }
/// ```
pub struct Changes {
    feed: Arc<Feed>,
    shared: Arc<Shared>,
}

/// The changes for one reader.
pub(crate) struct Feed {
    state: Mutex<State>,
    came: Condvar,
}

#[derive(Default)]
struct State {
    /// The sessions that the reader knows, by key.
    known: HashMap<String, Session>,
    /// The changes that the reader has not read: the newest session, `None` for one that is gone, and what has changed.
    news: HashMap<String, (Option<Session>, Changed)>,
    /// The keys of `news`, the oldest first.
    order: VecDeque<String>,
    waker: Option<Waker>,
    has_ended: bool,
}

impl Feed {
    fn locked(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes the newest state of a session, or that it is gone.
    pub(crate) fn put(&self, key: &str, session: Option<&Session>, changed: Changed) {
        let mut state = self.locked();
        match state.news.get_mut(key) {
            Some((last, parts)) => {
                *last = session.cloned();
                *parts |= changed;
            }
            None => {
                state.news.insert(key.to_string(), (session.cloned(), changed));
                state.order.push_back(key.to_string());
            }
        }
        self.wake(state);
    }

    /// Ends the changes: nothing more will come.
    pub(crate) fn end(&self) {
        let mut state = self.locked();
        state.has_ended = true;
        self.wake(state);
    }

    fn wake(&self, mut state: MutexGuard<'_, State>) {
        let waker = take(&mut state.waker);
        drop(state);
        self.came.notify_all();
        // Waking runs code of the program, which may panic.
        let _ = catch(|| waker.map(Waker::wake));
    }
}

impl State {
    /// Returns the next change, `Ready(None)` at the end.
    fn take(&mut self) -> Poll<Option<Change>> {
        while let (false, Some(key)) = (self.has_ended, self.order.pop_front()) {
            let (session, changed) = match self.news.remove(&key) {
                Some(news) => news,
                None => continue,
            };
            let last = self.known.remove(&key);
            let change = match (session, last) {
                (Some(session), last) => {
                    self.known.insert(key, session.clone());
                    if last.is_some() {
                        Change::Changed(session, changed)
                    } else {
                        Change::Added(session)
                    }
                }
                (None, Some(last)) => Change::Removed(last),
                (None, None) => continue,
            };
            return Poll::Ready(Some(change));
        }
        if self.has_ended {
            return Poll::Ready(None);
        }
        Poll::Pending
    }
}

impl Changes {
    pub(crate) fn new(shared: &Arc<Shared>) -> Self {
        let feed = Arc::new(Feed { state: Mutex::new(State::default()), came: Condvar::new() });
        shared.add_feed(&feed);
        Changes { feed, shared: shared.clone() }
    }

    /// Notes a session that exists already, unless more is known of it.
    pub(crate) fn begin(&self, session: Session) {
        let key = session.key().to_string();
        let mut state = self.feed.locked();
        if !state.news.contains_key(&key) {
            state.news.insert(key.clone(), (Some(session), Changed::default()));
            state.order.push_back(key);
        }
    }

    /// Polls for the next change, as a `Stream` does; `Ready(None)` when the surface was dropped. The waker is woken
    /// once, when there is a change.
    pub fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Change>> {
        let mut state = self.feed.locked();
        let next = state.take();
        let last = match next {
            Poll::Pending => state.waker.replace(context.waker().clone()),
            Poll::Ready(_) => None,
        };
        drop(state);
        // Dropping a waker runs code of the program, which must not find the lock taken.
        drop(last);
        next
    }

    /// Returns a future of the next change; of `None` when the surface was dropped. No change is lost by dropping the
    /// future.
    #[allow(clippy::should_implement_trait)] // It is what `StreamExt::next` is. The iterator is `into_iter`.
    pub fn next(&mut self) -> Next<'_> {
        Next { changes: self }
    }

    /// The next change if there is one now; never waits.
    pub fn try_next(&mut self) -> Option<Change> {
        match self.feed.locked().take() {
            Poll::Ready(change) => change,
            Poll::Pending => None,
        }
    }

    /// Waits for the next change, at most for a while, on a thread that may wait: for a program that also has to act
    /// when nothing changes, as when half of a song is over.
    ///
    /// # Errors
    /// `Timeout` when nothing has changed. `Disconnected` when the surface was dropped, and on a thread that would wait
    /// for itself, on which the iterator ends too.
    pub fn next_timeout(&mut self, timeout: Duration) -> Result<Change, RecvTimeoutError> {
        // A timeout beyond the range of the clock means no timeout.
        let end = Instant::now().checked_add(timeout);
        let mut state = self.feed.locked();
        loop {
            if let Poll::Ready(change) = state.take() {
                return change.ok_or(RecvTimeoutError::Disconnected);
            }
            self.shared.may_wait().map_err(|_| RecvTimeoutError::Disconnected)?;
            let left = match end {
                Some(end) => end.saturating_duration_since(Instant::now()),
                None => Duration::MAX,
            };
            if left.is_zero() {
                return Err(RecvTimeoutError::Timeout);
            }
            state = match end {
                Some(_) => self.feed.came.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0,
                None => self.feed.came.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

impl fmt::Debug for Changes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Changes").field("unread", &self.feed.locked().order.len()).finish_non_exhaustive()
    }
}

/// The future of [`Changes::next`].
#[derive(Debug)]
#[must_use = "futures do nothing unless they are awaited"]
pub struct Next<'a> {
    changes: &'a mut Changes,
}

impl Future for Next<'_> {
    type Output = Option<Change>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Change>> {
        self.changes.poll_next(context)
    }
}

/// Waits for each change, on a thread that may wait. It ends when the surface was dropped, and at once on a thread that
/// would wait for itself: in a closure of the surface, and on the thread of one that is
/// [polled](crate::Surface::polled).
impl IntoIterator for Changes {
    type Item = Change;
    type IntoIter = Waiting;

    fn into_iter(self) -> Waiting {
        Waiting { changes: self }
    }
}

/// The iterator of [`Changes`], which waits.
#[derive(Debug)]
pub struct Waiting {
    changes: Changes,
}

impl Iterator for Waiting {
    type Item = Change;

    fn next(&mut self) -> Option<Change> {
        let feed = &self.changes.feed;
        let mut state = feed.locked();
        loop {
            if let Poll::Ready(change) = state.take() {
                return change;
            }
            self.changes.shared.may_wait().ok()?;
            state = feed.came.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
