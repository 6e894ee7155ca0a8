/// Why something on the desktop cannot be reached.
nonisolated public enum DesktopError: Error, Hashable {
  /// A call of the system failed; its name, and the system's words.
  case system(call: String, reason: String)
  /// A file cannot be moved to the trash, brought back or deleted; its path, and what GIO says.
  case unremovable(file: String, reason: String)
  /// The system's allowance of folders or programs that may be told of changes is used up.
  case watchLimit
  /// There is no session whose services could be asked.
  case noSession
  /// A file of the desktop is not what it should be; its path, and what the reader says.
  case unreadable(file: String, reason: String)
  /// A file cannot be written; its path, and what the system says.
  case unwritable(file: String, reason: String)
}

nonisolated extension DesktopError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .system(let call, let reason): "\(call): \(reason)"
    case .unremovable(let file, let reason): "\(file): \(reason)"
    case .watchLimit: "no more folders can be watched (fs.inotify limits); F5 looks again"
    case .noSession: "there is no session bus"
    case .unreadable(let file, let reason), .unwritable(let file, let reason):
      "\(file): \(reason)"
    }
  }

  /// Why, without what it is about.
  public var reason: String {
    switch self {
    case .system(_, let reason), .unremovable(_, let reason), .unreadable(_, let reason),
      .unwritable(_, let reason):
      reason
    case .watchLimit, .noSession: description
    }
  }
}
