/// The compression of GIF: codes of growing width, lowest bits first, in blocks of up to 255 bytes.
///
/// Our own because no library fits: gdk-pixbuf's iterator tells neither how often an animation plays
/// nor frames by their number, and alters short times; giflib gives up an image for one wrong code.
/// - Source: GIF89a specification, appendix F.
struct LZWDecoder: ~Copyable {
  private static let most = 4096
  private static let mostBits = 12

  /// The code that a code goes on from.
  private let prefix = UnsafeMutablePointer<UInt16>.allocate(capacity: most)
  /// The last value a code stands for.
  private let last = UnsafeMutablePointer<UInt8>.allocate(capacity: most)
  /// The first one.
  private let first = UnsafeMutablePointer<UInt8>.allocate(capacity: most)
  /// How many.
  private let length = UnsafeMutablePointer<UInt16>.allocate(capacity: most)

  deinit {
    prefix.deallocate()
    last.deallocate()
    first.deallocate()
    length.deallocate()
  }

  /// Unpacks at most `count` values.
  ///
  /// - Parameter start: where the width of the codes stands.
  /// - Returns: how many there are, fewer where the data end or make no sense.
  func run(
    _ b: PictureBytes, from start: Int, into out: UnsafeMutablePointer<UInt8>, count: Int
  ) -> Int {
    guard let width = b.byte(start), (1..<UInt8(Self.mostBits)).contains(width) else { return 0 }
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
      // The end, or a code nobody has defined yet.
      guard code != clear + 1, code < free || code == free && previous != nil else { break }
      if let previous, free < Self.most {
        prefix[free] = UInt16(truncatingIfNeeded: previous)
        first[free] = first[previous]
        length[free] = length[previous] &+ 1
        // A code that is used while it is being defined goes on with its own first value.
        last[free] = code == free ? first[previous] : first[code]
        free += 1
        if free == 1 << codes.bits, codes.bits < Self.mostBits { codes.bits += 1 }
      }
      guard code < free else { break }
      write(code, to: out + done, room: count - done)
      done = min(count, done + Int(length[code]))
      previous = code
    }
    return done
  }

  /// Writes what a code stands for, from its end to its beginning; what does not fit is left out.
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

  /// Codes from blocks of bytes.
  private struct CodeReader {
    private let bytes: PictureBytes
    private var position: Int
    /// Bytes left of the block.
    private var left = 0
    private var held: UInt32 = 0
    private var heldBits = 0
    /// Bits of the next code.
    var bits: Int

    init(_ bytes: PictureBytes, from position: Int, bits: Int) {
      self.bytes = bytes
      self.position = position
      self.bits = bits
    }

    /// The next code, nil where the data end.
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
