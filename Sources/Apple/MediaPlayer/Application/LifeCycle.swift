// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
import Foundation

extension UIApplication {
  /// The name of the notification that the program is in use again. Never posted on Linux, where it always is.
  public nonisolated static var didBecomeActiveNotification: NSNotification.Name {
    NSNotification.Name("UIApplicationDidBecomeActiveNotification")
  }
  /// The name of the notification that the program gets no more input. Never posted on Linux.
  public nonisolated static var willResignActiveNotification: NSNotification.Name {
    NSNotification.Name("UIApplicationWillResignActiveNotification")
  }
  /// The name of the notification that the program is not seen any more. Never posted on Linux, where the program plays
  /// on: the toolkit knows of its windows.
  public nonisolated static var didEnterBackgroundNotification: NSNotification.Name {
    NSNotification.Name("UIApplicationDidEnterBackgroundNotification")
  }
  /// The name of the notification that the program will be seen again. Never posted on Linux.
  public nonisolated static var willEnterForegroundNotification: NSNotification.Name {
    NSNotification.Name("UIApplicationWillEnterForegroundNotification")
  }
  /// The name of the notification that the program ends: the time to save what it has.
  ///
  /// It is posted at `exit()` on the main thread, so at the return from a `main` that is not asynchronous. It is posted
  /// neither where another thread ends the program, which is always so with an asynchronous `main`, nor where a signal
  /// does.
  public nonisolated static var willTerminateNotification: NSNotification.Name {
    _ = postsAtExit
    return willTerminate
  }

  private nonisolated static let willTerminate = NSNotification.Name("UIApplicationWillTerminateNotification")

  /// Made when a program first asks for the name, so that the exit of other programs runs none of this.
  private nonisolated static let postsAtExit: Void = {
    atexit {
      // On another thread the post would wait for ever for the main queue, where an observer is to be called there.
      guard MainThread.isCurrent else { return }
      NotificationCenter.default.post(name: UIApplication.willTerminate, object: UIApplication.running)
    }
  }()
}
