// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The picture of a session, cropped to a square with round corners: the still of square animated artwork, on any error
// the plain artwork, else an icon.
import QtQuick 2.15
import QtQuick.Window 2.15
import org.kde.kirigami 2.20 as Kirigami
import org.nowplaying 1.0

Item {
    id: root

    property Session session
    property bool isAnimated: true
    readonly property bool hasPicture: preview.status === Image.Ready || plain.status === Image.Ready
    // Twice the size of the place, so that a wide picture, which is cropped to its middle, is sharp as well.
    readonly property int size: Math.ceil(Math.max(width, height) * 2 * Screen.devicePixelRatio)

    // The surface fetches pictures from the web, if the user allows it; Image never does.
    function plainSource() {
        const source = session.artworkSource
        return source.toString().startsWith("image:") ? source : ""
    }

    function iconName() {
        switch (session ? session.kind : 0) {
        case NowPlaying.ContentPodcast: return "microphone-sensitivity-high"
        case NowPlaying.ContentMovie:
        // Breeze's icon video-x-generic is a plain grey block, which can hardly be seen on a dark ground.
        case NowPlaying.ContentTvShow: return Qt.resolvedUrl("../icons/np-film-symbolic.svg")
        case NowPlaying.ContentBook: return "view-pages-single"
        case NowPlaying.ContentRadio: return "radio"
        case NowPlaying.ContentHomeMedia: return "camera-video"
        default: return "emblem-music-symbolic"
        }
    }

    Image {
        id: plain
        anchors.fill: parent
        asynchronous: true
        clip: true
        fillMode: Image.PreserveAspectCrop
        sourceSize: Qt.size(root.size, root.size)
        source: root.session && root.width > 0 && preview.status !== Image.Ready ? root.plainSource() : ""
        visible: status === Image.Ready && preview.status !== Image.Ready
    }
    Image {
        id: preview
        anchors.fill: parent
        asynchronous: true
        clip: true
        fillMode: Image.PreserveAspectCrop
        sourceSize: Qt.size(root.size, root.size)
        source: root.session && root.isAnimated && root.width > 0 ? root.session.animatedSquareSource : ""
        visible: status === Image.Ready
    }
    // Without OpenGL the picture is shown with its corners.
    ShaderEffectSource {
        id: square
        sourceItem: preview.visible ? preview : plain
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
