import CHEIF
import DecodeJobs
import DecodingSupport
import Pixels
import Resampling

/// The decoded samples of a HEIF picture: planes of YCbCr, RGB or gray, and alpha.
final class HEIFSamples: SixteenBitSamples {
  /// One plane of samples. A sample of more than eight bits has two bytes, the lower one first.
  private struct Plane {
    let bytes: UnsafePointer<UInt8>
    let stride: Int
    let size: PixelSize
    let bits: Int

    var exceedsEightBits: Bool { bits > 8 }

    @inline(__always)
    func sample(_ x: Int, _ row: UnsafePointer<UInt8>) -> Int32 {
      exceedsEightBits
        ? Int32(UnsafeRawPointer(row).load(fromByteOffset: x * 2, as: UInt16.self)) : Int32(row[x])
    }

    func row(_ y: Int) -> UnsafePointer<UInt8> { bytes + y * stride }

    /// Whether the plane has enough samples for a picture of size `whole`, subsampled by the
    /// factors `across` and `down`.
    func covers(_ whole: PixelSize, across: Int, down: Int) -> Bool {
      size.width >= (whole.width + across - 1) / across
        && size.height >= (whole.height + down - 1) / down
    }
  }

  let size: PixelSize
  /// The number of bits of a colour sample.
  let bits: Int
  let isPremultiplied: Bool
  private let library: HEIFLibrary
  private let image: HEIFLibrary.Image
  /// The planes Y, Cb and Cr, or G, B and R; the gray plane alone for a monochrome picture.
  private let planes: [Plane]
  private let alpha: Plane?
  /// The binary logarithms of the factors by which chroma is subsampled.
  private let chromaShifts: (across: Int, down: Int)
  private let matrix: Int
  private let isFullRange: Bool

  var isOpaque: Bool { alpha == nil }
  var exceedsEightBits: Bool { bits > 8 }

  /// Makes the samples of a decoded image; the object owns `image`, and frees it also on failure.
  ///
  /// - Returns: nil for planes of an unexpected kind or size.
  init?(_ image: HEIFLibrary.Image, _ library: HEIFLibrary, isPremultiplied: Bool) {
    (self.image, self.library, self.isPremultiplied) = (image, library, isPremultiplied)
    func plane(_ channel: Int) -> Plane? {
      var stride: Int32 = 0
      let size = PixelSize(
        width: Int(library.planeWidth(image, Int32(channel))),
        height: Int(library.planeHeight(image, Int32(channel))))
      let bits = Int(library.bitsPerSample(image, Int32(channel)))
      guard !size.isEmpty, (8...16).contains(bits),
        let bytes = library.plane(image, Int32(channel), &stride),
        Int(stride) >= size.width * (bits > 8 ? 2 : 1)
      else { return nil }
      return Plane(bytes: bytes, stride: Int(stride), size: size, bits: bits)
    }
    let isRGB = library.colorSpace(image) == Int32(HEIF_SPACE_RGB)
    let isGray = library.colorSpace(image) == Int32(HEIF_SPACE_MONOCHROME)
    let channels =
      isRGB
      ? [HEIF_CHANNEL_G, HEIF_CHANNEL_B, HEIF_CHANNEL_R]
      : isGray ? [HEIF_CHANNEL_Y] : [HEIF_CHANNEL_Y, HEIF_CHANNEL_CB, HEIF_CHANNEL_CR]
    planes = channels.compactMap(plane)
    alpha = plane(HEIF_CHANNEL_ALPHA)
    switch Int(library.chroma(image)) {
    case HEIF_CHROMA_420: chromaShifts = (1, 1)
    case HEIF_CHROMA_422: chromaShifts = (1, 0)
    default: chromaShifts = (0, 0)
    }
    size = planes.first?.size ?? .zero
    bits = planes.first?.bits ?? 8
    var coded: UnsafeMutablePointer<HEIFCodedColors>?
    let status = library.codedColors(image, &coded)
    // Without code points the samples count as those of JFIF.
    matrix = isRGB ? 0 : Int(coded?.pointee.matrix ?? 6)
    isFullRange = isRGB || coded.map { $0.pointee.is_full_range != 0 } ?? true
    if status.code == Int32(HEIF_ERROR_OK), let coded { library.freeCodedColors(coded) }
    let whole = size
    let (across, down) = (1 << chromaShifts.across, 1 << chromaShifts.down)
    let isSound =
      planes.count == channels.count && !whole.isEmpty
      && planes.allSatisfy { $0.bits == planes.first?.bits }
      && planes.dropFirst().allSatisfy { $0.covers(whole, across: across, down: down) }
      && alpha.map { $0.covers(whole, across: 1, down: 1) } ?? true
    if !isSound { return nil }
  }

