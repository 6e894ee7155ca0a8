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
  private let prefix = UnsafeMutablePointer<UInt16>.allocate(capacity: maxCodes)
  /// The last value of each code's string.
  private let last = UnsafeMutablePointer<UInt8>.allocate(capacity: maxCodes)
  /// The first value of each code's string.
  private let first = UnsafeMutablePointer<UInt8>.allocate(capacity: maxCodes)
  /// The length of each code's string.
  private let length = UnsafeMutablePointer<UInt16>.allocate(capacity: maxCodes)

  deinit {
    prefix.deallocate()
    last.deallocate()
    first.deallocate()
    length.deallocate()
  }

  /// Decodes at most `count` values to `out`.
  ///
  /// - Parameter start: offset of the LZW minimum code size in `b`.
  /// - Returns: the number of values; fewer than `count` when the data end or are invalid.
  func run(
    _ b: PictureBytes, from start: Int, into out: UnsafeMutablePointer<UInt8>, count: Int
  ) -> Int {
    guard let width = b.byte(start), (1..<UInt8(Self.maxBits)).contains(width) else { return 0 }
    let clear = 1 << Int(width)
    for code in 0..<clear {
      (last[code], first[code]) = (UInt8(truncatingIfNeeded: code), UInt8(truncatingIfNeeded: code))
      (prefix[code], length[code]) = (0, 1)
    }
    var codes = CodeReader(b, from: start + 1, bits: Int(width) + 1)
    var free = clear + 2
    var previous: Int?
    var done = 0
    while done < count, let code = codes.next() {
      if code == clear {
        codes.bits = Int(width) + 1
        free = clear + 2
        previous = nil
        continue
      }
      // Decoding ends at the end-of-information code and at an undefined code.
      guard code != clear + 1, code < free || code == free && previous != nil else { break }
      if let previous, free < Self.maxCodes {
        prefix[free] = UInt16(truncatingIfNeeded: previous)
        first[free] = first[previous]
        length[free] = length[previous] &+ 1
        // A code used while it is being defined ends with its own first value.
        last[free] = code == free ? first[previous] : first[code]
        free += 1
        if free == 1 << codes.bits, codes.bits < Self.maxBits { codes.bits += 1 }
      }
      guard code < free else { break }
      write(code, to: out + done, room: count - done)
      done = min(count, done + Int(length[code]))
      previous = code
    }
    return done
  }

  /// Writes the string of `code` from its last value to its first; values beyond the first `room`
  /// ones are dropped.
  @inline(__always)
  private func write(_ code: Int, to out: UnsafeMutablePointer<UInt8>, room: Int) {
    var code = code
    var i = Int(length[code])
    while i > 0 {
      i &-= 1
      if i < room { out[i] = last[code] }
      code = Int(prefix[code])
    }
  }

  /// A reader of codes of variable width from the sub-blocks of an image.
  private struct CodeReader {
    private let bytes: PictureBytes
    private var position: Int
    /// Number of bytes that are left in the current sub-block.
    private var left = 0
    private var held: UInt32 = 0
    private var heldBits = 0
    /// Width of the next code in bits.
    var bits: Int

    init(_ bytes: PictureBytes, from position: Int, bits: Int) {
      self.bytes = bytes
      self.position = position
      self.bits = bits
    }

    /// Reads the next LZW code; nil at the end of the data.
    mutating func next() -> Int? {
      while heldBits < bits {
        if left == 0 {
          guard let length = bytes.byte(position), length > 0 else { return nil }
          left = Int(length)
          position += 1
        }
        guard let byte = bytes.byte(position) else { return nil }
        held |= UInt32(byte) << UInt32(heldBits)
        heldBits += 8
        position += 1
        left -= 1
      }
      let code = Int(held & (1 << UInt32(bits) - 1))
      held >>= UInt32(bits)
      heldBits -= bits
      return code
    }
  }
}
