/// A reader of the bits of DEFLATE data, least significant bit of each byte first (RFC 1951,
/// 3.1.1). The data may lie in several pieces of memory.
///
/// The reader is a small value, so that the inner loop can work on a copy in registers, and a
/// stored copy is a checkpoint from which decoding continues.
struct BitReader {
  private var input: UnsafePointer<UInt8>
  private var pieceEnd: UnsafePointer<UInt8>
  /// The address of the piece after the current one.
  private var nextPiece: UnsafePointer<UnsafeRawBufferPointer>
  private let piecesEnd: UnsafePointer<UnsafeRawBufferPointer>
  private(set) var buffer: UInt64 = 0
  private(set) var bufferedBits = 0
  /// Number of zero bits appended after the end of the input.
  private(set) var paddingBits = 0

  /// Makes a reader at the first bit of the first piece. The pieces are borrowed, like the memory
  /// they point to.
  init(_ pieces: CompressedPieces) {
    nextPiece = UnsafePointer(pieces.first)
    piecesEnd = nextPiece + pieces.count
    input = UnsafePointer(pieces.placeholder)
    pieceEnd = input
  }

  /// Whether bits beyond the end of the input were consumed.
  var isPastEnd: Bool { paddingBits > bufferedBits }

  /// The address of the next byte to load into the bit buffer.
  var position: UnsafePointer<UInt8> { input }

  /// Fills the bit buffer to at least 56 bits.
  @inline(__always)
  mutating func refill() {
    if pieceEnd - input >= 8 {
      let word = UnsafeRawPointer(input).loadUnaligned(as: UInt64.self)
      buffer |= word &<< UInt64(truncatingIfNeeded: bufferedBits)
      input += (63 &- bufferedBits) &>> 3
      bufferedBits |= 56
    } else {
      self = refilledSlowly()
    }
  }

  // Not mutating: a call that takes the address of the value would force it out of the registers.
  @inline(never)
  private func refilledSlowly() -> BitReader {
    var out = self
    while out.bufferedBits <= 55 {
      if out.input < out.pieceEnd {
        out.buffer |= UInt64(out.input.pointee) << UInt64(out.bufferedBits)
        out.input += 1
      } else if out.openNextPiece() {
        continue
      } else {
        out.paddingBits += 8
      }
      out.bufferedBits += 8
    }
    return out
  }

  /// Makes the next piece the current one.
  ///
  /// - Returns: false after the last piece.
  private mutating func openNextPiece() -> Bool {
    guard nextPiece < piecesEnd else { return false }
    let piece = nextPiece.pointee
    nextPiece += 1
    if let base = piece.baseAddress {
      input = base.assumingMemoryBound(to: UInt8.self)
      pieceEnd = input + piece.count
    }
    return true
  }

  @inline(__always)
  mutating func read(_ count: Int) -> Int {
    let value = Int(truncatingIfNeeded: buffer & (1 &<< UInt64(truncatingIfNeeded: count) &- 1))
    drop(count)
    return value
  }

  @inline(__always)
  mutating func drop(_ count: Int) {
    buffer &>>= UInt64(truncatingIfNeeded: count)
    bufferedBits &-= count
  }

  /// Copies up to `count` bytes of the input to `out`. The number of buffered bits must be a
  /// multiple of eight.
  ///
  /// - Returns: the number of bytes copied; fewer than `count` only at the end of the input.
  mutating func readBytes(_ count: Int, into out: UnsafeMutablePointer<UInt8>) -> Int {
    var copied = 0
    while copied < count, bufferedBits > paddingBits {
      out[copied] = UInt8(truncatingIfNeeded: read(8))
      copied += 1
    }
    guard copied < count, bufferedBits == 0 else { return copied }
    buffer = 0
    while copied < count {
      if input == pieceEnd, !openNextPiece() { return copied }
      let part = min(count - copied, pieceEnd - input)
      (out + copied).update(from: input, count: part)
      input += part
      copied += part
    }
    return copied
  }
}
