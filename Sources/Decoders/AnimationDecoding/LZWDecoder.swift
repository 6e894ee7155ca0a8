import DecodingSupport

/// A decoder of GIF's variable-width LZW: codes of growing width, least significant bit first, in
/// sub-blocks of up to 255 bytes.
///
/// No library is suitable: gdk-pixbuf's iterator reports neither the number of plays nor frame
/// indices, and alters short durations; giflib rejects a whole image for one invalid code.
/// - Source: GIF89a specification, appendix F.
struct LZWDecoder: ~Copyable {
  private static let maxCodes = 4096
  private static let maxBits = 12

  /// The prefix of each code: the code whose string is that of this code without its last value.
  private let prefixes = UnsafeMutablePointer<UInt16>.allocate(capacity: maxCodes)
  /// The last value of each code's string.
  private let lastValues = UnsafeMutablePointer<UInt8>.allocate(capacity: maxCodes)
  /// The first value of each code's string.
  private let firstValues = UnsafeMutablePointer<UInt8>.allocate(capacity: maxCodes)
  /// The length of each code's string.
  private let lengths = UnsafeMutablePointer<UInt16>.allocate(capacity: maxCodes)

  deinit {
    prefixes.deallocate()
    lastValues.deallocate()
    firstValues.deallocate()
    lengths.deallocate()
  }

  /// Decodes at most `count` values to `out`.
  ///
  /// - Parameter start: offset of the LZW minimum code size in `b`.
  /// - Returns: the number of values; fewer than `count` when the data end or are invalid.
  func decode(
    _ b: PictureBytes, from start: Int, into out: UnsafeMutablePointer<UInt8>, count: Int
  ) -> Int {
    guard let width = b.byte(start), (1..<UInt8(Self.maxBits)).contains(width) else { return 0 }
    let clear = 1 << Int(width)
    for code in 0..<clear {
      (lastValues[code], firstValues[code]) = (
        UInt8(truncatingIfNeeded: code), UInt8(truncatingIfNeeded: code)
      )
      (prefixes[code], lengths[code]) = (0, 1)
    }
    var codes = CodeReader(b, from: start + 1, codeWidth: Int(width) + 1)
    var free = clear + 2
    var previous: Int?
    var done = 0
    while done < count, let code = codes.nextCode() {
      if code == clear {
        codes.codeWidth = Int(width) + 1
        free = clear + 2
        previous = nil
        continue
      }
      // Decoding ends at the end-of-information code and at an undefined code.
      guard code != clear + 1, code < free || code == free && previous != nil else { break }
      if let previous, free < Self.maxCodes {
        prefixes[free] = UInt16(truncatingIfNeeded: previous)
        firstValues[free] = firstValues[previous]
        lengths[free] = lengths[previous] &+ 1
        // A code used while it is being defined ends with its own first value.
        lastValues[free] = code == free ? firstValues[previous] : firstValues[code]
        free += 1
        if free == 1 << codes.codeWidth, codes.codeWidth < Self.maxBits { codes.codeWidth += 1 }
      }
      guard code < free else { break }
      writeString(code, to: out + done, room: count - done)
      done = min(count, done + Int(lengths[code]))
      previous = code
    }
    return done
  }

  /// Writes the string of `code` from its last value to its first; values beyond the first `room`
  /// ones are dropped.
  @inline(__always)
  private func writeString(_ code: Int, to out: UnsafeMutablePointer<UInt8>, room: Int) {
    var code = code
    var i = Int(lengths[code])
    while i > 0 {
      i &-= 1
      if i < room { out[i] = lastValues[code] }
      code = Int(prefixes[code])
    }
  }

  /// A reader of codes of variable width from the sub-blocks of an image.
  private struct CodeReader {
    private let bytes: PictureBytes
    private var position: Int
    /// Number of bytes that are left in the current sub-block.
    private var remainingBytes = 0
    private var bitBuffer: UInt32 = 0
    private var bufferedBits = 0
    /// Width of the next code in bits.
    var codeWidth: Int

    init(_ bytes: PictureBytes, from position: Int, codeWidth: Int) {
      self.bytes = bytes
      self.position = position
      self.codeWidth = codeWidth
    }

    /// Reads the next LZW code; nil at the end of the data.
    mutating func nextCode() -> Int? {
      while bufferedBits < codeWidth {
        if remainingBytes == 0 {
          guard let length = bytes.byte(position), length > 0 else { return nil }
          remainingBytes = Int(length)
          position += 1
        }
        guard let byte = bytes.byte(position) else { return nil }
        bitBuffer |= UInt32(byte) << UInt32(bufferedBits)
        bufferedBits += 8
        position += 1
        remainingBytes -= 1
      }
      let code = Int(bitBuffer & (1 << UInt32(codeWidth) - 1))
      bitBuffer >>= UInt32(codeWidth)
      bufferedBits -= codeWidth
      return code
    }
  }
}
