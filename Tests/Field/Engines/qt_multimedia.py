# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Qt Multimedia of Qt 5 and of Qt 6."""
import os
import sys

from engine import LOADING, PAUSED, PLAYING, STOPPED, Engine


class QtMultimedia(Engine):
    """QMediaPlayer of Qt 5, which reports that it plays as soon as it is told to play."""

    def __init__(self, changed, ended):
        super().__init__(changed, ended)
        from PyQt5 import QtCore, QtMultimedia
        self.qt, self.multimedia = QtCore, QtMultimedia
        self.application = QtCore.QCoreApplication(sys.argv[:1])
        self.player = player = QtMultimedia.QMediaPlayer()
        player.stateChanged.connect(lambda _: self.look())
        self.connect()

    def connect(self):
        """Connects the signals that have one name in both versions."""
        core = self.qt

        class Caller(core.QObject):
            """Calls functions on the thread that has made it."""
            called = core.pyqtSignal(object)

        self.caller = Caller()
        self.caller.called.connect(lambda function: function())
        self.player.mediaStatusChanged.connect(self.hear)
        self.player.durationChanged.connect(self.hear_length)
        self.player.metaDataChanged.connect(self.hear_title)

    def play(self, file):
        self.begin()
        self.player.setMedia(self.multimedia.QMediaContent(self.qt.QUrl(file)))
        self.player.play()

    def pause(self):
        self.player.pause()

    def resume(self):
        self.player.play()

    def stop(self):
        self.player.stop()

    def call(self, function):
        self.caller.called.emit(function)

    def seek(self, seconds):
        self.player.setPosition(seconds * 1000)

    def position(self):
        return self.player.position() / 1000

    def hear(self, status):
        if status == self.player.EndOfMedia:
            self.ended()
        else:
            self.look()

    def hear_length(self, milliseconds):
        self.length = milliseconds / 1000 if milliseconds > 0 else self.length
        self.changed()

    def hear_title(self, *_):
        self.title = self.player.metaData("Title") or self.title
        self.changed()

    def look(self):
        player = self.player
        isReady = player.mediaStatus() in (player.BufferedMedia, player.BufferingMedia)
        self.follow({player.StoppedState: STOPPED, player.PausedState: PAUSED}.get(
            player.state(), PLAYING if isReady else LOADING))

    def run(self):
        self.application.exec()


class Qt6Multimedia(QtMultimedia):
    """QMediaPlayer of Qt 6."""

    backend = "gstreamer"

    def __init__(self, changed, ended):
        Engine.__init__(self, changed, ended)
        os.environ["QT_MEDIA_BACKEND"] = self.backend
        from PyQt6 import QtCore, QtMultimedia
        self.qt, self.multimedia = QtCore, QtMultimedia
        self.application = QtCore.QCoreApplication(sys.argv[:1])
        self.player, self.output = QtMultimedia.QMediaPlayer(), QtMultimedia.QAudioOutput()
        self.player.setAudioOutput(self.output)
        self.isSettingSource = False
        self.player.playbackStateChanged.connect(lambda _: self.look())
        self.connect()

    def play(self, file):
        self.begin()
        self.isSettingSource = True
        self.player.setSource(self.qt.QUrl(file))
        self.isSettingSource = False
        self.player.play()
        self.look()

    def hear(self, status):
        if status == self.player.MediaStatus.EndOfMedia:
            self.ended()
        else:
            self.look()

    def hear_length(self, _):
        self.look()

    def hear_title(self):
        self.look()

    def look(self):
        player, status, state = self.player, self.player.MediaStatus, self.player.PlaybackState
        if self.isSettingSource:
            return
        isReady = player.mediaStatus() in (status.LoadedMedia, status.BufferedMedia, status.BufferingMedia)
        if isReady:
            self.title = player.metaData().value(self.multimedia.QMediaMetaData.Key.Title)
            self.length = player.duration() / 1000 or None
        self.follow({state.StoppedState: STOPPED, state.PausedState: PAUSED}.get(
            player.playbackState(), PLAYING if isReady else LOADING))


class Qt6Ffmpeg(Qt6Multimedia):
    """The same with the backend that is the default since 6.5."""

    backend = "ffmpeg"
