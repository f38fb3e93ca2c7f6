// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import CNowPlayingPlatform
internal import Foundation
internal import NowPlayingBus
internal import NowPlayingPush

/// The program of an extension, from its arguments to its end.
@MainActor package struct ExtensionProgram {
  private let name: String
  private let executable: Executable

  /// The id of the app to which the extension belongs.
  private var application: String { name.split(separator: ".").dropLast().joined(separator: ".") }

  /// Reads the arguments and carries them out. Returns only when they ask to serve the extension.
  package static func begin(_ arguments: [String]) -> ExtensionProgram {
    let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    do throws(ExtensionArguments.Misuse) {
      let read = try ExtensionArguments(arguments)
      if read.action == .help { say(ExtensionArguments.help, andExit: 0) }
      // Uses the path under which the program was called, which may be a link, because that path is installed.
      let called = Self.absolute(arguments.first ?? "") ?? executable
      let file = ServiceFile(
        name: try read.name(file: (called as NSString).lastPathComponent), executable: called)
      switch read.action {
      case .serve, .help: return ExtensionProgram(name: file.name, Executable(called))
      case .print: say(file.text, andExit: 0)
      case .install:
        do { try file.install() } catch { refuse("\(file.path) cannot be written: \(error.localizedDescription)") }
        say(file.path + "\n", andExit: 0)
      case .uninstall:
        do {
          if try !file.uninstall() { refuse("\(file.path) is that of another executable", code: 1) }
        } catch {
          refuse("\(file.path) cannot be removed: \(error.localizedDescription)", code: 1)
        }
        say(file.path + "\n", andExit: 0)
      }
    } catch {
      refuse(error.sentence)
    }
  }

  private init(name: String, _ executable: Executable) {
    self.name = name
    self.executable = executable
    let application = application
    Self.takeSignals()
    Self.takeAnyBus()
    // The environment has the settings of the bus that starts the extension, and not those of the app. The main actor
    // is not watched yet: it may have to wait for the lock of the files.
    SharedApp.shared.configure {
      $0.applicationID = application
      $0.displayName = ""
      $0.desktopEntry = ""
    }
  }

  /// Removes the id from the address of the session bus: dbus-daemon sets an address with an id for the programs that
  /// it starts, but after a new login the bus at the same place has another id.
  private static func takeAnyBus() {
    let variable = "DBUS_SESSION_BUS_ADDRESS"
    guard let address = Environment.value(variable) else { return }
    let anybody = address.split(separator: ";").map { one in
      one.split(separator: ",").filter { !$0.hasPrefix("guid=") }.joined(separator: ",")
    }
    setenv(variable, anybody.joined(separator: ";"), 1)
  }

  /// Returns the absolute path under which an executable was called; nil when it was found in PATH.
  private static func absolute(_ path: String) -> String? {
    guard path.contains("/") else { return nil }
    return URL(fileURLWithPath: path).standardized.path
  }

  private static func say(_ text: String, andExit code: Int32) -> Never {
    FileHandle.standardOutput.write(Data(text.utf8))
    exit(code)
  }

  /// Ends the process with an error message.
  package static func refuse(_ sentence: String, code: Int32 = 2) -> Never {
    FileHandle.standardError.write(Data((sentence + "\n").utf8))
    exit(code)
  }

  // MARK: Serving

  /// Serves an extension. Never returns.
  package func serve(_ host: any ExtensionHost) -> Never {
    let application = application
    SharedApp.shared.configure {
      $0.applicationID = application
      if $0.displayName.isEmpty { $0.displayName = DesktopFile.name(of: application) ?? "" }
    }
    let errors = BusErrors { SharedApp.shared.log(.error, "library bug: \($0)") }
    guard let thread = BusThread.make(SharedApp.shared.busAddress, errors) else {
      Self.refuse("No descriptor is left", code: 1)
    }
    guard thread.hasBus else { Self.refuse("NOWPLAYING_BUS is none, so nobody can be served", code: 1) }
    let environment = ProcessInfo.processInfo.environment
    let isFlatpak = environment["FLATPAK_ID"] != nil || FileManager.default.fileExists(atPath: "/.flatpak-info")
    let memory = Memory(path: Memory.path(of: name, environment, isFlatpak: isFlatpak)) {
      SharedApp.shared.log(.warning, $0)
    }
    let server = ExtensionServer(name, thread, host, memory, executable)
    Self.watchForTheEnd { thread.post { server.terminate() } }
    guard server.start() else { Self.refuse("No thread is left", code: 1) }
    // A run loop returns at once unless it has a timer or a source.
    RunLoop.main.add(Timer(timeInterval: 1e9, repeats: true) { _ in }, forMode: .default)
    while true { RunLoop.main.run(until: .distantFuture) }
  }

  /// The signals that ask the process to end.
  private static var ends: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    return signals
  }

  /// Blocks the signals of `ends`. To be called before another thread exists: then all threads block the signals, and
  /// only the thread that waits for them gets them. Also ignores SIGPIPE, because the reader of the log may end before
  /// this process.
  private static func takeSignals() {
    var signals = ends
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    signal(SIGPIPE, SIG_IGN)
  }

  /// Waits for one of the signals of `ends`, in a thread of its own, and then calls a closure.
  private static func watchForTheEnd(_ end: @escaping @Sendable () -> Void) {
    let watched = ends
    let started = startThread {
      var (signals, which) = (watched, Int32.zero)
      if sigwait(&signals, &which) == 0 { end() }
    }
    if started.error == 0 { np_thread_detach(started.thread) }
  }
}
