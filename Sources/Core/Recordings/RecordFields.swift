import PercentCoding

/// A line of a recording as text: its kind and named fields, `kind name=value name=value`.
///
/// Values are percent-encoded, so that a line has exactly one space between two fields, and is
/// ASCII.
struct RecordFields {
  /// The kind of the line: its first word.
  let kind: String
  private var fields: [(name: String, value: [UInt8])]

  /// The maximum number of fields of a line in a recording.
  private static let maxFields = 16

  /// Makes a line of the kind `kind` without fields.
  init(_ kind: String) {
    self.kind = kind
    fields = []
  }

  /// Reads the kind and the fields of a line.
  ///
  /// - Throws: `malformed` when the text is not a line of a recording.
  init(parsing line: some Collection<UInt8>) throws(RecordingFailure.Reason) {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard let first = words.first, !first.isEmpty, words.count <= Self.maxFields + 1,
      first.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 })
    else { throw .malformed }
    kind = String(decoding: first, as: UTF8.self)
    fields = []
    for word in words.dropFirst() {
      guard let cut = word.firstIndex(of: UInt8(ascii: "=")), cut != word.startIndex else {
        throw .malformed
      }
      let name = String(decoding: word[..<cut], as: UTF8.self)
      let value = try Self.decoded(word[word.index(after: cut)...])
      guard !fields.contains(where: { $0.name == name }) else { throw .malformed }
      fields.append((name, value))
    }
  }

  /// The text of the line, without the newline at its end.
  var bytes: [UInt8] {
    var out = Array(kind.utf8)
    for (name, value) in fields {
      out.append(UInt8(ascii: " "))
      out += name.utf8
      out.append(UInt8(ascii: "="))
      for byte in value { Self.append(byte, to: &out) }
    }
    return out
  }

  // MARK: Writing

  mutating func set(_ name: String, _ value: [UInt8]) { fields.append((name, value)) }
  mutating func set(_ name: String, _ value: String) { set(name, Array(value.utf8)) }
  mutating func set(_ name: String, _ value: some BinaryInteger) { set(name, String(value)) }
  mutating func set(_ name: String, _ value: Bool) { set(name, value ? "1" : "0") }

  /// Adds a field with the shortest text from which the same number is read; 0 for a number that is
  /// not finite.
  mutating func set(_ name: String, _ value: Double) {
    set(name, value.isFinite ? "\(value)" : "0")
  }

  /// Adds a field with bytes as hexadecimal digits.
  mutating func set(hex name: String, _ value: [UInt8]) {
    let digits = HexDigits.lower
    set(name, value.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  // MARK: Reading

  func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

  func bytes(_ name: String) throws(RecordingFailure.Reason) -> [UInt8] {
    guard let field = fields.first(where: { $0.name == name }) else { throw .missingField(name) }
    return field.value
  }

  func text(_ name: String) throws(RecordingFailure.Reason) -> String {
    guard let text = String(validating: try bytes(name), as: UTF8.self) else {
      throw .invalidField(name)
    }
    return text
  }

  func number(_ name: String) throws(RecordingFailure.Reason) -> Double {
    let text = try text(name)
    guard text.utf8.count <= 32, let value = Double(text), value.isFinite else {
      throw .invalidField(name)
    }
    return value
  }

  /// The value of a field that is a time from 0 to 10⁹ seconds.
  ///
  /// - Throws: the reason why the field cannot be read.
  func time(_ name: String) throws(RecordingFailure.Reason) -> Double {
    let value = try number(name)
    guard (0...1e9).contains(value) else { throw .invalidField(name) }
    return value
  }

  func integer<Value: FixedWidthInteger>(
    _ name: String, in range: ClosedRange<Value>
  ) throws(RecordingFailure.Reason) -> Value {
    guard let value = Value(try text(name)), range.contains(value) else {
      throw .invalidField(name)
    }
    return value
  }

  func flag(_ name: String) throws(RecordingFailure.Reason) -> Bool {
    try integer(name, in: 0...1) == 1
  }

  func hexadecimal(_ name: String) throws(RecordingFailure.Reason) -> [UInt8] {
    let text = try bytes(name)
    guard text.count.isMultiple(of: 2) else { throw .invalidField(name) }
    var result: [UInt8] = []
    for index in stride(from: 0, to: text.count, by: 2) {
      guard let byte = PercentEncoding.byte(text[index], text[index + 1]) else {
        throw .invalidField(name)
      }
      result.append(byte)
    }
    return result
  }

  // MARK: Encoding

  private static func isWrittenUnescaped(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "%")
  }

  private static func append(_ byte: UInt8, to out: inout [UInt8]) {
    if isWrittenUnescaped(byte) {
      out.append(byte)
    } else {
      PercentEncoding.appendEscape(of: byte, to: &out, digits: HexDigits.lower)
    }
  }

  private static func decoded(
    _ text: some Collection<UInt8>
  ) throws(RecordingFailure.Reason) -> [UInt8] {
    guard text.allSatisfy({ (0x21...0x7E).contains($0) }),
      let bytes = PercentEncoding.strictlyDecoded(text)
    else { throw .malformed }
    return bytes
  }
}

/// The error of a recording that cannot be read: the number of the line, and the reason.
package struct RecordingFailure: Error, Hashable, Sendable {
  /// The reason why a line of a recording cannot be read.
  package enum Reason: Error, Hashable, Sendable {
    /// The file does not begin like a recording, or its format has an unknown version.
    case noRecording
    /// The size of the file, the length of a line or the number of lines exceeds its limit.
    case tooLarge
    /// The line does not consist of a kind and named fields.
    case malformed
    /// The kind of the line, which is the value, is unknown.
    case unexpectedLine(kind: String)
    /// The line lacks the field with this name.
    case missingField(String)
    /// The value of the field with this name is invalid.
    case invalidField(String)
  }
  /// The number of the line in the file, from 1.
  package var line: Int
  package var reason: Reason
}

extension RecordingFailure: CustomStringConvertible {
  package var description: String {
    switch reason {
    case .noRecording: "line \(line): this is no recording of a known version"
    case .tooLarge: "line \(line): the recording is too large"
    case .malformed: "line \(line): this is no line of a recording"
    case .unexpectedLine(let kind): "line \(line): \(kind) is unexpected"
    case .missingField(let field): "line \(line): \(field) is missing"
    case .invalidField(let field): "line \(line): \(field) has an invalid value"
    }
  }
}
