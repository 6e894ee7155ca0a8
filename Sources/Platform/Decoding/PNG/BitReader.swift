/// Bits from bytes, the lowest of each byte first; the bytes may lie in several pieces.
///
/// A small value on purpose: the inner loop works on a copy, which stays in registers, and a copy
/// that is kept is a place to come back to.
struct BitReader {
  private var input: UnsafePointer<UInt8>
  private var end: UnsafePointer<UInt8>
  /// The pieces behind the one that is read.
  private var next: UnsafePointer<UnsafeRawBufferPointer>
  private let last: UnsafePointer<UnsafeRawBufferPointer>
  private(set) var held: UInt64 = 0
  private(set) var heldBits = 0
  /// Bits that were made up behind the end of the input.
  private(set) var inventedBits = 0

  /// - Parameter pieces: borrowed, like what they point at.
  init(_ pieces: DataPieces) {
    next = UnsafePointer(pieces.first)
    last = next + pieces.count
    input = UnsafePointer(pieces.nothing)
    end = input
  }

  /// True when bits were taken that the input does not have.
  var isPastEnd: Bool { inventedBits > heldBits }

  /// Where the next bytes are read from.
  var position: UnsafePointer<UInt8> { input }

  /// Makes at least 56 bits available.
  @inline(__always)
  mutating func refill() {
    if end - input >= 8 {
      let word = UnsafeRawPointer(input).loadUnaligned(as: UInt64.self)
      held |= word &<< UInt64(truncatingIfNeeded: heldBits)
      input += (63 &- heldBits) &>> 3
      heldBits |= 56
    } else {
      self = refilledSlowly()
    }
  }

  // Not mutating: a call that takes the address of the value would push it out of the registers.
  @inline(never)
  private func refilledSlowly() -> BitReader {
    var out = self
    while out.heldBits <= 55 {
      if out.input < out.end {
        out.held |= UInt64(out.input.pointee) << UInt64(out.heldBits)
        out.input += 1
      } else if out.openNext() {
        continue
      } else {
        out.inventedBits += 8
      }
      out.heldBits += 8
    }
    return out
  }

  /// - Returns: false behind the last piece.
  private mutating func openNext() -> Bool {
    guard next < last else { return false }
    let piece = next.pointee
    next += 1
    if let base = piece.baseAddress {
      input = base.assumingMemoryBound(to: UInt8.self)
      end = input + piece.count
    }
    return true
  }

  @inline(__always)
  mutating func take(_ count: Int) -> Int {
    let value = Int(truncatingIfNeeded: held & (1 &<< UInt64(truncatingIfNeeded: count) &- 1))
    drop(count)
    return value
  }

  @inline(__always)
  mutating func drop(_ count: Int) {
    held &>>= UInt64(truncatingIfNeeded: count)
    heldBits &-= count
  }

  /// Up to `count` bytes; what is held must be whole bytes.
  ///
  /// - Returns: how many there were; fewer only at the end of the input.
  mutating func takeBytes(_ count: Int, into out: UnsafeMutablePointer<UInt8>) -> Int {
    var taken = 0
    while taken < count, heldBits > inventedBits {
      out[taken] = UInt8(truncatingIfNeeded: take(8))
      taken += 1
    }
    guard taken < count, heldBits == 0 else { return taken }
    held = 0
    while taken < count {
      if input == end, !openNext() { return taken }
      let part = min(count - taken, end - input)
      (out + taken).update(from: input, count: part)
      input += part
      taken += part
    }
    return taken
  }
}
