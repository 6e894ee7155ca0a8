import DecoderWire
import Geometry
import Pixels
import Resampling

/// One JPEG by every processor and by libjpeg alone, for those who look whether it is the same:
/// fuzzers, for whom a picture that is large enough for more than one would be too slow.
package enum JPEGComparison {
  /// - Parameter most: pixels of the largest picture that is looked at.
  /// - Returns: false when several processors find nothing wrong and give other pixels than libjpeg.
  ///   True for all they leave to it.
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
    guard let ours = try? Pixels(size), let theirs = try? Pixels(size),
      decode(bytes, header, size, .up, into: ours.buffer),
      (try? JPEGDecoder.stored(bytes, header, size, theirs.memory.bytes, stride: theirs.stride))
        != nil
    else { return true }
    return ours.isSame(as: theirs) && isSameScaled(bytes, header, theirs)
  }

  /// The same of what is scaled band by band, and of the whole, turned and two thirds as large.
  private static func isSameScaled(
    _ bytes: PictureBytes, _ header: JPEGHeader, _ whole: borrowing Pixels
  ) -> Bool {
    let orientation = Orientation(rawValue: 1 + bytes.count % 8) ?? .up
    let upright = orientation.swapsAxes ? whole.size.transposed : whole.size
    let size = PixelSize(width: (upright.width * 2 + 2) / 3, height: (upright.height * 2 + 2) / 3)
    guard let ours = try? Pixels(size), let theirs = try? Pixels(size),
      decode(bytes, header, whole.size, orientation, into: ours.buffer)
    else { return true }
    ResamplePlan(source: whole.size, to: size, orientation: orientation).run(
      PixelView(size: whole.size, stride: whole.stride, bytes: whole.memory.bytes),
      into: theirs.buffer)
    return ours.isSame(as: theirs)
  }

  private static func decode(
    _ bytes: PictureBytes, _ header: JPEGHeader, _ reduced: PixelSize, _ orientation: Orientation,
    into buffer: PixelBuffer
  ) -> Bool {
    ParallelJPEG.decode(
      bytes, header, reduced: reduced, orientation: orientation, into: buffer, leastPixels: 0)
      || ParallelProgressive.decode(
        bytes, header, reduced: reduced, orientation: orientation, into: buffer, areas: 1...Int.max)
  }

  /// A picture in memory of its own, its rows without gaps.
  private struct Pixels: ~Copyable {
    let size: PixelSize
    let memory: PrivateMemory
    var stride: Int { size.width * 4 }
    var buffer: PixelBuffer { PixelBuffer(size: size, stride: stride, bytes: memory.bytes) }

    init(_ size: PixelSize) throws(DecodeFailure) {
      self.size = size
      memory = try PrivateMemory(byteCount: size.width * 4 * size.height)
    }

    borrowing func isSame(as other: borrowing Pixels) -> Bool {
      UnsafeRawBufferPointer(start: memory.bytes, count: memory.count)
        .elementsEqual(UnsafeRawBufferPointer(start: other.memory.bytes, count: memory.count))
    }
  }
}
