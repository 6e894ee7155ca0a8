import BaseDirectories
import BrowserHost
import Desktop
import Input
import Localization

/// The preferences file of the user, with the preferences and the keys in it.
final class PreferenceStore {
  private(set) var preferences = Preferences()
  /// The keys that the user has given to commands in the file.
  private(set) var keys = UserKeys()
  /// The sentence for the user about a file that cannot be read or parsed, so that none of its
  /// preferences, keys and commands is used; nil for other files.
  private(set) var fileFailure: String?
  private let path: FilePath?
  /// Whether the file may be written: false when it could not be read or parsed, because content of
  /// an unknown form must not be overwritten.
  private var isWritable = true
  private var keyFile: KeyFile?
  /// The keys of the preferences that have changed and are not written yet.
  private var unwrittenPreferenceKeys: Set<String> = []

  /// The maximum size of the file in bytes; a larger file is not read.
  nonisolated static let maxFileBytes = 1 << 20
  /// The maximum number of invalid lines that are reported.
  private static let maxReportedProblems = 5

  /// The numbers of the lines that are no lines of a key file.
  private(set) var badLineNumbers: Set<Int> = []

  /// The path of the file; nil when it did not exist or could not be read.
  var pathOfReadFile: FilePath? { keyFile == nil ? nil : path }

  /// Reads the preferences and the keys.
  ///
  /// - Parameters:
  ///   - path: the path of the file; nil for the user's own file. Default: nil.
  ///   - report: called with a sentence for the user when the file cannot be read or has an
  ///     invalid value.
  init(_ path: FilePath? = nil, report: (String) -> Void) {
    self.path = path ?? Self.defaultPath
    guard let file = self.path else { return }
    let name = file.display
    do throws(DesktopError) {
      guard let bytes = try KeyFile.bytes(of: file.bytes) else {
        if path != nil { report(tr("{file}: there is no such file", ["file": name])) }
        return
      }
      let keys = try KeyFile(parsing: bytes, from: file.bytes)
      self.keyFile = keys
      badLineNumbers = Set(keys.badLines.map(\.number))
      preferences = Preferences(keys)
      self.keys = UserKeys.read(bytes).keys
      for sentence in Self.problems(about: bytes, parsed: keys, named: name) { report(sentence) }
    } catch {
      isWritable = false
      fileFailure = "\(error)"
      report("\(error)")
    }
  }

  /// Reads the file again on a worker thread.
  ///
  /// - Parameter then: called with sentences for the user about the lines of the file that have no
  ///   effect now, or about a file that cannot be read; at most ``maxReportedProblems``.
  func readProblems(then: @escaping ([String]) -> Void) {
    guard let path else { return then([]) }
    WorkerThread.run { () -> Result<[UInt8]?, DesktopError> in
      Result { () throws(DesktopError) in try KeyFile.bytes(of: path.bytes) }
    } finish: { result in
      then(Self.problems(about: result, of: path))
    }
  }

  private static func problems(
    about contents: Result<[UInt8]?, DesktopError>, of path: FilePath
  ) -> [String] {
    do throws(DesktopError) {
      guard let bytes = try contents.get() else { return [] }
      let file = try KeyFile(parsing: bytes, from: path.bytes)
      return problems(about: bytes, parsed: file, named: path.display)
    } catch {
      return ["\(error)"]
    }
  }

  private static func problems(
    about bytes: [UInt8], parsed file: KeyFile, named name: String
  ) -> [String] {
    let badLines = file.badLines.map {
      PreferenceLines.BadLine(lineNumber: $0.number, reason: $0.reason)
    }
    let numbers = Set(badLines.map(\.lineNumber))
    let others =
      Preferences.unknownGroups(in: bytes) + Preferences.badLines(in: bytes, parsed: file)
      + UserKeys.read(bytes).failures
    // Each line has one message.
    let failures = badLines + others.filter { !numbers.contains($0.lineNumber) }
    return failures.sorted { $0.lineNumber < $1.lineNumber }.prefix(maxReportedProblems).map {
      tr(
        "{file}: line {line}: {reason}", ["file": name, "line": $0.lineNumber, "reason": $0.reason])
    }
  }

  /// Writes changed preferences to the file.
  ///
  /// - Throws: the reason why the file cannot be written; `preferences` are changed nevertheless.
  func save(_ next: Preferences) throws(DesktopError) {
    unwrittenPreferenceKeys.formUnion(next.changedKeys(since: preferences))
    preferences = next
    let changed = unwrittenPreferenceKeys
    try write { next.write(changed, to: $0) }
    unwrittenPreferenceKeys = []
  }

  /// Writes the keys of a command to the file; nil removes them, so that the command has the keys
  /// of the key profile.
  ///
  /// - Throws: the reason why the file cannot be written; `keys` are changed nevertheless.
  func save(_ chords: [KeyChord]?, of command: Command) throws(DesktopError) {
    keys[command] = chords
    try write { file in
      // The file may contain the name of the command in another spelling.
      for name in file.keys(of: UserKeys.group) where Command(name: name) == command {
        file[UserKeys.group, name] = nil
      }
      if let chords { file[UserKeys.group, command.name] = UserKeys.text(of: chords) }
    }
  }

  private func write(_ change: (KeyFile) -> Void) throws(DesktopError) {
    guard let path else {
      throw .unwritable(file: "preferences", reason: tr("there is no folder for them"))
    }
    guard isWritable else {
      throw .unwritable(
        file: path.display, reason: tr("it holds something else, and is left alone"))
    }
    // Another window or an editor may have changed the file since it was read.
    let keys: KeyFile
    if let present = try KeyFile(reading: path.bytes) { keys = present } else { keys = KeyFile() }
    change(keys)
    try keys.write(to: path.bytes)
    keyFile = keys
  }

  private static var defaultPath: FilePath? {
    BaseDirectories.ofUser.config.map { FilePath("\($0)/pbview/preferences") }
  }
}
