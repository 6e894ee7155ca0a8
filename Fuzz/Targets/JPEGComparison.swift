import DecoderWire
import DecodingSupport
import Geometry
import JPEGDecoding
import PictureMetadata
import Pixels
import Resampling

/// A test oracle for fuzzers: compares parallel decoding of a JPEG with that of libjpeg alone. The
/// minimum size for parallel decoding is lifted, as pictures above it would be too slow to fuzz.
enum JPEGComparison {
  /// - Parameter maxArea: maximum area of the pictures that are compared, in pixels; larger ones
  ///   count as the same.
  /// - Returns: false when parallel decoding succeeds with pixels other than libjpeg's. True for
  ///   pictures that it leaves to libjpeg.
  static func isSame(_ file: UnsafeRawBufferPointer, maxArea: Int) -> Bool {
    let bytes = PictureBytes(raw: file)
    let header = JPEGHeader(bytes)
    guard header.scanStart != nil, !header.isLossless, header.precision == 8,
      let area = header.size.area, (1...maxArea).contains(area)
    else { return true }
    return [1, 2, 4, 8].allSatisfy { isSame(bytes, header, JPEGScale.scaled(header.size, $0)) }
  }

  private static func isSame(
    _ bytes: PictureBytes, _ header: JPEGHeader, _ size: PixelSize
  ) -> Bool {
    guard let ours = try? Pixels(size), let theirs = try? Pixels(size),
      decode(bytes, header, size, .up, into: ours.buffer),
      (try? JPEGDecoder.decodeStored(
        bytes, header, size, theirs.memory.bytes, stride: theirs.stride))
        != nil
    else { return true }
    return ours.isSame(as: theirs) && isSameScaled(bytes, header, theirs)
  }

  /// Compares scaling band by band with scaling the whole picture, both oriented and at 2/3 of the
  /// size.
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
      bytes, header, reduced: reduced, orientation: orientation, into: buffer, minPixels: 0)
  }

  /// A picture with memory of its own and no padding between rows.
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
