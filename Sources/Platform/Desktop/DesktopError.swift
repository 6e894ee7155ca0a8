/// Why something on the desktop cannot be reached.
nonisolated public enum DesktopError: Error, Hashable {
  /// A call of the system failed; its name, and the system's words.
  case system(call: String, reason: String)
  /// The system's allowance of folders or programs that may be told of changes is used up.
  case watchLimit
  /// A file of the desktop is not what it should be; its path, and what the reader says.
  case unreadable(file: String, reason: String)
}

nonisolated extension DesktopError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .system(let call, let reason): "\(call): \(reason)"
    case .watchLimit: "no more folders can be watched (fs.inotify limits); F5 looks again"
    case .unreadable(let file, let reason): "\(file): \(reason)"
    }
  }
}
