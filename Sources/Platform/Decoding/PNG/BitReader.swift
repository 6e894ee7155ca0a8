/// Bits from bytes, the lowest of each byte first.
///
/// A small value on purpose: the inner loop works on a copy, which stays in registers.
struct BitReader {
  private var input: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  private(set) var held: UInt64 = 0
  private(set) var heldBits = 0
  /// Bits that were made up behind the end of the input.
  private(set) var inventedBits = 0

  init(_ input: UnsafePointer<UInt8>, count: Int) {
    self.input = input
    end = input + count
  }

  /// True when bits were taken that the input does not have.
  var isPastEnd: Bool { inventedBits > heldBits }

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
      if out.input < end {
        out.held |= UInt64(out.input.pointee) << UInt64(out.heldBits)
        out.input += 1
      } else {
        out.inventedBits += 8
      }
      out.heldBits += 8
    }
    return out
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

  /// Gives back what is held, which must be whole bytes, and takes up to `count` bytes.
  mutating func takeBytes(_ count: Int) -> UnsafeBufferPointer<UInt8> {
    input -= max(0, heldBits - inventedBits) / 8
    held = 0
    heldBits = 0
    let taken = UnsafeBufferPointer(start: input, count: min(count, end - input))
    input += taken.count
    return taken
  }
}