  deinit { library.freeImage(image) }

  // MARK: Conversion

  /// Writes the picture as premultiplied BGRA to a buffer of the same size.
  func write(to buffer: PixelBuffer) {
    let matrix = YCbCrMatrix(
      matrix: matrix, isFullRange: isFullRange, bits: bits, resultBits: 8)
    // Bands write disjoint rows, so sharing the samples is safe.
    nonisolated(unsafe) let (samples, target) = (self, buffer)
    ParallelScaling.performInBands(rows: size.height, pixels: size.area ?? 0) { rows in
      var line = RowBuffers(width: samples.size.width)
      for y in rows {
        let row = target.bytes + y * target.stride
        samples.convert(y, matrix, &line)
        samples.pack(&line, y, into: row.assumingMemoryBound(to: UInt32.self))
      }
    }
  }

  func write(_ y: Int, to row: UnsafeMutablePointer<UInt16>) {
    let matrix = YCbCrMatrix(
      matrix: matrix, isFullRange: isFullRange, bits: bits, resultBits: 16)
    var line = RowBuffers(width: size.width)
    convert(y, matrix, &line)
    for x in 0..<size.width {
      row[x * 4] = UInt16(truncatingIfNeeded: line.blue[x])
      row[x * 4 + 1] = UInt16(truncatingIfNeeded: line.green[x])
      row[x * 4 + 2] = UInt16(truncatingIfNeeded: line.red[x])
      row[x * 4 + 3] = .max
    }
    guard let alpha else { return }
    let source = alpha.row(y)
    let maximum = (UInt32(1) << UInt32(alpha.bits)) - 1
    for x in 0..<size.width {
      let level = UInt32(alpha.sample(x, source)) &* 65535 / maximum
      row[x * 4 + 3] = UInt16(truncatingIfNeeded: min(65535, level))
    }
  }

  /// The chroma samples and colour components of one row of pixels.
  private struct RowBuffers {
    var cb: [Int32]
    var cr: [Int32]
    var red: [Int32]
    var green: [Int32]
    var blue: [Int32]

    init(width: Int) {
      let zeros = [Int32](repeating: 0, count: width)
      (cb, cr, red, green, blue) = (zeros, zeros, zeros, zeros, zeros)
    }
  }

  private func convert(_ y: Int, _ matrix: YCbCrMatrix, _ line: inout RowBuffers) {
    let width = size.width
    let first = planes[0]
    let row = first.row(y)
    let half: Int32 = 1 << (matrix.fractionBits - 1)
    guard planes.count == 3 else {
      for x in 0..<width {
        let level = (first.sample(x, row) &- matrix.black) &* matrix.lumaFactor &+ half
        let gray = min(matrix.white, max(0, level &>> matrix.fractionBits))
        (line.red[x], line.green[x], line.blue[x]) = (gray, gray, gray)
      }
      return
    }
    guard !matrix.isIdentity else {
      let (second, third) = (planes[1].row(y), planes[2].row(y))
      for x in 0..<width {
        func level(_ sample: Int32) -> Int32 {
          min(
            matrix.white,
            max(0, ((sample &- matrix.black) &* matrix.lumaFactor &+ half) &>> matrix.fractionBits))
        }
        line.green[x] = level(first.sample(x, row))
        line.blue[x] = level(planes[1].sample(x, second))
        line.red[x] = level(planes[2].sample(x, third))
      }
      return
    }
    upsample(planes[1], y, into: &line.cb)
    upsample(planes[2], y, into: &line.cr)
    let (white, shift, chromaZero) = (matrix.white, matrix.fractionBits, matrix.chromaZero)
    let (red, green, blue) = (matrix.red, matrix.green, matrix.blue)
    for x in 0..<width {
      let luma = (first.sample(x, row) &- matrix.black) &* matrix.lumaFactor &+ half
      let (cb, cr) = (line.cb[x] &- chromaZero, line.cr[x] &- chromaZero)
      line.red[x] = min(white, max(0, (luma &+ cb &* red.cb &+ cr &* red.cr) &>> shift))
      line.green[x] = min(white, max(0, (luma &+ cb &* green.cb &+ cr &* green.cr) &>> shift))
      line.blue[x] = min(white, max(0, (luma &+ cb &* blue.cb &+ cr &* blue.cr) &>> shift))
    }
  }

