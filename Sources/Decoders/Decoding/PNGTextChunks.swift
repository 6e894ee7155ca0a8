import DecoderWire
import DecodingSupport
import Deflate

/// The contents of the text chunks of a PNG, by their keywords.
///
/// - Source: PNG specification, third edition, 11.3.3. zTXt is needed because Qt compresses longer
///   texts.
struct PNGTextChunks {
  private var texts: [String: [UInt8]] = [:]

  /// Maximum length of a text in bytes: a path of 4096 bytes takes three times as many in a URI.
  private static let maxBytes = 16384
  /// Maximum number of chunks that are parsed.
  private static let maxChunks = 1000

  init(_ bytes: PictureBytes) {
    var i = 8
    for _ in 0..<Self.maxChunks {
      guard let length = bytes.big32(i), i + 12 + length <= bytes.count else { return }
      read(bytes, i + 4, bytes.part(i + 8..<i + 8 + length))
      i += 12 + length
    }
  }

  /// The text of the first chunk with a keyword; nil when the file has no such chunk.
  func bytes(_ keyword: String) -> [UInt8]? { texts[keyword] }

  /// The text of the first chunk with a keyword as an integer; nil when the file has no such chunk,
  /// or the text is no integer.
  func number(_ keyword: String) -> Int64? {
    texts[keyword].flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
  }

  private mutating func read(_ bytes: PictureBytes, _ kind: Int, _ body: PictureBytes) {
    let isPlain = bytes.hasBytes("tEXt", at: kind)
    guard isPlain || bytes.hasBytes("zTXt", at: kind),
      let end = body.raw.prefix(80).firstIndex(of: 0)
    else { return }
    let keyword = String(decoding: body.raw[..<end], as: UTF8.self)
    let text = body.part(end + 1..<max(end + 1, body.count))
    guard texts[keyword] == nil else { return }
    if isPlain {
      texts[keyword] = Array(text.raw.prefix(Self.maxBytes))
    } else if text.byte(0) == 0 {
      texts[keyword] = Self.inflated(text.part(1..<max(1, text.count)))
    }
  }

  private static func inflated(_ bytes: PictureBytes) -> [UInt8]? {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: maxBytes + Inflater.outputMargin)
    defer { memory.deallocate() }
    var inflater = Inflater(CompressedPieces([bytes], of: bytes))
    let done = min(maxBytes, inflater.fill(memory, history: 0, count: maxBytes))
    guard inflater.ending == .complete || done == maxBytes else { return nil }
    return Array(UnsafeBufferPointer(start: memory, count: done))
  }
}
