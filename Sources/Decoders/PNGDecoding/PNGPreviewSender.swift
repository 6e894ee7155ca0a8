import DecodeJobs
import DecoderWire
import Geometry
import Pixels
import Resampling

/// The sender of small previews of a large PNG while the rest is being decoded: upright, in the
/// proportions of the whole picture, transparent where nothing is decoded yet.
final class PNGPreviewSender {
  /// Minimum inflated size in bytes of a picture for which previews are sent; inflating so much
  /// takes about 80 ms.
  private static let minBytesForPreviews = 24 << 20
  /// Minimum inflated size in bytes of a picture for which more previews are sent; inflating so
  /// much takes about 400 ms.
  private static let minBytesForManyPreviews = 128 << 20
  /// The numbers of eighths of the picture's rows after which a preview is sent.
  private static let previewRowEighths = [1, 3]
  private static let manyPreviewRowEighths = [1, 2, 3, 5]
  /// The numbers of Adam7 passes after which a preview of an interlaced picture is sent: each time
  /// four times as many pixels are decoded as the time before.
  private static let previewInterlacePasses = [1, 3, 5]
  /// Maximum longer side of a preview in pixels: enough to recognise the picture, and quickly
  /// copied.
  private static let maxExtent = 1024

  private let job: DecodeJob
  private let send: (DecodeAnswer) -> Void
  private let file: PNGFile
  private var info: DecodeReply.Info
  private let result: PixelBuffer
  private let isOpaque: Bool
  private var remainingRowEighths: [Int]
  private var remainingInterlacePasses = PNGPreviewSender.previewInterlacePasses

  /// Makes the sender for the previews that a job requests.
  ///
  /// - Parameter result: the memory into which the upright picture is decoded.
  /// - Returns: nil when the job wants no partial results, or the picture is small.
  init?(_ job: DecodeJob, _ file: PNGFile, _ info: DecodeReply.Info, _ result: PixelBuffer) {
    guard let send = job.sendPartial, let bytes = PNGRowDecoder.inflatedByteCount(file),
      bytes >= Self.minBytesForPreviews
    else { return nil }
    self.job = job
    self.send = send
    self.file = file
    self.info = info
    self.result = result
    isOpaque = PNGPixelConverter(file).isOpaque
    remainingRowEighths =
      bytes < Self.minBytesForManyPreviews ? Self.previewRowEighths : Self.manyPreviewRowEighths
  }

  // MARK: Rows

  /// Sends a preview of the rows that `target` has completed, when they are at least the next share
  /// of the picture.
  func sendPreviewIfDue(after rows: PNGRowDecoder, of target: any RowTarget) {
    let stored = file.orientation.swapsAxes ? result.size.width : result.size.height
    let done = target.completedResultRows
    guard let share = remainingRowEighths.first, done * 8 >= stored * share, done < stored else {
      return
    }
    while let share = remainingRowEighths.first, done * 8 >= stored * share {
      remainingRowEighths.removeFirst()
    }
    let factor = Self.reductionFactor(result.size)
    let blocks = BoxReduction(result.size, across: factor, down: factor)
    guard let memory = try? job.freshMemory(for: blocks.size) else { return }
    let part = Self.uprightPart(
      ofFirstRows: done, of: result.size, file.orientation, wholeBlocks: factor)
    if !part.isEmpty { reduce(part, factor, into: memory.buffer) }
    info.isTruncated = true
    send(DecodeAnswer(info, isOpaque: false, in: memory))
  }

  private static func reductionFactor(_ size: PixelSize) -> Int {
    (max(size.width, size.height) + maxExtent - 1) / maxExtent
  }

  /// The blocks of the upright picture, `factor` pixels wide and high, that contain only pixels of
  /// the first `done` stored rows.
  private static func uprightPart(
    ofFirstRows done: Int, of size: PixelSize, _ orientation: Orientation, wholeBlocks factor: Int
  ) -> BlockPart {
    let columns = (size.width + factor - 1) / factor
    let rows = (size.height + factor - 1) / factor
    let isReversed = [.down, .downMirrored, .right, .rightMirrored].contains(orientation)
    let extent = orientation.swapsAxes ? size.width : size.height
    let all = orientation.swapsAxes ? columns : rows
    let range =
      isReversed ? min(all, (extent - done + factor - 1) / factor)..<all : 0..<done / factor
    return orientation.swapsAxes
      ? BlockPart(columns: range, rows: 0..<rows) : BlockPart(columns: 0..<columns, rows: range)
  }

  private struct BlockPart {
    let columns: Range<Int>
    let rows: Range<Int>
    var isEmpty: Bool { columns.isEmpty || rows.isEmpty }
  }

  private func reduce(_ part: BlockPart, _ factor: Int, into coarse: PixelBuffer) {
    let x = part.columns.lowerBound * factor
    let y = part.rows.lowerBound * factor
    let size = PixelSize(
      width: min(result.size.width, part.columns.upperBound * factor) - x,
      height: min(result.size.height, part.rows.upperBound * factor) - y)
    let blocks = BoxReduction(size, across: factor, down: factor)
    blocks.run(
      PixelView(
        size: size, stride: result.stride, bytes: result.bytes + y * result.stride + x * 4),
      into: PixelBuffer(
        size: blocks.size, stride: coarse.stride,
        bytes: coarse.bytes + part.rows.lowerBound * coarse.stride + part.columns.lowerBound * 4))
  }

  // MARK: Passes

  /// Sends a preview of an interlaced picture when the next listed pass is complete.
  ///
  /// - Parameter whole: the stored picture, in which all pixels decoded so far are written.
  func sendPreviewIfDue(after rows: PNGRowDecoder, in whole: PixelBuffer) {
    guard let pass = remainingInterlacePasses.first, rows.passIndex >= pass,
      !rows.ignoresFurtherBytes
    else {
      return
    }
    remainingInterlacePasses.removeAll { $0 <= rows.passIndex }
    // Every eighth pixel in both directions is decoded after the first pass, every fourth after the
    // third, and every second after the fifth.
    let grid = rows.passIndex >= 5 ? 2 : rows.passIndex >= 3 ? 4 : 8
    let decodedSize = PixelSize(
      width: (whole.size.width + grid - 1) / grid, height: (whole.size.height + grid - 1) / grid)
    let upright = file.orientation.swapsAxes ? decodedSize.transposed : decodedSize
    let factor = Self.reductionFactor(upright)
    let size = PixelSize(
      width: max(1, upright.width / factor), height: max(1, upright.height / factor))
    guard let memory = try? job.freshMemory(for: size),
      let scaled = try? ScaledRows(decodedSize, orientation: file.orientation, to: memory.buffer)
    else { return }
    for y in 0..<decodedSize.height {
      let line = (whole.bytes + y * grid * whole.stride).assumingMemoryBound(to: UInt32.self)
      let out = scaled.address(for: y).assumingMemoryBound(to: UInt32.self)
      for x in 0..<decodedSize.width { out[x] = line[x * grid] }
      scaled.finishRow(y)
    }
    send(DecodeAnswer(info, isOpaque: isOpaque, in: memory))
  }
}
