public import Pixels

/// The compressed pixels of a PNG file: the zlib stream for its IDAT chunks. The encoder is fast
/// rather than optimal.
///
/// Every row has the Paeth filter, which suits photos. See ``DeflateWriter`` for the compression.
///
/// - Source: PNG specification, third edition.
public struct PNGBody: Sendable {
  /// The zlib stream of the filtered rows of pixels.
  public let bytes: [UInt8]
  /// Whether the colour type of the PNG is RGBA, not RGB; both have eight bits per channel.
  public let hasAlpha: Bool

  private static let paethFilter: UInt8 = 4

  /// Compresses a bitmap. If a compromised decoder process changes the shared memory of the bitmap
  /// meanwhile, the picture is spoiled, but nothing else.
  public init(_ bitmap: Bitmap) {
    let hasAlpha = !bitmap.isOpaque && Self.hasAlpha(bitmap)
    let rowBytes = bitmap.size.width * (hasAlpha ? 4 : 3)
    let rows = [UInt8](unsafeUninitializedCapacity: (rowBytes + 1) * bitmap.size.height) {
      Self.filter(bitmap, hasAlpha, rowBytes, into: $0)
      $1 = (rowBytes + 1) * bitmap.size.height
    }
    bytes = rows.withUnsafeBytes { rows in
      [UInt8](unsafeUninitializedCapacity: DeflateWriter.maxBytes(for: rows.count)) { out, count in
        guard let start = out.baseAddress else { return }
        count = DeflateWriter.write(rows, to: UnsafeMutableRawPointer(start))
      }
    }
    self.hasAlpha = hasAlpha
  }

  private static func hasAlpha(_ bitmap: Bitmap) -> Bool {
    for y in 0..<bitmap.size.height {
      let row = (bitmap.bytes + y * bitmap.stride).assumingMemoryBound(to: UInt32.self)
      var all: UInt32 = 0xFF00_0000
      for x in 0..<bitmap.size.width { all &= row[x] }
      if all != 0xFF00_0000 { return true }
    }
    return false
  }

  private static func filter(
    _ bitmap: Bitmap, _ hasAlpha: Bool, _ rowBytes: Int, into out: UnsafeMutableBufferPointer<UInt8>
  ) {
    let step = hasAlpha ? 4 : 3
    // One pixel of zeros precedes each row, as the left neighbour of the first pixel.
    var above = [UInt8](repeating: 0, count: rowBytes + step)
    var row = above
    for y in 0..<bitmap.size.height {
      let pixels = (bitmap.bytes + y * bitmap.stride).assumingMemoryBound(to: UInt8.self)
      row.withUnsafeMutableBufferPointer { row in
        for x in 0..<bitmap.size.width {
          let (from, to) = (x * 4, step + x * step)
          row[to] = pixels[from + 2]
          row[to + 1] = pixels[from + 1]
          row[to + 2] = pixels[from]
          if hasAlpha { unpremultiply(row, at: to, alpha: pixels[from + 3]) }
        }
      }
      guard let start = out.baseAddress else { return }
      let line = start + y * (rowBytes + 1)
      line.initialize(to: paethFilter)
      row.withUnsafeBufferPointer { row in
        above.withUnsafeBufferPointer { above in
          for i in 0..<rowBytes {
            (line + i + 1).initialize(
              to: row[step + i] &- paethPrediction(row[i], above: above[step + i], corner: above[i])
            )
          }
        }
      }
      swap(&row, &above)
    }
  }

  @inline(__always)
  private static func unpremultiply(
    _ row: UnsafeMutableBufferPointer<UInt8>, at i: Int, alpha: UInt8
  ) {
    row[i + 3] = alpha
    guard alpha > 0, alpha < 255 else { return }
    for c in i..<i + 3 {
      row[c] = UInt8(min(255, (Int(row[c]) * 255 + Int(alpha) / 2) / Int(alpha)))
    }
  }

  @inline(__always)
  private static func paethPrediction(_ left: UInt8, above: UInt8, corner: UInt8) -> UInt8 {
    let (l, u, c) = (Int(left), Int(above), Int(corner))
    let (a, b, d) = (abs(u - c), abs(l - c), abs(l + u - 2 * c))
    return a <= b && a <= d ? left : b <= d ? above : corner
  }
}
