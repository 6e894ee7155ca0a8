import CJPEG
import CLinux
import DecoderWire
import Geometry
import Pixels
import Resampling

/// A decoder for progressive JPEGs on two threads: the luma scans, which are most of the data, on
/// one, the chroma scans on the other. The pixels are those of libjpeg.
enum ParallelProgressive {
  /// The suitable areas in pixels. Below, one thread is as quick; above, the coefficients, which
  /// are held twice, take too much memory: six bytes a pixel.
  private static let areas = 2_000_000...32_000_000
  /// Minimum height in pixel rows of a band, which is still in a processor's cache when it is
  /// scaled.
  private static let minRows = 64

  /// Decodes all of `bytes` to opaque BGRA, oriented and scaled to fill `buffer`.
  ///
  /// - Parameters:
  ///   - reduced: the size at which libjpeg decodes; the size of `buffer` by default.
  ///   - ahead: ends when the preview was sent ahead. Chroma, the smaller share of work, waits for
  ///     that, so that luma has a processor to itself.
  /// - Returns: false when the picture is unsuitable or not entirely valid. The contents of
  ///   `buffer` are then undefined.
  static func decode(
    _ bytes: PictureBytes, _ header: JPEGHeader, reduced: PixelSize? = nil,
    orientation: Orientation = .up, into buffer: PixelBuffer,
    after ahead: BlockingQueue<Never>? = nil,
    areas: ClosedRange<Int> = areas
  ) -> Bool {
    let reduced = reduced ?? buffer.size
    guard header.isProgressive, header.components == 3, areas.contains(header.size.area ?? 0),
      let scans = LumaChromaFiles(bytes),
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

  /// Decodes luma and chroma on two threads.
  ///
  /// - Parameters:
  ///   - light: receives luma, one byte a pixel, rows without padding.
  ///   - stored: receives the chroma samples.
  ///   - result: memory that is written later; its pages are touched meanwhile.
  private static func decode(
    _ scans: LumaChromaFiles, _ light: UnsafeMutableRawPointer, _ stored: PixelBuffer,
    result: PixelBuffer, after ahead: BlockingQueue<Never>?
  ) -> Bool {
    let size = stored.size
    // The values that the second thread uses are not accessed before it is joined.
    nonisolated(unsafe) let (scans, colors, light) = (scans, stored, light)
    nonisolated(unsafe) let result = result
    nonisolated(unsafe) var hasColors = false
    let second = SecondThread {
      _ = ahead?.take()
      hasColors = decode(
        scans.colors, TJPF_BGRA, size, colors.bytes, stride: colors.stride)
      // Chroma ends long before luma, whose pixels are written at the very end, so this thread
      // touches the memory for them.
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

  /// Combines luma and chroma to BGRA.
  private static func join(_ light: UnsafeRawPointer, _ buffer: PixelBuffer, rows: Range<Int>) {
    for y in rows {
      YCbCrConversion.join(
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
    let height = max(minRows, 4 * reach)
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
