import BaseDirectories
import BrowserHost
import Desktop

/// The preferences file of the user.
final class PreferenceStore {
  /// The present preferences.
  private(set) var preferences = Preferences()
  private let path: FilePath?
  /// False when the file could not be read or parsed: foreign content must not be overwritten.
  private var isWritable = true
  private var file: KeyFile?

  /// The maximum size of a file that is read, in bytes.
  nonisolated static let maxBytes = 1 << 20

  /// The file that was read; nil when there is none.
  var readFile: FilePath? { file == nil ? nil : path }

  /// Reads the preferences.
  ///
  /// - Parameters:
  ///   - path: the path of the file; nil for the user's own file.
  ///   - complain: called with a sentence when the file cannot be read or holds an invalid value.
  init(_ path: FilePath? = nil, complain: (String) -> Void) {
    self.path = path ?? Self.defaultPath
    guard let file = self.path else { return }
    let name = file.display
    do throws(DesktopError) {
      guard let keys = try KeyFile(reading: file.bytes) else {
        if path != nil { complain("\(name): there is no such file") }
        return
      }
      self.file = keys
      preferences = Preferences(keys) { complain("\(name): \($0)") }
    } catch {
      isWritable = false
      complain("\(error)")
    }
  }

  /// Stores other preferences.
  ///
  /// - Throws: the reason why the file cannot be written. The preferences apply nevertheless.
  func keep(_ next: Preferences) throws(DesktopError) {
    preferences = next
    guard let path else {
      throw .unwritable(file: "preferences", reason: "there is no folder for them")
    }
    guard isWritable else {
      throw .unwritable(file: path.display, reason: "it holds something else, and is left alone")
    }
    let keys = file ?? KeyFile()
    file = keys
    next.write(to: keys)
    try keys.write(to: path.bytes)
  }

  private static var defaultPath: FilePath? {
    BaseDirectories.ofUser.config.map { FilePath("\($0)/pbview/preferences") }
  }
}
