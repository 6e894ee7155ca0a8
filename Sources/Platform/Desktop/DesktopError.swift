import Localization

/// The reason why an operation on the desktop or its files failed.
nonisolated public enum DesktopError: Error, Hashable {
  /// A call of the system failed; the payload is the name of the call and the system's message.
  case system(call: String, reason: String)
  /// A file cannot be moved to the trash, restored or deleted; the payload is its path and GIO's
  /// message.
  case unremovable(file: String, reason: String)
  /// The system's limit of watched folders or inotify instances is reached.
  case watchLimit
  /// The session bus of D-Bus cannot be found.
  case noSessionBus
  /// A file of the desktop, such as its settings, cannot be read or parsed; the payload is its path
  /// and the reason.
  case unreadable(file: String, reason: String)
  /// A file cannot be written; the payload is its path and the system's message.
  case unwritable(file: String, reason: String)
}

nonisolated extension DesktopError: CustomStringConvertible {
  /// The error as one line of text for the user.
  public var description: String {
    switch self {
    case .system(let call, let reason): "\(call): \(tr(reason))"
    case .unremovable(let file, let reason): "\(file): \(tr(reason))"
    case .watchLimit: tr("no more folders can be watched (fs.inotify limits); F5 looks again")
    case .noSessionBus: tr("there is no session bus")
    case .unreadable(let file, let reason), .unwritable(let file, let reason):
      "\(file): \(tr(reason))"
    }
  }

  /// The reason for the user, without the name of the file or call.
  public var reason: String {
    switch self {
    case .system(_, let reason), .unremovable(_, let reason), .unreadable(_, let reason),
      .unwritable(_, let reason):
      tr(reason)
    case .watchLimit, .noSessionBus: description
    }
  }
}
