// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The enumerations. A newer library may send a value that is not listed: it becomes `Unknown` and is carried.

/// Declares an enumeration over C constants, open at its end.
#[doc(hidden)]
#[macro_export]
macro_rules! enumeration {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $case:ident = $constant:ident,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$doc])* $case,)+
            /// A value of a newer library.
            Unknown(i32),
        }

        impl From<i32> for $name {
            fn from(value: i32) -> Self {
                match value {
                    $($crate::sys::$constant => Self::$case,)+
                    other => Self::Unknown(other),
                }
            }
        }

        impl From<$name> for i32 {
            fn from(value: $name) -> i32 {
                match value {
                    $($name::$case => $crate::sys::$constant,)+
                    $name::Unknown(other) => other,
                }
            }
        }
    };
}

enumeration! {
    /// The kind of an error.
    Status {
        /// An argument is out of range or not a value of its enumeration.
        InvalidArgument = NOWPLAYING_ERROR_INVALID_ARGUMENT,
        /// Never seen through this crate, unless it has a mistake.
        InvalidHandle = NOWPLAYING_ERROR_INVALID_HANDLE,
        /// The call does not fit the present state, for instance because the app was dropped.
        InvalidState = NOWPLAYING_ERROR_INVALID_STATE,
        /// The request has been answered already; this answer had no effect.
        AlreadyAnswered = NOWPLAYING_ERROR_ALREADY_ANSWERED,
        /// The subject of the request is gone: the session was dropped or the content replaced.
        Cancelled = NOWPLAYING_ERROR_CANCELLED,
        /// The request was not answered in time.
        TimedOut = NOWPLAYING_ERROR_TIMED_OUT,
        /// The player or the library does not support this.
        NotSupported = NOWPLAYING_ERROR_NOT_SUPPORTED,
        /// The bus or the sandbox does not permit this.
        NotPermitted = NOWPLAYING_ERROR_NOT_PERMITTED,
        /// There is no session bus at present.
        NoBus = NOWPLAYING_ERROR_NO_BUS,
        /// The player tried to carry the command out and failed.
        CommandFailed = NOWPLAYING_ERROR_COMMAND_FAILED,
        /// The item that the command asks for does not exist.
        NoSuchContent = NOWPLAYING_ERROR_NO_SUCH_CONTENT,
        /// The data is larger than the limit.
        TooLarge = NOWPLAYING_ERROR_TOO_LARGE,
        /// The data is not a PNG, JPEG, WebP or GIF image.
        NotAnImage = NOWPLAYING_ERROR_NOT_AN_IMAGE,
        /// A file could not be read or written.
        Io = NOWPLAYING_ERROR_IO,
        /// The object was made before `fork()` and belongs to the parent process.
        Forked = NOWPLAYING_ERROR_FORKED,
        /// Another thread, or a caller further up this thread's stack, is dispatching this app.
        Busy = NOWPLAYING_ERROR_BUSY,
        /// The system refused a thread, a file descriptor or memory.
        System = NOWPLAYING_ERROR_SYSTEM,
        /// The address is not one of this computer, and the library fetches nothing.
        NotLocal = NOWPLAYING_ERROR_NOT_LOCAL,
        /// The data is not an MP4, QuickTime or WebM video.
        NotAVideo = NOWPLAYING_ERROR_NOT_A_VIDEO,
        /// The picture or video is of another aspect ratio, by more than 1 %.
        WrongAspectRatio = NOWPLAYING_ERROR_WRONG_ASPECT_RATIO,
        /// The video has more than 60 frames a second.
        FrameRate = NOWPLAYING_ERROR_FRAME_RATE,
    }
}

enumeration! {
    /// How important a log line is.
    LogLevel {
        /// Something failed.
        Error = NOWPLAYING_LOG_ERROR,
        /// Something is wrong, and the library goes on.
        Warning = NOWPLAYING_LOG_WARNING,
        /// Something that happens rarely.
        Info = NOWPLAYING_LOG_INFO,
        /// For those who look for a bug.
        Debug = NOWPLAYING_LOG_DEBUG,
    }
}

enumeration! {
    /// Whether the desktop can be reached.
    BusState {
        /// There is no bus; the library waits for one.
        None = NOWPLAYING_BUS_NONE,
        /// Connected, but the app has no name: nothing is shown.
        Connected = NOWPLAYING_BUS_CONNECTED,
        /// Connected and shown by its MPRIS name.
        Published = NOWPLAYING_BUS_PUBLISHED,
    }
}

