// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The picture of a session with round corners: the still of square animated artwork, on any error the plain artwork,
// else an icon. A cover is cropped to a square; the poster of a film and the still of a video are whole. While the next
// picture comes the last one is kept, but not for long.
import QtQuick 2.15
import QtQuick.Window 2.15
import org.kde.kirigami 2.20 as Kirigami
import org.nowplaying 1.0

Item {
    id: root

    property Session session
    property bool isAnimated: true
    // The most width of a picture that is whole.
    property real widest: width

    readonly property bool isVideo: session !== null && (session.mediaType === NowPlaying.MediaVideo
        || session.kind === NowPlaying.ContentMovie || session.kind === NowPlaying.ContentTvShow)
    readonly property bool hasPicture: still.status === Image.Ready

    // The addresses of the pictures to try, one after the other; and how many of these have failed.
    readonly property string wanted: session && side > 0
        ? [isAnimated ? session.animatedSquareSource : "", plainSource()].filter(each => each.toString() !== "").join(" ")
        : ""
    property int failures: 0
    readonly property string coming: wanted.split(" ")[failures] || ""
    // The picture that is shown, {source, side}.
    property var shown: ({ source: "", side: 0 })
    // Twice the size of the place, so that a wide picture, which is cropped to its middle, is sharp as well; in steps,
    // so that not each change of the place asks for another one. Without a place nothing is asked for.
    readonly property int side: height > 0
        ? Math.ceil(Math.max(height, widest) * 2 * Screen.devicePixelRatio / 128) * 128 : 0
    readonly property real ratio: isVideo && hasPicture && still.implicitHeight > 0
        ? Math.max(0.4, Math.min(still.implicitWidth / still.implicitHeight, 2.5)) : 1

    // The surface fetches pictures from the web, if the user allows it; Image never does.
    function plainSource() {
        const source = session.artworkSource
        return source.toString().startsWith("image:") ? source : ""
    }

    function iconName() {
        switch (session ? session.kind : 0) {
        case NowPlaying.ContentPodcast: return "microphone-sensitivity-high"
        case NowPlaying.ContentBook: return "view-pages-single"
        case NowPlaying.ContentRadio: return "radio"
        case NowPlaying.ContentHomeMedia: return "camera-video"
        // Breeze's icon video-x-generic is a plain grey block, which can hardly be seen on a dark ground.
        default: return isVideo ? Qt.resolvedUrl("../icons/np-film-symbolic.svg") : "emblem-music-symbolic"
        }
    }

    // Shows the picture that was loaded, or goes on to the next one.
    function take() {
        if (next.status === Image.Error) failures++
        else if (coming === "") show("")
        else if (next.status === Image.Ready) show(coming)
    }
    function show(source) {
        if (shown.source !== source || shown.side !== side) shown = { source: source, side: side }
    }

    implicitWidth: frame.width
    onWantedChanged: {
        failures = 0
        soon.restart()
    }
    onComingChanged: if (coming !== shown.source) patience.restart()
    // It ends with the picture, as a call that is made later does not.
    Timer { id: soon; interval: 0; onTriggered: root.take() }
    Timer { id: patience; interval: 400; onTriggered: if (root.coming !== root.shown.source) root.show("") }

    // Both ask for a picture in the same way, so that the other one finds it in memory.
    Image {
        id: next
        visible: false
        asynchronous: true
        fillMode: still.fillMode
        sourceSize: Qt.size(root.side, root.side)
        source: root.coming
        onStatusChanged: soon.restart()
    }
    Item {
        id: frame
        anchors.centerIn: parent
        width: Math.round(Math.min(root.height * root.ratio, root.widest))
        height: Math.round(width / root.ratio)

        Image {
            id: still
            anchors.fill: parent
            asynchronous: true
            clip: true
            fillMode: root.isVideo ? Image.PreserveAspectFit : Image.PreserveAspectCrop
            sourceSize: Qt.size(root.shown.side, root.shown.side)
            source: root.shown.source
            visible: status === Image.Ready
        }
        // Without OpenGL the picture is shown with its corners.
        ShaderEffectSource {
            id: square
            sourceItem: still
            hideSource: rounded.visible
        }
        Kirigami.ShadowedTexture {
            id: rounded
            anchors.fill: parent
            visible: root.hasPicture && !softwareRendering
            radius: 5
            color: "transparent"
            source: visible ? square : null
        }
        Rectangle {
            anchors.fill: parent
            visible: !root.hasPicture
            radius: 5
            color: Qt.rgba(Kirigami.Theme.textColor.r, Kirigami.Theme.textColor.g, Kirigami.Theme.textColor.b, 0.08)

            Kirigami.Icon {
                anchors.centerIn: parent
                width: Math.min(parent.width, parent.height) * 0.6
                height: width
                source: root.iconName()
                fallback: "applications-multimedia"
                isMask: true
            }
        }
    }
}
