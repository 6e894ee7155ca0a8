import CJPEG
import CLinux
import DecoderWire
import Geometry
import Pixels
import Resampling

/// A progressive JPEG decoded on two processors: the scans of brightness, which are most of it, on
/// one, those of colours on the other. The pixels are those libjpeg makes of the whole.
enum ParallelProgressive {
  /// Pixels of a picture for this. Below it one processor is as quick; above it the coefficients,
  /// which are held twice then, take too much memory: six bytes a pixel.
  private static let areas = 2_000_000...32_000_000
  /// Rows of a band that is still in a processor's cache when it is scaled.
  private static let leastRows = 64

  /// Decodes all of `bytes`, opaque BGRA, upright and scaled into all of `buffer`.
  ///
  /// - Parameters:
  ///   - reduced: its size as it is decoded, the result's own unless given.
  ///   - ahead: ends when what is sent ahead was sent. The colours, which are less work, wait for that:
  ///     the brightness has a processor to itself.
  /// - Returns: false when it is no picture for this, or anything about it is not quite right: then
  ///   `buffer` is as good as empty.
  static func decode(
    _ bytes: PictureBytes, _ header: JPEGHeader, reduced: PixelSize? = nil,
    orientation: Orientation = .up, into buffer: PixelBuffer, after ahead: Handover<Never>? = nil,
    areas: ClosedRange<Int> = areas
  ) -> Bool {
    let reduced = reduced ?? buffer.size
    guard header.isProgressive, header.components == 3, areas.contains(header.size.area ?? 0),
      let scans = SeparatedScans(bytes),
      let light = try? PrivateMemory(byteCount: reduced.width * reduced.height)
    else { return false }
    guard reduced != buffer.size || orientation != .up else {
      guard decode(scans, light.bytes, buffer, result: buffer, after: ahead) else { return false }
      join(light.bytes, buffer)
      return true
    }
    let stride = reduced.width * 4
    guard let memory = try? PrivateMemory(byteCount: stride * reduced.height) else { return false }
    let stored = PixelBuffer(size: reduced, stride: stride, bytes: memory.bytes)
    guard decode(scans, light.bytes, stored, result: buffer, after: ahead) else { return false }
    return (try? joinAndScale(light.bytes, stored, orientation, into: buffer)) != nil
  }

  /// - Parameters:
  ///   - light: what becomes of the brightness, a byte for every pixel, row after row.
  ///   - stored: what becomes of the colours.
  ///   - result: memory that is written later, and touched meanwhile.
  private static func decode(
    _ scans: SeparatedScans, _ light: UnsafeMutableRawPointer, _ stored: PixelBuffer,
    result: PixelBuffer, after ahead: Handover<Never>?
  ) -> Bool {
    let size = stored.size
    // Nobody looks at what is the thread's before it was joined.
    nonisolated(unsafe) let (scans, colors, light) = (scans, stored, light)
    nonisolated(unsafe) let result = result
    nonisolated(unsafe) var hasColors = false
    let second = SecondThread {
      _ = ahead?.take()
      hasColors = decode(
        scans.colors, TJPF_BGRA, size, colors.bytes, stride: colors.stride)
      // It is done long before the other. The brightness is written there at its very end.
      madvise(light, size.width * size.height, MADV_POPULATE_WRITE)
      madvise(result.bytes, result.stride * result.size.height, MADV_POPULATE_WRITE)
    }
    let hasLight =
      second != nil && decode(scans.light, TJPF_GRAY, size, light, stride: size.width)
    second?.join()
    return hasLight && hasColors
  }

  private static func decode(
    _ file: [UInt8], _ format: TJPF, _ size: PixelSize, _ out: UnsafeMutableRawPointer, stride: Int
  ) -> Bool {
    file.withUnsafeBytes { raw in
      let outcome = try? TurboJPEG().decode(
        PictureBytes(raw: raw), size: size, format, into: out, stride: stride)
      if case .clean = outcome { return true }
      return false
    }
  }

  // MARK: Both together

  private static func join(_ light: UnsafeRawPointer, _ buffer: PixelBuffer) {
    nonisolated(unsafe) let (light, buffer) = (light, buffer)
    ParallelScaling.inBands(rows: buffer.size.height, pixels: buffer.size.area ?? 0) {
      join(light, buffer, rows: $0)
    }
  }

  /// Makes colours of the two differences and the brightness.
  private static func join(_ light: UnsafeRawPointer, _ buffer: PixelBuffer, rows: Range<Int>) {
    for y in rows {
      JPEGPixel.join(
        light + y * buffer.size.width, count: buffer.size.width,
        into: buffer.bytes + y * buffer.stride)
    }
  }

  private static func joinAndScale(
    _ light: UnsafeRawPointer, _ stored: PixelBuffer, _ orientation: Orientation,
    into buffer: PixelBuffer
  ) throws(DecodeFailure) {
    let view = PixelView(size: stored.size, stride: stored.stride, bytes: stored.bytes)
    guard let plan = BandScaling.plan(of: stored.size, orientation: orientation, to: buffer.size)
    else {
      join(light, stored)
      return try ParallelScaling.scale(view, orientation: orientation, to: buffer)
    }
    let reach = plan.sourceRows(of: 0..<1).count
    let height = max(leastRows, 4 * reach)
    let tops = (0..<max(1, stored.size.height / height)).map { $0 * height }
    let scaling = try BandScaling(plan, edges: Array(tops.dropFirst()), into: buffer)
    nonisolated(unsafe) let (light, stored) = (light, stored)
    ParallelScaling.inBands(rows: tops.count, pixels: stored.size.area ?? 0) { bands in
      for band in bands {
        let end = band + 1 < tops.count ? tops[band + 1] : stored.size.height
        join(light, stored, rows: tops[band]..<end)
        scaling.take(tops[band]..<end, in: view, from: 0)
      }
    }
  }
}