enumeration! {
    /// Audio or video.
    MediaType {
        /// Only sound.
        Audio = NOWPLAYING_MEDIA_AUDIO,
        /// Pictures and sound.
        Video = NOWPLAYING_MEDIA_VIDEO,
    }
}

enumeration! {
    /// The shape of an animated artwork.
    AspectRatio {
        /// 1:1.
        Square = NOWPLAYING_ASPECT_RATIO_SQUARE,
        /// 3:4.
        Tall = NOWPLAYING_ASPECT_RATIO_TALL,
    }
}

enumeration! {
    /// The kind of a device.
    DeviceType {
        /// A speaker, or an amplifier.
        Speaker = NOWPLAYING_DEVICE_SPEAKER,
        /// A television.
        Tv = NOWPLAYING_DEVICE_TV,
        /// A box beside a television.
        SetTopBox = NOWPLAYING_DEVICE_SET_TOP_BOX,
        /// A stick in a television.
        MediaStick = NOWPLAYING_DEVICE_MEDIA_STICK,
        /// A gaming console.
        GamingConsole = NOWPLAYING_DEVICE_GAMING_CONSOLE,
        /// A phone.
        Phone = NOWPLAYING_DEVICE_PHONE,
        /// A tablet.
        Tablet = NOWPLAYING_DEVICE_TABLET,
        /// A laptop.
        Laptop = NOWPLAYING_DEVICE_LAPTOP,
        /// Another desktop computer.
        Desktop = NOWPLAYING_DEVICE_DESKTOP,
        /// A watch, or glasses.
        Wearable = NOWPLAYING_DEVICE_WEARABLE,
        /// A car.
        Car = NOWPLAYING_DEVICE_CAR,
        /// A page in a browser.
        Web = NOWPLAYING_DEVICE_WEB,
    }
}

enumeration! {
    /// Whether it plays.
    PlaybackState {
        /// Stopped.
        Stopped = NOWPLAYING_STATE_STOPPED,
        /// Plays.
        Playing = NOWPLAYING_STATE_PLAYING,
        /// Paused by the user.
        Paused = NOWPLAYING_STATE_PAUSED,
        /// Wants to play, waits for data.
        Buffering = NOWPLAYING_STATE_BUFFERING,
        /// Paused by something else than the user.
        Interrupted = NOWPLAYING_STATE_INTERRUPTED,
        /// Cannot play, and does not by itself: its snapshot has the cause.
        Error = NOWPLAYING_STATE_ERROR,
    }
}

enumeration! {
    /// A command that a desktop can give to a player.
    CommandKind {
        /// Play.
        Play = NOWPLAYING_COMMAND_PLAY,
        /// Pause.
        Pause = NOWPLAYING_COMMAND_PAUSE,
        /// Stop.
        Stop = NOWPLAYING_COMMAND_STOP,
        /// Play when not playing, else pause.
        TogglePlayPause = NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE,
        /// Go to the next item.
        Next = NOWPLAYING_COMMAND_NEXT,
        /// Go to the previous item.
        Previous = NOWPLAYING_COMMAND_PREVIOUS,
        /// Go to a position.
        SeekToPosition = NOWPLAYING_COMMAND_SEEK_TO_POSITION,
        /// Go forward by an interval.
        SkipForward = NOWPLAYING_COMMAND_SKIP_FORWARD,
        /// Go back by an interval.
        SkipBackward = NOWPLAYING_COMMAND_SKIP_BACKWARD,
        /// Fast forward while a button is held.
        SeekForward = NOWPLAYING_COMMAND_SEEK_FORWARD,
        /// Rewind while a button is held.
        SeekBackward = NOWPLAYING_COMMAND_SEEK_BACKWARD,
        /// Change the speed.
        ChangeRate = NOWPLAYING_COMMAND_CHANGE_RATE,
        /// Change what repeats.
        ChangeRepeatMode = NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE,
        /// Change the order.
        ChangeShuffleMode = NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE,
        /// Like, dislike, or neither.
        Feedback = NOWPLAYING_COMMAND_FEEDBACK,
        /// Go to the next chapter.
        NextChapter = NOWPLAYING_COMMAND_NEXT_CHAPTER,
        /// Go to the previous chapter.
        PreviousChapter = NOWPLAYING_COMMAND_PREVIOUS_CHAPTER,
        /// Go to what is broadcast at this moment.
        SeekToLive = NOWPLAYING_COMMAND_SEEK_TO_LIVE,
        /// Rate the item.
        SetRating = NOWPLAYING_COMMAND_SET_RATING,
        /// Put a bookmark at the position, or take it away.
        Bookmark = NOWPLAYING_COMMAND_BOOKMARK,
        /// Mute, or cease to.
        Mute = NOWPLAYING_COMMAND_MUTE,
        /// A button of the player's own.
        Custom = NOWPLAYING_COMMAND_CUSTOM,
    }
}

