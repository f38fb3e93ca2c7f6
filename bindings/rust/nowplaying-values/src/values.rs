// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Made by nowplaying-sys/generate from include/nowplaying/nowplaying.abi.json. Do not edit.

//! The enumerations.

use crate::enumeration;

enumeration! {
    /// How important a line of the log is.
    LogLevel {
        /// Something does not work, and will not work without help.
        Error = NOWPLAYING_LOG_ERROR,
        /// Something is wrong, for instance a client bug; the library goes on.
        Warning = NOWPLAYING_LOG_WARNING,
        /// Rare events: the bus came or went, a name was granted.
        Info = NOWPLAYING_LOG_INFO,
        /// Every decision of the library.
        Debug = NOWPLAYING_LOG_DEBUG,
    }
}

enumeration! {
    /// The kind of an error.
    Status {
        /// An argument is NULL, out of range, or not a value of its enumeration.
        InvalidArgument = NOWPLAYING_ERROR_INVALID_ARGUMENT,
        /// The handle is NULL, misaligned, of another kind, or freed.
        InvalidHandle = NOWPLAYING_ERROR_INVALID_HANDLE,
        /// The call does not fit the present state of the object.
        InvalidState = NOWPLAYING_ERROR_INVALID_STATE,
        /// The request has been answered already; this answer had no effect.
        AlreadyAnswered = NOWPLAYING_ERROR_ALREADY_ANSWERED,
        /// The session or item of the request has gone: the app or the session was freed, or the content whose artwork
        /// was asked for is shown no longer.
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
        /// Another thread is dispatching this app, or this thread is, further up its stack.
        Busy = NOWPLAYING_ERROR_BUSY,
        /// The system refused a thread, a file descriptor, or memory for one of these.
        System = NOWPLAYING_ERROR_SYSTEM,
        /// The address is not on this computer, and the library fetches nothing.
        NotLocal = NOWPLAYING_ERROR_NOT_LOCAL,
        /// The data is not an MP4, QuickTime or WebM video.
        NotAVideo = NOWPLAYING_ERROR_NOT_A_VIDEO,
        /// The aspect ratio of the picture or video differs from the wanted one by more than 1 %.
        WrongAspectRatio = NOWPLAYING_ERROR_WRONG_ASPECT_RATIO,
        /// The video has more than 60 frames a second.
        FrameRate = NOWPLAYING_ERROR_FRAME_RATE,
    }
}

enumeration! {
    /// Whether the desktop can be reached.
    BusState {
        /// No bus is there; the library waits for one.
        None = NOWPLAYING_BUS_NONE,
        /// The app is connected, but has no name: nothing is shown.
        Connected = NOWPLAYING_BUS_CONNECTED,
        /// The app is connected, and shown by its MPRIS name.
        Published = NOWPLAYING_BUS_PUBLISHED,
    }
}

enumeration! {
    /// Audio or video.
    MediaType {
        /// To be heard.
        Audio = NOWPLAYING_MEDIA_AUDIO,
        /// To be watched.
        Video = NOWPLAYING_MEDIA_VIDEO,
    }
}

enumeration! {
    /// The shape of an animated artwork: 1:1 or 3:4.
    AspectRatio {
        /// Width and height are the same: 1:1.
        Square = NOWPLAYING_ASPECT_RATIO_SQUARE,
        /// The width is three quarters of the height: 3:4.
        Tall = NOWPLAYING_ASPECT_RATIO_TALL,
    }
}

enumeration! {
    /// The state of playback.
    PlaybackState {
        /// The player does not play: the queue has ended, or has not begun.
        Stopped = NOWPLAYING_STATE_STOPPED,
        /// The player plays.
        Playing = NOWPLAYING_STATE_PLAYING,
        /// The player does not play, and will go on from its position.
        Paused = NOWPLAYING_STATE_PAUSED,
        /// The player wants to play, and waits for data. MPRIS has no word for that: its clients see the item as paused.
        /// But for the first 300 ms after PLAYING they still see it as playing, so that they do not see each item load.
        /// They also see it as playing after a PLAY that you accepted, because that is what somebody asked for. A new
        /// item in this state, and other texts of the same item, are shown 20 ms after the state changes, or after 300
        /// ms: engines report the tags when they begin to play, or just after.
        Buffering = NOWPLAYING_STATE_BUFFERING,
        /// The player was paused by something other than the user: a call, another player. Shown as paused.
        Interrupted = NOWPLAYING_STATE_INTERRUPTED,
        /// The player cannot play, and will not try again by itself: `error` and `error_kind` of the snapshot say why.
        /// PLAY tries again. MPRIS has no word for that, so its clients are shown an item as paused if its position is
        /// known, else as stopped.
        Error = NOWPLAYING_STATE_ERROR,
    }
}

