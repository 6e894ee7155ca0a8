import DecoderWire
import DecodingSupport
import Geometry
import Pixels
import Resampling

/// The pixels of a GdkPixbuf, which are borrowed from it.
struct PixbufPixels {
  let size: PixelSize
  private let stride: Int
  private let hasAlpha: Bool
  private let bytes: UnsafeMutablePointer<UInt8>
  /// The rows that are decoded; the memory of the others is uninitialised.
  private let decodedRows: Range<Int>

  /// Whether rows of the picture are not decoded.
  var isPartial: Bool { decodedRows.count < size.height }

  /// Borrows the pixels of a GdkPixbuf.
  ///
  /// - Parameter rows: the rows that are decoded; nil for all.
  /// - Throws: `.damaged` for pixels of another kind than RGB or RGBA of eight bits.
  init(
    _ pixbuf: OpaquePointer, _ library: PixbufLibrary, rows: Range<Int>?
  ) throws(DecodeFailure) {
    size = PixelSize(
      width: Int(library.width(pixbuf)), height: Int(library.height(pixbuf)))
    stride = Int(library.stride(pixbuf))
    hasAlpha = library.hasAlpha(pixbuf) != 0
    let channels = library.channels(pixbuf)
    guard !size.isEmpty, library.bitsPerSample(pixbuf) == 8,
      channels == (hasAlpha ? 4 : 3), let pixels = library.pixels(pixbuf)
    else { throw DecodeFailure(.damaged, detail: "the loader gave no pixels") }
    bytes = pixels
    decodedRows = (rows ?? 0..<size.height).clamped(to: 0..<size.height)
  }

  /// Writes the pixels, turned upright, scaled and premultiplied, to fill `buffer`.
  ///
  /// Pixels with alpha that are turned or scaled are first converted in place: the borrowed pixels
  /// of the GdkPixbuf are premultiplied BGRA afterwards, so the function is called once only.
  ///
  /// - Returns: true when every pixel is opaque.
  func scaleReturningIsOpaque(
    to buffer: PixelBuffer, _ orientation: Orientation
  ) throws(DecodeFailure) -> Bool {
    if buffer.size == size, orientation == .up {
      return convertReturningIsOpaque(into: buffer.bytes, stride: buffer.stride)
    }
    if hasAlpha {
      // The pixels have four bytes before and after the conversion, so they are converted in place.
      let isOpaque = convertReturningIsOpaque(into: UnsafeMutableRawPointer(bytes), stride: stride)
      try ParallelScaling.scale(
        PixelView(size: size, stride: stride, bytes: UnsafeRawPointer(bytes)),
        orientation: orientation, to: buffer)
      return isOpaque
    }
    let between = try PrivateMemory(byteCount: size.width * 4 * size.height)
    let isOpaque = convertReturningIsOpaque(into: between.bytes, stride: size.width * 4)
    try ParallelScaling.scale(
      PixelView(size: size, stride: size.width * 4, bytes: between.bytes),
      orientation: orientation, to: buffer)
    return isOpaque
  }

  private func convertReturningIsOpaque(into out: UnsafeMutableRawPointer, stride outStride: Int)
    -> Bool
  {
    var isOpaque = !isPartial
    for y in 0..<size.height {
      let target = out + y * outStride
      guard decodedRows.contains(y) else {
        target.initializeMemory(as: UInt8.self, repeating: 0, count: size.width * 4)
        continue
      }
      let row = bytes + y * stride
      if hasAlpha {
        let rowIsOpaque = PixelConversion.premultiplyReturningIsOpaque(
          rgba: row, count: size.width, into: target)
        isOpaque = isOpaque && rowIsOpaque
      } else {
        PixelConversion.convertToOpaque(rgb: row, count: size.width, into: target)
      }
    }
    return isOpaque
  }
}
