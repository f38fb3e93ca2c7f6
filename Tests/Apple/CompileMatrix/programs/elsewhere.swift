// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// An extension of something that there is not on Linux.
import ExtensionFoundation

@MainActor final class Nothing: AppExtensionConfiguration {}

@main
final class PhotoExtension: @MainActor AppExtension {
  init() {}
  var configuration: some AppExtensionConfiguration { Nothing() }
  var extensionPoint: AppExtensionPoint { AppExtensionPoint.Identifier("com.apple.photo-editing") }
}
