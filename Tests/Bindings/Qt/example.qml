// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The example in QML, with what the tests need to ask it.
import QtQuick 2.15
import QtQuick.Window 2.15

Window {
    property var list: loader.item

    function reply(work) { return JSON.stringify(work()) }

    width: 400; height: 600; visible: true
    Loader {
        id: loader
        source: "../../../bindings/qt/examples/list.qml"
    }
}