  /// Interpolates row `y` of a chroma plane linearly to full resolution; a sample lies in the
  /// centre of the pixels that share it. The results are multiplied by ``YCbCrMatrix/chromaScale``.
  private func upsample(_ plane: Plane, _ y: Int, into line: inout [Int32]) {
    let width = size.width
    let near = plane.row(y >> chromaShifts.down)
    guard chromaShifts.across == 1 else {
      for x in 0..<width { line[x] = plane.sample(x, near) &* YCbCrMatrix.chromaScale }
      return
    }
    var far = near
    if chromaShifts.down == 1 {
      let other = y & 1 == 0 ? (y >> 1) - 1 : (y >> 1) + 1
      far = plane.row(min(max(0, other), (size.height + 1) / 2 - 1))
    }
    let last = (width + 1) / 2 - 1
    /// The sum of the samples of column `x` in the two nearest rows, with the weights 3 and 1.
    func column(_ x: Int) -> Int32 { plane.sample(x, near) &* 3 &+ plane.sample(x, far) }
    var before = column(0)
    var here = before
    for x in 0...last {
      let after = x < last ? column(x + 1) : here
      line[x * 2] = here &* 3 &+ before
      if x * 2 + 1 < width { line[x * 2 + 1] = here &* 3 &+ after }
      (before, here) = (here, after)
    }
  }

  /// Packs row `y` of 8-bit colour components into premultiplied BGRA pixels.
  private func pack(_ line: inout RowBuffers, _ y: Int, into row: UnsafeMutablePointer<UInt32>) {
    for x in 0..<size.width {
      let color = line.red[x] &<< 16 | line.green[x] &<< 8 | line.blue[x]
      row[x] = 0xFF00_0000 | UInt32(truncatingIfNeeded: color)
    }
    applyAlpha(row, y)
  }

  /// Adds the alpha to a row of BGRA pixels; the result is premultiplied. Straight colours are
  /// multiplied by the alpha, and premultiplied ones are limited to it.
  private func applyAlpha(_ row: UnsafeMutablePointer<UInt32>, _ y: Int) {
    guard let alpha else {
      for x in 0..<size.width { row[x] |= 0xFF00_0000 }
      return
    }
    let source = alpha.row(y)
    let maximum = (UInt32(1) << UInt32(alpha.bits)) - 1
    for x in 0..<size.width {
      let level = (UInt32(alpha.sample(x, source)) * 255 + maximum / 2) / maximum
      row[x] = row[x] & 0x00FF_FFFF | min(255, level) << 24
    }
    if !isPremultiplied { return StraightAlpha.premultiply(row, count: size.width) }
    for x in 0..<size.width {
      // A premultiplied component cannot exceed alpha.
      let limit = row[x] >> 24
      let (red, green, blue) = (row[x] >> 16 & 0xFF, row[x] >> 8 & 0xFF, row[x] & 0xFF)
      row[x] = limit << 24 | min(red, limit) << 16 | min(green, limit) << 8 | min(blue, limit)
    }
  }
}
