package import ColorManagement
package import DecodeJobs
package import DecoderWire
import DecodingSupport
import Deflate
import Geometry
package import Pixels
import Resampling

/// Region access to a PNG that is not interlaced.
///
/// A row depends on all compressed data before it. Therefore checkpoints, some megabytes of rows
/// apart, are recorded while the file is inflated for the first time, as far as requests need it;
/// later, inflating resumes at a checkpoint. Whole rows are decoded, so the last bands are cached:
/// the next region usually lies beside this one.
package final class PNGRegionReader: RegionReader {
  /// Maximum number of rows in a band, as many as in a usual region.
  package static let bandRows = 256
  /// Maximum size of a band in bytes; the bands of very wide pictures have fewer rows.
  private static let maxBandBytes = 16 << 20
  /// Minimum number of inflated bytes between checkpoints; inflating them takes about 10 ms.
  static let minBytesBetweenCheckpoints = 4 << 20
  /// Maximum width of the picture in pixels, because several rows are held in memory.
  private static let maxWidth = 1 << 22
  /// Maximum number of checkpoints, each of which holds 32 KB and two rows.
  private static let maxCheckpoints = 128

  package let info: DecodeReply.Info
  private let file: PNGFile
  private let pieces: CompressedPieces
  private let rowBytes: Int
  private let bytesBetweenCheckpoints: Int
  private let bandRows: Int
  /// The checkpoints from the beginning of the file to the end of the part inflated so far.
  private var checkpoints: [RowCheckpoint] = []
  /// The checkpoint at the end of the last decoded band; nil when the data ended there.
  private var checkpointAfterLastBand: RowCheckpoint?
  private var bands = BandCache()

  /// Opens the PNG of a job and parses its chunks; rows are decoded when a region is read.
  ///
  /// - Parameters:
  ///   - minBytesBetweenCheckpoints: minimum number of inflated bytes between checkpoints.
  ///   - bandRows: maximum number of rows in a band.
  /// - Throws: the failure of the file; `.unsupported` when every region would require decoding the
  ///   whole picture, or the picture is empty or wider than ``maxWidth``.
  package init(
    _ job: DecodeJob, minBytesBetweenCheckpoints: Int = PNGRegionReader.minBytesBetweenCheckpoints,
    bandRows: Int = PNGRegionReader.bandRows
  ) throws(DecodeFailure) {
    file = try PNGFile(job.bytes)
    info = PNGDecoder.info(file, .png)
    guard info.supportsRegions, let total = PNGRowDecoder.inflatedByteCount(file),
      !file.size.isEmpty,
      file.size.width <= Self.maxWidth
    else {
      throw DecodeFailure(.unsupported, format: info.format, detail: "it has no parts")
    }
    try job.checkPlausible(file.size, format: .png)
    pieces = CompressedPieces(file.imageData, of: file.bytes)
    rowBytes = total / file.size.height
    bytesBetweenCheckpoints = max(minBytesBetweenCheckpoints, total / Self.maxCheckpoints)
    self.bandRows = bandRows
  }

  package var heldByteCount: Int {
    bands.byteCount + (checkpoints.count + 1) * (Inflater.windowBytes + 2 * rowBytes)
  }

  package func read(
    _ region: RegionRequest, into memory: PixelBuffer, cmyk: ColorConversion?
  ) throws(DecodeFailure) {
    let plan = try RegionPlan(region, memory.size, of: info.naturalSize, info.orientation)
    let height = max(1, min(bandRows, Self.maxBandBytes / (plan.reducedSize.width * 4)))
    for index in plan.rows.lowerBound / height...(plan.rows.upperBound - 1) / height {
      let rows = index * height..<min(plan.reducedSize.height, (index + 1) * height)
      let key = BandCache.Key(level: plan.level, firstRow: rows.lowerBound)
      let known = bands.band(key)
      let band: RowBand
      if let known { band = known } else { band = try decode(rows, of: plan) }
      copy(band, rows, plan, memory)
      bands.insert(band, key)
    }
  }

  private func copy(
    _ band: RowBand, _ rows: Range<Int>, _ plan: RegionPlan, _ memory: PixelBuffer
  ) {
    let part = plan.rows.clamped(to: rows)
    let stride = plan.reducedSize.width * 4
    let start = (part.lowerBound - rows.lowerBound) * stride + plan.columns.lowerBound * 4
    plan.copyUpright(
      PixelView(
        size: PixelSize(width: plan.columns.count, height: part.count), stride: stride,
        bytes: band.bytes + start),
      x: plan.columns.lowerBound, y: part.lowerBound, into: memory)
  }

  /// Decodes a band of rows at the plan's level, from the last checkpoint before it. Rows that are
  /// missing in the file are transparent.
  private func decode(
    _ band: Range<Int>, of plan: RegionPlan
  ) throws(DecodeFailure) -> RowBand {
    let stride = plan.reducedSize.width * 4
    let result = try RowBand(byteCount: stride * band.count)
    let target = try ReducedRows(
      band, of: file.size, level: plan.level, info.orientation,
      into: PixelBuffer(
        size: PixelSize(width: plan.reducedSize.width, height: band.count), stride: stride,
        bytes: result.bytes))
    let checkpoint = checkpoint(before: target.neededRows.lowerBound)
    let rows = PNGRowDecoder(file, target: target)
    rows.firstConvertedRow = target.neededRows.lowerBound
    if let checkpoint { rows.restore(checkpoint.rowDecoder) }
    let before = checkpoint.map { $0.inflatedByteCount(rowBytes: rowBytes) } ?? 0
    let total = target.neededRows.upperBound * rowBytes - before
    let pipeline = try RowPipeline(rows, total: total)
    pipeline.firstCheckpointBytes =
      (checkpoints.last?.inflatedByteCount(rowBytes: rowBytes) ?? 0) + bytesBetweenCheckpoints
      - before
    pipeline.bytesBetweenCheckpoints = bytesBetweenCheckpoints
    var inflater = checkpoint.map { Inflater(pieces, at: $0.inflater) } ?? Inflater(pieces)
    pipeline.run(&inflater, total: total, after: checkpoint?.lz77Window ?? [])
    checkpoints += pipeline.checkpoints
    checkpointAfterLastBand =
      rows.ignoresFurtherBytes || inflater.ending != nil ? nil : pipeline.finalCheckpoint(inflater)
    rows.clearMissingRows(to: target.neededRows.upperBound)
    pieces.releasePages()
    return result
  }

  private func checkpoint(before row: Int) -> RowCheckpoint? {
    let usable = (checkpoints + [checkpointAfterLastBand].compactMap(\.self)).filter {
      $0.rowDecoder.y <= row
    }
    return usable.max {
      $0.inflatedByteCount(rowBytes: rowBytes) < $1.inflatedByteCount(rowBytes: rowBytes)
    }
  }
}

/// A checkpoint of the PNG decoder, from which the rows after it can be decoded.
struct RowCheckpoint {
  let inflater: Inflater.Checkpoint
  /// The output of the inflater before the checkpoint, up to one LZ77 window.
  let lz77Window: [UInt8]
  let rowDecoder: PNGRowDecoder.Checkpoint

  /// Number of inflated bytes before the checkpoint, in a picture whose rows have `rowBytes`
  /// inflated bytes.
  func inflatedByteCount(rowBytes: Int) -> Int {
    rowDecoder.y * rowBytes + rowDecoder.partialRow.count
  }
}
