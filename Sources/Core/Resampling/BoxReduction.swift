public import Pixels

/// A box filter that averages whole blocks: the fast first step of a large reduction, and the
/// half-size mips.
public struct BoxReduction: Sendable {
  /// The width of a block in source pixels.
  public let across: Int
  /// The height of a block in source pixels.
  public let down: Int
  /// The size of the result in pixels; blocks cut by the edge are included.
  public let size: PixelSize

  /// The maximum side of a block, so that the sums do not overflow 32 bits.
  private static let maxBlockSide = 256

  /// Makes a reduction by blocks of `across` × `down` pixels, each clamped to 1…256, of a picture
  /// of size `source`.
  public init(_ source: PixelSize, across: Int, down: Int) {
    self.across = max(1, min(Self.maxBlockSide, across))
    self.down = max(1, min(Self.maxBlockSide, down))
    size = PixelSize(
      width: (source.width + self.across - 1) / self.across,
      height: (source.height + self.down - 1) / self.down)
  }

  /// Writes the result rows `band` (all if nil). Disjoint bands may run concurrently.
  ///
  /// - Complexity: O(stored pixels the band reads).
  public func run(_ view: PixelView, into buffer: PixelBuffer, band: Range<Int>? = nil) {
    precondition(buffer.size == size, "\(buffer.size) for \(size)")
    let table = LinearLightTable.standard
    let sums = UnsafeMutablePointer<LinearLightSum>.allocate(capacity: size.width)
    defer { sums.deallocate() }
    for y in band ?? 0..<size.height {
      let row = buffer.bytes + y * buffer.stride
      let first = y * down
      let count = min(down, view.size.height - first)
      if across == 2, count == 2, view.size.width % 2 == 0 {
        halve(view.row(first), view.row(first + 1), table, into: row)
        continue
      }
      sums.initialize(repeating: LinearLightSum(), count: size.width)
      for y in first..<first + count { add(view.row(y), view.size.width, table, to: sums) }
      for x in 0..<size.width {
        let count = min(across, view.size.width - x * across) * count
        row.storeBytes(of: sums[x].mean(of: count, table), toByteOffset: x * 4, as: UInt32.self)
      }
    }
  }

  private func add(
    _ row: UnsafeRawPointer, _ width: Int, _ table: LinearLightTable,
    to sums: UnsafeMutablePointer<LinearLightSum>
  ) {
    var x = 0
    var block = sums
    while x < width {
      let end = min(x + across, width)
      var sum = block.pointee
      while x < end {
        sum.add(table.light((row + x * 4).loadUnaligned(as: UInt32.self)))
        x += 1
      }
      block.pointee = sum
      block += 1
    }
  }

  /// Averages two rows to one of half the width.
  private func halve(
    _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ table: LinearLightTable,
    into out: UnsafeMutableRawPointer
  ) {
    for x in 0..<size.width {
      var sum = LinearLightSum()
      sum.add(table.light((upper + x * 8).loadUnaligned(as: UInt32.self)))
      sum.add(table.light((upper + x * 8 + 4).loadUnaligned(as: UInt32.self)))
      sum.add(table.light((lower + x * 8).loadUnaligned(as: UInt32.self)))
      sum.add(table.light((lower + x * 8 + 4).loadUnaligned(as: UInt32.self)))
      out.storeBytes(of: sum.quarter(table), toByteOffset: x * 4, as: UInt32.self)
    }
  }
}

/// A sum of linear light, 32 bits per channel: blue and red in one word, green and alpha in the
/// other.
private struct LinearLightSum {
  private static let mask: UInt64 = 0x0000_FFFF_0000_FFFF

  private var even: UInt64 = 0
  private var odd: UInt64 = 0

  @inline(__always)
  mutating func add(_ light: UInt64) {
    even &+= light & Self.mask
    odd &+= light &>> 16 & Self.mask
  }

  @inline(__always)
  func mean(of count: Int, _ table: LinearLightTable) -> UInt32 {
    let sums = SIMD4(
      Float(even & 0xFFFF_FFFF), Float(odd & 0xFFFF_FFFF), Float(even &>> 32), Float(odd &>> 32))
    let light = FloatBits.whole(sums * (1 / Float(count)))
    return table.pixel(light[0], light[1], light[2], light[3])
  }

  /// The mean of four pixels, exactly rounded.
  @inline(__always)
  func quarter(_ table: LinearLightTable) -> UInt32 {
    let (even, odd) = (even &+ 0x0000_0002_0000_0002, odd &+ 0x0000_0002_0000_0002)
    return table.pixel(
      UInt32(truncatingIfNeeded: even) &>> 2, UInt32(truncatingIfNeeded: odd) &>> 2,
      UInt32(truncatingIfNeeded: even &>> 34), UInt32(truncatingIfNeeded: odd &>> 34))
  }
}
