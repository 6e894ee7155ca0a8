import Geometry
import Glibc
public import Pixels

extension Bitmap {
  /// Whether both bitmaps have equal sizes and pixels.
  public func isSame(as other: Bitmap) -> Bool { firstDifference(from: other) == nil }

  /// The first pixel that differs, in row order; (0, 0) for different sizes, nil for equal bitmaps.
  public func firstDifference(from other: Bitmap) -> (x: Int, y: Int)? {
    guard size == other.size else { return (0, 0) }
    // Most compared pictures are equal: rows are compared as a whole first.
    for y in 0..<size.height where memcmp(row(y), other.row(y), size.width * 4) != 0 {
      for x in 0..<size.width where pixel(x: x, y: y) != other.pixel(x: x, y: y) {
        return (x, y)
      }
    }
    return nil
  }

  /// The largest difference of any channel of any pixel; 255 when the sizes differ.
  public func largestDifference(from other: Bitmap) -> Int {
    guard size == other.size else { return 255 }
    return channelDifferences(from: other, 0) { max($0, $1) }
  }

  /// The mean difference of all channels, in 0...255; 255 when the sizes differ.
  public func meanDifference(from other: Bitmap) -> Double {
    guard size == other.size else { return 255 }
    let sum = channelDifferences(from: other, 0) { $0 + $1 }
    return Double(sum) / Double(max(1, size.width * size.height * 4))
  }

  private func row(_ y: Int) -> UnsafeRawPointer { bytes + y * stride }

  private func channelDifferences(
    from other: Bitmap, _ start: Int, _ next: (Int, Int) -> Int
  ) -> Int {
    var result = start
    let count = size.width * 4
    for y in 0..<size.height {
      let (mine, theirs) = (row(y), other.row(y))
      for i in 0..<count {
        let a = mine.load(fromByteOffset: i, as: UInt8.self)
        let b = theirs.load(fromByteOffset: i, as: UInt8.self)
        result = next(result, abs(Int(a) - Int(b)))
      }
    }
    return result
  }
}
