/// What can go wrong when pictures leave the program.
public enum DrawingError: Error, Hashable, CustomStringConvertible {
  /// The file could not be opened; the number is `errno`.
  case cannotOpen(path: String, errno: Int32)
  /// Bytes could not be written; the number is `errno`.
  case cannotWrite(errno: Int32)
  /// Cairo refused; the text is its own sentence.
  case cairo(String)

  /// One sentence for a person.
  public var description: String {
    switch self {
    case .cannotOpen(_, let number): "cannot be opened for writing: \(Self.sentence(number))"
    case .cannotWrite(let number): "cannot be written: \(Self.sentence(number))"
    case .cairo(let reason): "cannot be made into a PNG: \(reason)"
    }
  }
}