enumeration! {
    /// The cause of an error; surfaces choose by it what to offer.
    ErrorKind {
        /// The cause is another one, or unknown.
        Other = NOWPLAYING_ERROR_KIND_OTHER,
        /// The network or the server cannot be reached.
        Network = NOWPLAYING_ERROR_KIND_NETWORK,
        /// The user has to sign in, or to pay.
        SignIn = NOWPLAYING_ERROR_KIND_SIGN_IN,
        /// The item may not be played in this region.
        Region = NOWPLAYING_ERROR_KIND_REGION,
        /// The player cannot play this format.
        Format = NOWPLAYING_ERROR_KIND_FORMAT,
        /// The item does not exist: a file that was removed, an item that was withdrawn.
        NotAvailable = NOWPLAYING_ERROR_KIND_NOT_AVAILABLE,
    }
}

enumeration! {
    /// A command that a desktop can send to a player.
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
        /// Put a bookmark at the position, or remove it.
        Bookmark = NOWPLAYING_COMMAND_BOOKMARK,
        /// Mute, or unmute.
        Mute = NOWPLAYING_COMMAND_MUTE,
        /// One of the player's own buttons.
        Custom = NOWPLAYING_COMMAND_CUSTOM,
    }
}

enumeration! {
    /// Where a surface that has few places shows a command.
    Slot {
        /// Any place that the surface chooses.
        Any = NOWPLAYING_SLOT_ANY,
        /// In the middle, where people look for play and pause.
        Central = NOWPLAYING_SLOT_CENTRAL,
        /// Left of the middle, where people look for what goes back.
        Back = NOWPLAYING_SLOT_BACK,
        /// Right of the middle, where people look for what goes on.
        Forward = NOWPLAYING_SLOT_FORWARD,
        /// Farther out than BACK, on the same side.
        BackSecondary = NOWPLAYING_SLOT_BACK_SECONDARY,
        /// Farther out than FORWARD, on the same side.
        ForwardSecondary = NOWPLAYING_SLOT_FORWARD_SECONDARY,
        /// In a menu with what is seldom needed.
        Overflow = NOWPLAYING_SLOT_OVERFLOW,
    }
}

enumeration! {
    /// The part of the queue that repeats.
    RepeatMode {
        /// Nothing is repeated.
        Off = NOWPLAYING_REPEAT_OFF,
        /// The item is repeated.
        One = NOWPLAYING_REPEAT_ONE,
        /// The queue is repeated.
        All = NOWPLAYING_REPEAT_ALL,
    }
}

enumeration! {
    /// The order of the queue.
    ShuffleMode {
        /// Items play in the order of the queue.
        Off = NOWPLAYING_SHUFFLE_OFF,
        /// Items play in random order.
        Items = NOWPLAYING_SHUFFLE_ITEMS,
        /// Albums play in random order, the items of each in their own order. MPRIS knows only one kind of shuffle: its
        /// clients see Shuffle as true, and one that sets true leaves this mode as it is.
        Collections = NOWPLAYING_SHUFFLE_COLLECTIONS,
    }
}

enumeration! {
    /// The user's opinion of an item.
    Feedback {
        /// The item is neither liked nor disliked.
        Neutral = NOWPLAYING_FEEDBACK_NEUTRAL,
        /// The item is liked.
        Positive = NOWPLAYING_FEEDBACK_POSITIVE,
        /// The item is disliked.
        Negative = NOWPLAYING_FEEDBACK_NEGATIVE,
    }
}

enumeration! {
    /// Whether a fast-forward or rewind button is pressed or released.
    Phase {
        /// The button is pressed.
        Begin = NOWPLAYING_PHASE_BEGIN,
        /// The button is released.
        End = NOWPLAYING_PHASE_END,
    }
}

enumeration! {
    /// The kind of a device that plays.
    DeviceType {
        /// A speaker, or an amplifier.
        Speaker = NOWPLAYING_DEVICE_SPEAKER,
        /// A television.
        Tv = NOWPLAYING_DEVICE_TV,
        /// A box that is connected to a television.
        SetTopBox = NOWPLAYING_DEVICE_SET_TOP_BOX,
        /// A stick that is plugged into a television.
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
        /// A web page in a browser.
        Web = NOWPLAYING_DEVICE_WEB,
    }
}

enumeration! {
    /// The kind of a track: one audio track plays at a time, and at most one of each other kind.
    TrackKind {
        /// A sound track.
        Audio = NOWPLAYING_TRACK_AUDIO,
        /// The spoken words, in another language.
        Subtitles = NOWPLAYING_TRACK_SUBTITLES,
        /// The spoken words and the sounds, for people who do not hear them.
        Captions = NOWPLAYING_TRACK_CAPTIONS,
    }
}

enumeration! {
    /// Another player took over, or is gone.
    Interruption {
        /// Another player has taken over: pause, and commit INTERRUPTED.
        Began = NOWPLAYING_INTERRUPTION_BEGAN,
        /// The other player is gone: you may resume.
        Ended = NOWPLAYING_INTERRUPTION_ENDED,
    }
}
