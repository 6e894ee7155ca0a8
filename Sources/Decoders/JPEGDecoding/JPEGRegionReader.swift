package import ColorManagement
package import DecodeJobs
package import DecoderWire
import DecodingSupport
import Geometry
import PictureMetadata
package import Pixels
import Resampling

/// Region access to a JPEG: the MCUs of a region are located without decoding the pixels before
/// them, written as a small JPEG, and that is decoded.
package final class JPEGRegionReader: RegionReader {
  /// Maximum number of pixels that are decoded at once before they are turned upright or reduced
  /// further.
  private static let maxPiecePixels = 4_000_000
  /// Maximum side of a piece that is decoded at once, in pixels of the full-size picture; libjpeg
  /// rejects more than 65,500.
  private static let maxPieceExtent = 32_768
  /// Binary logarithm of libjpeg's largest reduction, 1/8.
  private static let maxScaleShift = 3

  package private(set) var info: DecodeReply.Info
  private let header: JPEGHeader
  /// The bytes that are decoded: the file, or the sequential JPEG that was made from it.
  private let bytes: PictureBytes
  private let checkpointIndex: JPEGCheckpointIndex
  /// The sequential JPEG with the same coefficients in one scan, made from a progressive or
  /// multi-scan file; nil when the file itself is used.
  private let transcoded: TranscodedJPEG?
  /// The whole picture at 1/8 scale, made at the first request for a region at that scale or a
  /// coarser one, because decoding it costs as much as decoding any large region.
  private var eighthScale: EighthScaleJPEG?

  package init(_ job: DecodeJob) throws(DecodeFailure) {
    header = try JPEGDecoder.header(job)
    info = JPEGDecoder.info(header)
    let body = header.withoutTrailingData(job.bytes)
    if let scan = JPEGScan(body) {
      transcoded = nil
      bytes = body
      checkpointIndex = JPEGCheckpointIndex(scan, bytes)
      return
    }
    let end = ScanBudget(body, seconds: job.request.limits.seconds).firstScanBeyondBudget()
    if end != nil { info.isTruncated = true }
    let transcoded = try TranscodedJPEG(end.map { body.part(0..<$0) } ?? body)
    guard let scan = JPEGScan(transcoded.bytes) else {
      throw DecodeFailure(.unsupported, format: PictureFormat.jpeg.name, detail: "it has no parts")
    }
    self.transcoded = transcoded
    bytes = transcoded.bytes
    checkpointIndex = JPEGCheckpointIndex(scan, bytes)
  }

  package var heldByteCount: Int {
    checkpointIndex.byteCount + (transcoded?.bytes.count ?? 0) + (eighthScale?.byteCount ?? 0)
  }

  package func read(
    _ region: RegionRequest, into memory: PixelBuffer, cmyk: ColorConversion?
  ) throws(DecodeFailure) {
    let plan = try RegionPlan(region, memory.size, of: info.naturalSize, header.orientation)
    let scale = min(plan.level, Self.maxScaleShift)
    // The 1/8 picture keeps the first conversion of CMYK. That is right, because the viewer
    // requests no regions of CMYK pictures: a reader of one serves a single request for the whole
    // picture.
    if scale == Self.maxScaleShift, eighthScale == nil { makeEighthScale(cmyk) }
    let block = 1 << (plan.level - scale)
    let longest = max(1, Self.maxPieceExtent >> plan.level)
    for left in stride(from: plan.columns.lowerBound, to: plan.columns.upperBound, by: longest) {
      let columns = left..<min(left + longest, plan.columns.upperBound)
      let tallest = max(1, min(longest, Self.maxPiecePixels / (columns.count * block * block)))
      for top in stride(from: plan.rows.lowerBound, to: plan.rows.upperBound, by: tallest) {
        let rows = top..<min(top + tallest, plan.rows.upperBound)
        try copyPiece(plan, scale, columns, rows, cmyk, into: memory)
      }
    }
  }

  /// Decodes one piece of the region at the plan's reduction, turns it upright and copies it into
  /// `memory`.
  private func copyPiece(
    _ plan: RegionPlan, _ scale: Int, _ columns: Range<Int>, _ rows: Range<Int>,
    _ cmyk: ColorConversion?, into memory: PixelBuffer
  ) throws(DecodeFailure) {
    let more = plan.level - scale
    let all = RegionPlan.reduced(header.size, scale)
    let wide = columns.lowerBound << more..<min(columns.upperBound << more, all.width)
    let high = rows.lowerBound << more..<min(rows.upperBound << more, all.height)
    if scale == Self.maxScaleShift, let eighthScale {
      return try copyReduced(
        plan, eighthScale.view(wide, high), more, x: columns.lowerBound, y: rows.lowerBound,
        into: memory)
    }
    let excerpt = try DecodedExcerpt(self, scale, wide, high, cmyk)
    try copyReduced(
      plan, excerpt.view, more, x: columns.lowerBound, y: rows.lowerBound, into: memory)
  }

  /// Copies a piece that libjpeg has reduced into `memory`, after `more` further reductions by
  /// half.
  private func copyReduced(
    _ plan: RegionPlan, _ view: PixelView, _ more: Int, x: Int, y: Int, into memory: PixelBuffer
  ) throws(DecodeFailure) {
    guard more > 0 else { return plan.copyUpright(view, x: x, y: y, into: memory) }
    let reduction = BoxReduction(view.size, across: 1 << more, down: 1 << more)
    let stride = reduction.size.width * 4
    let reduced = try PrivateMemory(byteCount: stride * reduction.size.height)
    reduction.run(
      view, into: PixelBuffer(size: reduction.size, stride: stride, bytes: reduced.bytes))
    plan.copyUpright(
      PixelView(size: reduction.size, stride: stride, bytes: reduced.bytes),
      x: x, y: y, into: memory)
  }

  /// Decodes the picture at 1/8 scale. An error is ignored here: reading the region reports it.
  private func makeEighthScale(_ cmyk: ColorConversion?) {
    eighthScale = try? EighthScaleJPEG(bytes, header, cmyk: cmyk)
    if eighthScale?.isTruncated == true { info.isTruncated = true }
  }

  /// The decoded pixels of the MCUs that cover a range of pixels at libjpeg's reduction.
  private struct DecodedExcerpt: ~Copyable {
    private let memory: PrivateMemory
    private let stride: Int
    private let offset: Int
    private let size: PixelSize

    init(
      _ picture: JPEGRegionReader, _ scale: Int, _ columns: Range<Int>, _ rows: Range<Int>,
      _ cmyk: ColorConversion?
    ) throws(DecodeFailure) {
      let scan = picture.checkpointIndex.scan
      // Upsampling of chroma reads the neighbouring MCUs, which are the margin.
      let margin = scan.hasSubsampledChroma ? 1 : 0
      let across = Self.coveringMCUs(
        columns, scan.mcuSize.width >> scale, margin, scan.sizeInMCUs.width)
      let down = Self.coveringMCUs(
        rows, scan.mcuSize.height >> scale, margin, scan.sizeInMCUs.height)
      var writer = JPEGBitWriter(capacity: 1 << 16)
      let isWhole = picture.checkpointIndex.writeExcerpt(columns: across, rows: down, to: &writer)
      let part = PixelSize(
        width: min(across.upperBound * scan.mcuSize.width, scan.size.width)
          - across.lowerBound * scan.mcuSize.width,
        height: min(down.upperBound * scan.mcuSize.height, scan.size.height)
          - down.lowerBound * scan.mcuSize.height)
      let decoded = RegionPlan.reduced(part, scale)
      let stride = decoded.width * 4
      let memory = try PrivateMemory(byteCount: stride * decoded.height)
      _ = try JPEGDecoder.decodeStored(
        writer.bytes, picture.header, decoded, memory.bytes, stride: stride, cmyk: cmyk)
      if !isWhole {
        picture.info.isTruncated = true
        if scan.components.count < 4 {
          _ = JPEGMissingArea.clearIfAny(memory.bytes, size: decoded, stride: stride)
        }
      }
      self.memory = memory
      self.stride = stride
      let left = columns.lowerBound - across.lowerBound * scan.mcuSize.width >> scale
      let top = rows.lowerBound - down.lowerBound * scan.mcuSize.height >> scale
      offset = top * stride + left * 4
      size = PixelSize(width: columns.count, height: rows.count)
    }

    /// The pixels of the requested region, without the margin.
    var view: PixelView { PixelView(size: size, stride: stride, bytes: memory.bytes + offset) }

    private static func coveringMCUs(
      _ pixels: Range<Int>, _ extent: Int, _ margin: Int, _ limit: Int
    ) -> Range<Int> {
      let first = pixels.lowerBound / extent - margin
      let end = (pixels.upperBound + extent - 1) / extent + margin
      return max(0, first)..<min(limit, end)
    }
  }
}
