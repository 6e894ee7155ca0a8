public import Pixels

/// Averages of whole blocks: the cheap first step of a large reduction, and the half-size mips.
public struct BoxReduction: Sendable {
  /// Stored pixels of a block across.
  public let across: Int
  /// Stored pixels of a block down.
  public let down: Int
  /// Pixels of the result; a block that is cut by the edge counts as one.
  public let size: PixelSize

  /// A block larger than this would overflow the sums of a column in 16 bits.
  private static let largestBlock = 256

  /// Blocks of `across` × `down` of a picture of `source` pixels; at most 256 each way.
  public init(_ source: PixelSize, across: Int, down: Int) {
    self.across = max(1, min(Self.largestBlock, across))
    self.down = max(1, min(Self.largestBlock, down))
    size = PixelSize(
      width: (source.width + self.across - 1) / self.across,
      height: (source.height + self.down - 1) / self.down)
  }

  /// Writes the result rows `band` (all if nil). Bands that do not overlap may run together.
  ///
  /// - Complexity: O(stored pixels the band reads).
  public func run(_ view: PixelView, into buffer: PixelBuffer, band: Range<Int>? = nil) {
    precondition(buffer.size == size, "\(buffer.size) for \(size)")
    let sums = UnsafeMutableRawPointer.allocate(byteCount: view.size.width * 8 + 64, alignment: 64)
    defer { sums.deallocate() }
    let totals = sums.bindMemory(to: UInt16.self, capacity: view.size.width * 4)
    for y in band ?? 0..<size.height {
      let row = buffer.bytes + y * buffer.stride
      let first = y * down
      let count = min(down, view.size.height - first)
      if across == 2, down == 2, count == 2 {
        HalfKernel.run(view.row(first), view.row(first + 1), width: view.size.width, into: row)
      } else {
        addRows(view, first, count, totals)
        addColumns(totals, rows: count, width: view.size.width, into: row)
      }
    }
  }

  private func addRows(
    _ view: PixelView, _ first: Int, _ count: Int, _ totals: UnsafeMutablePointer<UInt16>
  ) {
    let low = SIMD8<UInt16>(repeating: 0xFF)
    let byteCount = view.size.width * 4
    var x = 0
    while x + 16 <= byteCount {
      var even = SIMD8<UInt16>()
      var odd = SIMD8<UInt16>()
      var source = view.row(first) + x
      for _ in 0..<count {
        let v = source.loadUnaligned(as: SIMD8<UInt16>.self)
        even &+= v & low
        odd &+= v &>> 8
        source += view.stride
      }
      var both = SIMD16<UInt16>()
      both.evenHalf = even
      both.oddHalf = odd
      UnsafeMutableRawPointer(totals + x).storeBytes(of: both, as: SIMD16<UInt16>.self)
      x += 16
    }
    while x < byteCount {
      var sum: UInt16 = 0
      for i in 0..<count { sum &+= UInt16((view.row(first + i) + x).load(as: UInt8.self)) }
      totals[x] = sum
      x += 1
    }
  }

  private func addColumns(
    _ totals: UnsafeMutablePointer<UInt16>, rows: Int, width: Int,
    into out: UnsafeMutableRawPointer
  ) {
    for x in 0..<size.width {
      let first = x * across
      let count = min(across, width - first)
      var sum = SIMD4<UInt32>()
      for i in first..<first + count {
        sum &+= SIMD4<UInt32>(
          truncatingIfNeeded: UnsafeRawPointer(totals + i * 4).loadUnaligned(
            as: SIMD4<UInt16>.self))
      }
      let unit = Float(1) / Float(rows * count)
      let mean = SIMD4(Float(sum[0]), Float(sum[1]), Float(sum[2]), Float(sum[3])) * unit
      let packed = FloatBits.bytes(mean)
      out.storeBytes(of: packed, toByteOffset: x * 4, as: UInt32.self)
    }
  }
}

/// Two rows to one of half the width, exactly rounded, two pixels to a 64-bit word.
enum HalfKernel {
  static func run(
    _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, width: Int,
    into out: UnsafeMutableRawPointer
  ) {
    let mask: UInt64 = 0x00FF_00FF_00FF_00FF
    for x in 0..<width / 2 {
      let a = (upper + x * 8).loadUnaligned(as: UInt64.self)
      let b = (lower + x * 8).loadUnaligned(as: UInt64.self)
      let even = (a & mask) &+ (b & mask)
      let odd = ((a &>> 8) & mask) &+ ((b &>> 8) & mask)
      let e = (UInt32(truncatingIfNeeded: even) &+ UInt32(truncatingIfNeeded: even &>> 32))
      let o = (UInt32(truncatingIfNeeded: odd) &+ UInt32(truncatingIfNeeded: odd &>> 32))
      let low = ((e &+ 0x0002_0002) &>> 2) & 0x00FF_00FF
      let high = ((o &+ 0x0002_0002) &>> 2) & 0x00FF_00FF
      out.storeBytes(of: low | (high &<< 8), toByteOffset: x * 4, as: UInt32.self)
    }
    guard width % 2 == 1 else { return }
    for channel in (width - 1) * 4..<width * 4 {
      let sum =
        Int((upper + channel).load(as: UInt8.self)) + Int((lower + channel).load(as: UInt8.self))
      out.storeBytes(
        of: UInt8((sum + 1) / 2), toByteOffset: (width / 2) * 4 + channel % 4, as: UInt8.self)
    }
  }
}
