/// The lines of a key file that GLib refuses as a whole, with those that are bad.
nonisolated struct KeyFileLines {
  /// The contents of the file, in which the bad lines are comments.
  private(set) var readableContents: [UInt8] = []
  /// The bad lines, in the order of the file.
  private(set) var badLines: [KeyFile.BadLine] = []
  /// The bytes of the bad lines.
  private var badLineBytes: Set<[UInt8]> = []

  /// The maximum number of bad lines; a file with more of them has another format.
  private static let maxBadLines = 100
  /// The beginning of a comment that stands for a bad line.
  private static let badLinePrefix = Array("#\u{1}".utf8)

  /// Finds the bad lines in the contents of a file.
  ///
  /// - Returns: nil when the file has another format: it has no heading of a group, more than 100
  ///   bad lines, or a zero byte.
  init?(_ bytes: [UInt8]) {
    guard !bytes.contains(0) else { return nil }
    var hasHeading = false
    var lines: [[UInt8]] = []
    for var line in Self.lines(of: bytes) {
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if let reason = Self.defect(of: line, isInGroup: hasHeading) {
        guard badLines.count < Self.maxBadLines else { return nil }
        badLines.append(KeyFile.BadLine(number: lines.count + 1, reason: reason))
        badLineBytes.insert(line)
        line = Self.badLinePrefix + line
      } else if Self.firstNonSpaceByte(of: line) == UInt8(ascii: "[") {
        hasHeading = true
      }
      lines.append(line)
    }
    guard hasHeading else { return nil }
    readableContents = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }

  /// The contents of a file in which the comments that stand for bad lines are these lines again.
  func restored(_ bytes: [UInt8]) -> [UInt8] {
    let lines = Self.lines(of: bytes).map { line -> [UInt8] in
      guard line.starts(with: Self.badLinePrefix) else { return line }
      let text = Array(line.dropFirst(Self.badLinePrefix.count))
      return badLineBytes.contains(text) ? text : line
    }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }

  private static func lines(of bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
  }

  /// The first byte of a line that is no white space; nil for an empty line.
  private static func firstNonSpaceByte(of line: [UInt8]) -> UInt8? {
    line.first { $0 != UInt8(ascii: " ") && !(9...13).contains($0) }
  }

  /// The reason for which GLib refuses a line; nil when the line is good.
  ///
  /// - Parameter isInGroup: whether the line follows the heading of a group.
  private static func defect(of line: [UInt8], isInGroup: Bool) -> String? {
    guard let first = firstNonSpaceByte(of: line), first != UInt8(ascii: "#") else { return nil }
    do throws(GLibFailure) {
      _ = try GLibKeyFile(parsing: (isInGroup ? Array("[group]\n".utf8) : []) + line)
      return nil
    } catch { return error.reason }
  }
}
