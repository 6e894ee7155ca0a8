package import DecoderWire
package import DecodingSupport
package import Geometry
package import Pixels

/// The stored frames of a GIF, which are decompressed when they are painted.
package final class GIFFrames: FrameSource {
  private let bytes: PictureBytes
  private let structure: GIFStructure
  private let maxPixels: Int
  private let lzwDecoder = LZWDecoder()
  /// The colour indices of the image painted last; the array is reused, because the first access to
  /// fresh memory costs as much time as decoding.
  private var colorIndices: [UInt8] = []
  package let frames: [StoredFrame]
  /// Number of pixels of the image painted last that the file contains.
  private(set) var decodedPixelCount = 0

  package init(_ bytes: PictureBytes, limits: DecodeLimits) {
    self.bytes = bytes
    structure = GIFStructure(bytes, limit: limits.frames)
    maxPixels = limits.pixels
    frames = structure.images.map(\.frame)
  }

  package var size: PixelSize { structure.size }
  package var orientation: Orientation { .up }
  package var iterationCount: Int { structure.iterationCount }
  package var isTruncated: Bool { !structure.isComplete }

  package func paint(_ index: Int, on canvas: PixelBuffer) {
    let image = structure.images[index]
    decodedPixelCount = 0
    guard let area = image.frame.size.area, area > 0, area <= maxPixels else { return }
    if colorIndices.count < area { colorIndices = [UInt8](repeating: 0, count: area) }
    let colors = Palette(bytes.part(image.paletteRange), transparent: image.transparentIndex)
    colorIndices.withUnsafeMutableBufferPointer { colorIndices in
      guard let base = colorIndices.baseAddress else { return }
      decodedPixelCount = lzwDecoder.decode(bytes, from: image.dataOffset, into: base, count: area)
      paint(base, decodedPixelCount, of: image, colors, on: canvas)
    }
  }

  /// Paints the first `count` pixels of an image on the canvas; the others are missing in a
  /// truncated file.
  ///
  /// - Parameter colorIndices: the colour index of each pixel, in file order.
  private func paint(
    _ colorIndices: UnsafePointer<UInt8>, _ count: Int, of image: GIFImage, _ colors: Palette,
    on canvas: PixelBuffer
  ) {
    let frame = image.frame
    let columns = frame.columns(on: canvas.size)
    let rows = image.isInterlaced ? Self.interlacedRows(frame.size.height) : nil
    var line = 0
    while line < frame.size.height, line * frame.size.width < count {
      let y = frame.y + (rows?[line] ?? line)
      if y < canvas.size.height {
        let decodedCount = min(columns.count, count - line * frame.size.width)
        let row = canvas.bytes + y * canvas.stride + columns.lowerBound * 4
        colors.paint(colorIndices + line * frame.size.width, decodedCount, on: row)
      }
      line += 1
    }
  }

  /// The rows of an interlaced image of `height` rows in file order (GIF89a, appendix E): every
  /// eighth row, then the rows between them in three further passes.
  private static func interlacedRows(_ height: Int) -> [Int] {
    [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0, to: height, by: $1)) }
  }

  /// The colours of an image: a BGRA pixel for every colour index, 0 for the transparent one.
  private struct Palette {
    private var colors = [UInt32](repeating: 0xFF00_0000, count: 256)
    private let hasTransparency: Bool

    /// Makes the pixels from a colour table with three bytes (RGB) per entry; a colour index
    /// without an entry becomes black.
    init(_ b: PictureBytes, transparent: UInt8?) {
      hasTransparency = transparent != nil
      for i in 0..<min(256, b.count / 3) {
        let (r, g, b) = (b.raw[i * 3], b.raw[i * 3 + 1], b.raw[i * 3 + 2])
        colors[i] = 0xFF00_0000 | UInt32(r) << 16 | UInt32(g) << 8 | UInt32(b)
      }
      if let transparent { colors[Int(transparent)] = 0 }
    }

    func paint(
      _ colorIndices: UnsafePointer<UInt8>, _ count: Int, on row: UnsafeMutableRawPointer
    ) {
      let row = row.assumingMemoryBound(to: UInt32.self)
      colors.withUnsafeBufferPointer { colors in
        if hasTransparency {
          for x in 0..<count {
            let color = colors[Int(colorIndices[x])]
            if color != 0 { row[x] = color }
          }
        } else {
          for x in 0..<count { row[x] = colors[Int(colorIndices[x])] }
        }
      }
    }
  }
}