enumeration! {
    /// The part of the queue that repeats.
    RepeatMode {
        /// Nothing.
        Off = NOWPLAYING_REPEAT_OFF,
        /// The item.
        One = NOWPLAYING_REPEAT_ONE,
        /// The queue.
        All = NOWPLAYING_REPEAT_ALL,
    }
}

enumeration! {
    /// The part of the queue that is shuffled.
    ShuffleMode {
        /// Nothing.
        Off = NOWPLAYING_SHUFFLE_OFF,
        /// The items.
        Items = NOWPLAYING_SHUFFLE_ITEMS,
        /// The albums or shows, each in its own order.
        Collections = NOWPLAYING_SHUFFLE_COLLECTIONS,
    }
}

enumeration! {
    /// The user's opinion of the item.
    Feedback {
        /// Nothing.
        Neutral = NOWPLAYING_FEEDBACK_NEUTRAL,
        /// Likes it.
        Positive = NOWPLAYING_FEEDBACK_POSITIVE,
        /// Dislikes it.
        Negative = NOWPLAYING_FEEDBACK_NEGATIVE,
    }
}

enumeration! {
    /// Where a held button is.
    Phase {
        /// Pressed.
        Begin = NOWPLAYING_PHASE_BEGIN,
        /// Released.
        End = NOWPLAYING_PHASE_END,
    }
}

enumeration! {
    /// Another player came or went.
    Interruption {
        /// Another player took over: pause, and commit [`PlaybackState::Interrupted`].
        Began = NOWPLAYING_INTERRUPTION_BEGAN,
        /// The other player is gone: you may resume.
        Ended = NOWPLAYING_INTERRUPTION_ENDED,
    }
}

enumeration! {
    /// Where a surface that has few places shows a command.
    Slot {
        /// Where the surface likes.
        Any = NOWPLAYING_SLOT_ANY,
        /// In the middle, where people look for play and pause.
        Central = NOWPLAYING_SLOT_CENTRAL,
        /// Left of it, where people look for what goes back.
        Back = NOWPLAYING_SLOT_BACK,
        /// Right of it, where people look for what goes on.
        Forward = NOWPLAYING_SLOT_FORWARD,
        /// Farther on the side of [`Back`](Slot::Back).
        BackSecondary = NOWPLAYING_SLOT_BACK_SECONDARY,
        /// Farther on the side of [`Forward`](Slot::Forward).
        ForwardSecondary = NOWPLAYING_SLOT_FORWARD_SECONDARY,
        /// In a menu with what is needed seldom.
        Overflow = NOWPLAYING_SLOT_OVERFLOW,
    }
}

enumeration! {
    /// The cause of an error, by which surfaces choose what to offer.
    ErrorKind {
        /// Another cause, or an unknown one.
        Other = NOWPLAYING_ERROR_KIND_OTHER,
        /// The network or the server cannot be reached.
        Network = NOWPLAYING_ERROR_KIND_NETWORK,
        /// The user has to sign in, or to pay.
        SignIn = NOWPLAYING_ERROR_KIND_SIGN_IN,
        /// The item is not to be played in this region.
        Region = NOWPLAYING_ERROR_KIND_REGION,
        /// The format is not one that the player plays.
        Format = NOWPLAYING_ERROR_KIND_FORMAT,
        /// The item is not there: a file that was removed, an item that was withdrawn.
        NotAvailable = NOWPLAYING_ERROR_KIND_NOT_AVAILABLE,
    }
}

enumeration! {
    /// The kind of a track: one of each plays at a time, or none of the last two.
    TrackKind {
        /// A sound track.
        Audio = NOWPLAYING_TRACK_AUDIO,
        /// The words that are spoken, in another language.
        Subtitles = NOWPLAYING_TRACK_SUBTITLES,
        /// The words and sounds, for those who do not hear them.
        Captions = NOWPLAYING_TRACK_CAPTIONS,
    }
}
