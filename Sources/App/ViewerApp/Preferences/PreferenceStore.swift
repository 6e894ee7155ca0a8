import BaseDirectories
import Desktop

/// The file a person's preferences are kept in.
final class PreferenceStore {
  /// What was chosen.
  private(set) var preferences = Preferences()
  private let path: FilePath?
  /// False when the file is not what it should be: a person's work is not written over.
  private var isWritable = true
  private var file: KeyFile?

  /// Reads the preferences.
  ///
  /// - Parameters:
  ///   - path: where they are; the user's own file when nil.
  ///   - complain: gets one sentence when the file cannot be read, or makes no sense.
  init(_ path: FilePath? = nil, complain: (String) -> Void) {
    self.path = path ?? Self.usualPath
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

  /// Keeps another choice.
  ///
  /// - Throws: why it cannot be kept; it is in force all the same.
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

  private static var usualPath: FilePath? {
    BaseDirectories.ofUser.config.map { FilePath("\($0)/pbview/preferences") }
  }
}
