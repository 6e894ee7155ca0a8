import Localization

/// An error in writing a picture.
public enum DrawingError: Error, Hashable, CustomStringConvertible {
  /// The file could not be opened for writing, with `errno`.
  case cannotOpen(path: String, errno: Int32)
  /// Bytes could not be written, with `errno`.
  case cannotWrite(errno: Int32)
  /// Cairo failed, with its message.
  case cairo(String)

  /// One sentence for the user.
  public var description: String {
    switch self {
    case .cannotOpen(_, let number):
      tr("cannot be opened for writing: {reason}", ["reason": Self.sentence(number)])
    case .cannotWrite(let number):
      tr("cannot be written: {reason}", ["reason": Self.sentence(number)])
    case .cairo(let reason): tr("cannot be made into a PNG: {reason}", ["reason": reason])
    }
  }
}
