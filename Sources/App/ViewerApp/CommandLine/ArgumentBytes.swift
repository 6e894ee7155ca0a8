/// A two-way mapping between command-line arguments as bytes and as text, because file names are
/// bytes and the parser accepts only text. Before parsing, a token replaces an argument that is not
/// valid UTF-8 or begins like a token; afterwards, the bytes of the argument replace the token.
nonisolated struct ArgumentBytes {
  /// The prefix of the tokens that replace arguments: two private-use characters. A real argument
  /// that begins with this prefix is replaced by a token, too.
  private static let tokenPrefix = "\u{F8FF}\u{F8FE}"
  private var originals: [[UInt8]] = []

  /// The program's arguments without its name, as the system passed them.
  static func fromSystem() -> [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { pointer in
        Array(UnsafeBufferPointer(start: pointer, count: cStringLength(pointer))).map(
          UInt8.init(bitPattern:))
      }
    }
  }

  private static func cStringLength(_ pointer: UnsafePointer<CChar>) -> Int {
    var length = 0
    while pointer[length] != 0 { length += 1 }
    return length
  }

  /// The text of an argument for the parser: the argument itself, or a new token if the argument is
  /// not valid UTF-8 or begins with the prefix of tokens.
  mutating func text(for bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !text.hasPrefix(Self.tokenPrefix) {
      return text
    }
    originals.append(bytes)
    return "\(Self.tokenPrefix)\(originals.count - 1)"
  }

  /// The bytes of a text that the parser returned: if the text is a token, those of the argument
  /// that the token replaces; otherwise those of the text.
  func bytes(for text: String) -> [UInt8] {
    guard text.hasPrefix(Self.tokenPrefix), let index = Int(text.dropFirst(2)),
      originals.indices.contains(index)
    else { return Array(text.utf8) }
    return originals[index]
  }
}
