import Localization

/// An error in writing a PNG or PDF file.
public enum DrawingError: Error, Hashable, CustomStringConvertible {
  /// The file at `path` could not be opened for writing; the number is that of the system call's
  /// error.
  case cannotOpen(path: String, errno: Int32)
  /// Bytes could not be written to the file; the number is that of the system call's error.
  case cannotWrite(errno: Int32)
  /// Cairo failed; the text is its error message.
  case cairo(String)

  /// The error as the end of a sentence for the user, after the name of the file.
  public var description: String {
    switch self {
    case .cannotOpen(_, let number):
      tr("cannot be opened for writing: {reason}", ["reason": Self.systemMessage(number)])
    case .cannotWrite(let number):
      tr("cannot be written: {reason}", ["reason": Self.systemMessage(number)])
    // Cairo writes PNG and PDF files: the text names no format.
    case .cairo(let reason): tr("cannot be written: {reason}", ["reason": reason])
    }
  }
}
