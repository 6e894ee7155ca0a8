import DecoderWire
import Pixels

/// One JPEG by bands and by libjpeg alone, for those who look whether it is the same: fuzzers, for
/// whom a picture that is large enough for bands would be too slow.
package enum JPEGComparison {
  /// - Parameter most: pixels of the largest picture that is looked at.
  /// - Returns: false when bands find nothing wrong and give other pixels than libjpeg. True for all
  ///   they leave to it.
  package static func isSame(_ file: UnsafeRawBufferPointer, most: Int) -> Bool {
    let bytes = PictureBytes(raw: file)
    let header = JPEGHeader(bytes)
    guard header.scanStart != nil, !header.isLossless, header.precision == 8,
      let area = header.size.area, (1...most).contains(area)
    else { return true }
    return [1, 2, 4, 8].allSatisfy { isSame(bytes, header, JPEGScale.scaled(header.size, $0)) }
  }

  private static func isSame(
    _ bytes: PictureBytes, _ header: JPEGHeader, _ size: PixelSize
  ) -> Bool {
    let stride = size.width * 4
    guard let ours = try? PrivateMemory(byteCount: stride * size.height),
      let theirs = try? PrivateMemory(byteCount: stride * size.height)
    else { return true }
    let buffer = PixelBuffer(size: size, stride: stride, bytes: ours.bytes)
    guard ParallelJPEG.decode(bytes, header, into: buffer, leastPixels: 0),
      (try? JPEGDecoder.stored(bytes, header, size, theirs.bytes, stride: stride)) != nil
    else { return true }
    return UnsafeRawBufferPointer(start: ours.bytes, count: ours.count)
      .elementsEqual(UnsafeRawBufferPointer(start: theirs.bytes, count: theirs.count))
  }
}
