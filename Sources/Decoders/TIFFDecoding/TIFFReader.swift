import ColorManagement
import DecodeJobs
import DecoderWire
import DecodingSupport
import Geometry
import Pixels
import Resampling

/// The reader of the rows or tiles of a TIFF directory, plane by plane, as premultiplied BGRA.
/// Areas that are missing in the file become transparent.
final class TIFFReader {
  /// Maximum number of bytes in a row of samples or in a tile.
  private static let maxBytes = 512 << 20
  /// Number of pixels that are read at once before they are reduced; a larger tile is read whole.
  private static let maxPiecePixels = 4_000_000

  private let file: TIFFFile
  private var sampleConverter: TIFFSampleConverter
  private let colorConverter: TIFFColorConverter
  private typealias SampleMapping = [(sample: Int, byte: Int)]
  /// The planes to read, each with the bytes of a pixel (0 to 3) into which its samples are
  /// written.
  private let planes: [(index: Int, mapping: SampleMapping)]
  /// Whether the samples are 8-bit RGB without extra samples: this most common kind is converted in
  /// one step.
  private let isPlainRGB: Bool
  /// The conversion of samples of 16 bits to the target colours, only for a file with
  /// ``supportsSixteenBitConversion``; nil when the pixels stay in the colours of the file.
  var sixteenBitConversion: ColorConversion?
  /// Whether the samples are RGB or gray (black is zero) as unsigned numbers of 16 bits, without
  /// premultiplied alpha.
  let supportsSixteenBitConversion: Bool
  private let isGray: Bool
  /// The conversion of CMYK to the target colours; nil when ideal inks are assumed.
  var cmykConversion: ColorConversion?
  /// The plane and the row that libtiff decompresses next; nil when it must begin with a new strip.
  private var decompressionPosition: (plane: Int, row: Int)?
  /// Number of rows and tiles that were requested so far.
  private(set) var piecesRequested = 0
  /// Number of rows and tiles that were read so far.
  private(set) var piecesRead = 0

  /// Makes a reader of a TIFF directory.
  ///
  /// - Parameter original: the reader of the page of which `file` is a reduced copy, whose range of
  ///   measurements applies to the copy as well. Default: nil, for the page itself.
  /// - Returns: nil for an unsupported kind of sample.
  init?(
    _ file: TIFFFile, _ interpretation: TIFFFile.Photometric, copyOf original: TIFFReader? = nil
  ) {
    guard let sampleConverter = TIFFSampleConverter(file) else { return nil }
    (self.file, self.sampleConverter) = (file, sampleConverter)
    colorConverter = TIFFColorConverter(file, interpretation)
    var mapping = (0..<interpretation.colorCount).map { (sample: $0, byte: $0) }
    if !colorConverter.isOpaque, let alpha = file.alpha, alpha.sample < file.samplesPerPixel {
      mapping.append((alpha.sample, interpretation == .cmyk ? Self.separateAlphaByte : 3))
    }
    isPlainRGB =
      interpretation == .rgb && file.bitsPerSample == 8 && file.sampleFormat == .unsigned
      && file.samplesPerPixel == 3
      && !file.isPlanar
    planes = file.isPlanar ? mapping.map { ($0.sample, [(0, $0.byte)]) } : [(0, mapping)]
    isGray = interpretation == .whiteIsZero || interpretation == .blackIsZero
    supportsSixteenBitConversion =
      (interpretation == .rgb || interpretation == .blackIsZero) && file.bitsPerSample == 16
      && file.sampleFormat == .unsigned && !file.isPlanar && file.alpha?.isPremultiplied != true
    if let original {
      self.sampleConverter.range = original.sampleConverter.range
    } else if isGray, sampleConverter.impliesMeasurements {
      self.sampleConverter.range = statedOrMeasuredRange()
    }
  }

  /// The byte index in a mapping that stands for the alpha of CMYK: its four inks fill all bytes of
  /// a pixel, so the alpha is written to memory of its own.
  private static let separateAlphaByte = 4

  var isOpaque: Bool { colorConverter.isOpaque }

  /// Maximum level of reduction of ``read(level:columns:rows:into:)``: blocks of 256 × 256 pixels
  /// are averaged.
  static let maxLevel = 8

  /// Reads an area, reduced by 2^`level`, in stored orientation, to fill `buffer`. `columns` and
  /// `rows` are in pixels after the reduction; `level` is at most ``maxLevel``.
  ///
  /// - Throws: `.tooLarge` or `.damaged`.
  func read(
    level: Int, columns: Range<Int>, rows: Range<Int>, into buffer: PixelBuffer
  ) throws(DecodeFailure) {
    let sourceColumns =
      columns.lowerBound << level..<min(columns.upperBound << level, file.size.width)
    guard level > 0 else { return try read(sourceColumns, rows, into: buffer) }
    let band = bandRows(sourceColumns.count, level)
    for top in stride(from: rows.lowerBound, to: rows.upperBound, by: band) {
      let part = top..<min(top + band, rows.upperBound)
      let sourceRows = part.lowerBound << level..<min(part.upperBound << level, file.size.height)
      let stride = sourceColumns.count * 4
      let memory = try PrivateMemory(byteCount: stride * sourceRows.count)
      let size = PixelSize(width: sourceColumns.count, height: sourceRows.count)
      let stored = PixelBuffer(size: size, stride: stride, bytes: memory.bytes)
      try read(sourceColumns, sourceRows, into: stored)
      let reduction = BoxReduction(size, across: 1 << level, down: 1 << level)
      let target = PixelBuffer(
        size: PixelSize(width: columns.count, height: part.count), stride: buffer.stride,
        bytes: buffer.bytes + (top - rows.lowerBound) * buffer.stride)
      ParallelScaling.performInBands(rows: part.count, pixels: size.area ?? 0) {
        [target = SharedBuffer(target), stored = SharedBuffer(stored)] in
        reduction.run(stored.buffer.view, into: target.buffer, band: $0)
      }
    }
  }

  /// A buffer that several threads use: bands write disjoint rows, so sharing the buffer is safe.
  private struct SharedBuffer: @unchecked Sendable {
    let buffer: PixelBuffer
    init(_ buffer: PixelBuffer) { self.buffer = buffer }
  }

  /// Number of reduced rows that are computed at once: if possible those of whole tiles or strips,
  /// so that each tile or strip is decompressed only once.
  ///
  /// - Parameter width: the number of columns at full resolution.
  private func bandRows(_ width: Int, _ level: Int) -> Int {
    let unit = max(1, file.tile?.height ?? file.rowsPerStrip)
    let rowsPerPiece = max(1, Self.maxPiecePixels / max(1, width))
    // Compressed strips of separate planes are read plane by plane, and each plane begins with the
    // first row of the strip.
    let mustBeWhole = file.tile != nil || (file.isPlanar && !file.isUncompressed)
    let rows = unit <= rowsPerPiece ? rowsPerPiece / unit * unit : mustBeWhole ? unit : rowsPerPiece
    return max(1, (rows + (1 << level) - 1) >> level)
  }

  /// Reads an area at full resolution, in stored orientation, into `buffer`.
  private func read(
    _ columns: Range<Int>, _ rows: Range<Int>, into buffer: PixelBuffer
  ) throws(DecodeFailure) {
    for y in 0..<rows.count {
      (buffer.bytes + y * buffer.stride).initializeMemory(
        as: UInt8.self, repeating: 0, count: buffer.size.width * 4)
    }
    var isRowRead = [Bool](repeating: false, count: rows.count)
    var missing: [(columns: Range<Int>, rows: Range<Int>)] = []
    let hasAlphas =
      colorConverter.isCMYK
      && planes.contains { $0.mapping.contains { $0.byte == Self.separateAlphaByte } }
    let alphas = try PrivateMemory(byteCount: hasAlphas ? columns.count * 4 * rows.count : 0)
    let target = Target(
      columns: columns, rows: rows, buffer: buffer, alphas: hasAlphas ? alphas.bytes : nil)
    if let tile = file.tile {
      missing = try readTiles(tile, target, &isRowRead)
    } else {
      try readRows(target, &isRowRead)
    }
    if colorConverter.isCMYK {
      convertCMYK(target, isRowRead)
    } else {
      for y in 0..<rows.count where isRowRead[y] && !isPlainRGB && sixteenBitConversion == nil {
        colorConverter.convert(buffer.bytes + y * buffer.stride, count: columns.count)
      }
    }
    for area in missing {
      for y in area.rows {
        UnsafeMutableRawPointer(target.address(area.columns.lowerBound, y)).initializeMemory(
          as: UInt8.self, repeating: 0, count: area.columns.count * 4)
      }
    }
  }

  /// Converts rows of CMYK to premultiplied BGRA; rows that could not be read become transparent.
  ///
  /// - Parameter isRowRead: whether each row was read.
  private func convertCMYK(_ target: Target, _ isRowRead: [Bool]) {
    let buffer = target.buffer
    let count = target.columns.count
    func row(_ y: Int) -> UnsafeMutableRawPointer { buffer.bytes + y * buffer.stride }
    if let alphas = target.alphas {
      for y in 0..<isRowRead.count where isRowRead[y] {
        colorConverter.unpremultiply(row(y), alphas + y * count * 4, count: count)
      }
    }
    cmykConversion?.convert(cmyk: buffer)
    for y in 0..<isRowRead.count {
      guard isRowRead[y] else {
        row(y).initializeMemory(as: UInt8.self, repeating: 0, count: count * 4)
        continue
      }
      if cmykConversion == nil { colorConverter.convert(row(y), count: count) }
      if let alphas = target.alphas {
        TIFFColorConverter.applyAlphas(alphas + y * count * 4, to: row(y), count: count)
      }
    }
  }

  /// The memory into which an area of stored pixels is written.
  private struct Target {
    let columns: Range<Int>
    let rows: Range<Int>
    let buffer: PixelBuffer
    /// The alpha of each pixel in the first of four bytes; nil when `buffer` holds the alpha.
    let alphas: UnsafeMutableRawPointer?

    func alpha(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt8>? {
      let offset = ((y - rows.lowerBound) * columns.count + x - columns.lowerBound) * 4
      return alphas.map { ($0 + offset).assumingMemoryBound(to: UInt8.self) }
    }

    func address(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt8> {
      let offset = (y - rows.lowerBound) * buffer.stride + (x - columns.lowerBound) * 4
      return (buffer.bytes + offset).assumingMemoryBound(to: UInt8.self)
    }
  }

  private func readRows(_ target: Target, _ isRowRead: inout [Bool]) throws(DecodeFailure) {
    let size = file.library.rowSize(file.handle)
    let memory = try makeMemory(size, rows: 1, of: size, width: file.size.width)
    for plane in planes {
      piecesRequested += target.rows.count
      var y = target.rows.lowerBound
      while y < target.rows.upperBound {
        guard readRow(y, plane.index, memory.bytes) else {
          // The remainder of this strip is lost; the next strip is independent of it.
          y = (y / file.rowsPerStrip + 1) * file.rowsPerStrip
          continue
        }
        writeSamples(
          memory.bytes, plane.mapping, from: target.columns.lowerBound,
          count: target.columns.count, to: target, target.columns.lowerBound, y)
        isRowRead[y - target.rows.lowerBound] = true
        piecesRead += 1
        y += 1
      }
    }
  }

  /// Decompresses row `y` of a plane to `memory`. libtiff cannot skip rows of a compressed strip:
  /// the rows before it are decompressed and discarded, unless ``decompressionPosition`` is
  /// already in that strip.
  ///
  /// - Returns: false when the row, or one before it in its strip, is invalid.
  private func readRow(_ y: Int, _ plane: Int, _ memory: UnsafeMutableRawPointer) -> Bool {
    var next = y
    if !file.isUncompressed {
      let first = y / file.rowsPerStrip * file.rowsPerStrip
      let isOnTheWay =
        decompressionPosition.map { $0.plane == plane && (first...y).contains($0.row) } ?? false
      next = isOnTheWay ? decompressionPosition?.row ?? first : first
    }
    decompressionPosition = nil
    while next <= y {
      guard file.library.readRow(file.handle, memory, UInt32(next), UInt16(plane)) >= 0 else {
        return false
      }
      next += 1
    }
    decompressionPosition = (plane, next)
    return true
  }

  /// Reads the tiles of an area into `target`.
  ///
  /// - Returns: the parts of the area whose tiles cannot be read in any plane.
  private func readTiles(
    _ tile: PixelSize, _ target: Target, _ isRowRead: inout [Bool]
  ) throws(DecodeFailure) -> [(columns: Range<Int>, rows: Range<Int>)] {
    let rowSize = file.library.tileRowSize(file.handle)
    let memory = try makeMemory(
      file.library.tileSize(file.handle), rows: tile.height, of: rowSize, width: tile.width)
    let (columns, rows) = (target.columns, target.rows)
    let firstLeft = columns.lowerBound / tile.width * tile.width
    let firstTop = rows.lowerBound / tile.height * tile.height
    var missing: [(columns: Range<Int>, rows: Range<Int>)] = []
    for top in stride(from: firstTop, to: rows.upperBound, by: tile.height) {
      for left in stride(from: firstLeft, to: columns.upperBound, by: tile.width) {
        let tileColumns = (left..<left + tile.width).clamped(to: columns)
        let tileRows = (top..<top + tile.height).clamped(to: rows)
        let before = piecesRead
        for plane in planes {
          piecesRequested += 1
          let got = file.library.readTile(
            file.handle, memory.bytes, UInt32(left), UInt32(top), 0, UInt16(plane.index))
          guard got > 0 else { continue }
          piecesRead += 1
          for y in tileRows {
            writeSamples(
              memory.bytes + (y - top) * rowSize, plane.mapping,
              from: tileColumns.lowerBound - left,
              count: tileColumns.count, to: target, tileColumns.lowerBound, y)
            isRowRead[y - rows.lowerBound] = true
          }
        }
        guard piecesRead == before else { continue }
        if let last = missing.last, last.rows == tileRows,
          last.columns.upperBound == tileColumns.lowerBound
        {
          missing[missing.count - 1].columns = last.columns.lowerBound..<tileColumns.upperBound
        } else {
          missing.append((tileColumns, tileRows))
        }
      }
    }
    return missing
  }

  /// Allocates memory of `byteCount` bytes for a row or tile.
  ///
  /// - Throws: `.damaged` when the size that libtiff states is too small for the samples,
  ///   `.tooLarge` above the limit.
  private func makeMemory(
    _ byteCount: Int, rows: Int, of rowSize: Int, width: Int
  ) throws(DecodeFailure) -> PrivateMemory {
    let step = file.isPlanar ? 1 : file.samplesPerPixel
    guard width > 0, rows > 0, rowSize >= (width * step * file.bitsPerSample + 7) / 8,
      byteCount / rows >= rowSize
    else {
      throw DecodeFailure(
        .damaged, format: PictureFormat.tiff.name, detail: "its pieces make no sense")
    }
    guard byteCount <= Self.maxBytes else {
      throw DecodeFailure(
        .tooLarge, format: PictureFormat.tiff.name, detail: "\(byteCount) bytes in one piece")
    }
    return try PrivateMemory(byteCount: byteCount)
  }

  /// Writes `count` pixels of a row of samples, from pixel `first` of the row on, to the pixel
  /// (`x`, `y`) of the target and those to the right of it.
  private func writeSamples(
    _ row: UnsafeMutableRawPointer, _ mapping: SampleMapping, from first: Int, count: Int,
    to target: Target, _ x: Int, _ y: Int
  ) {
    let out = target.address(x, y)
    guard !isPlainRGB else {
      let rgb = row.assumingMemoryBound(to: UInt8.self) + first * 3
      return PixelConversion.convertToOpaque(rgb: rgb, count: count, into: out)
    }
    if let sixteenBitConversion {
      return convert(
        row.assumingMemoryBound(to: UInt16.self) + first * file.samplesPerPixel, count,
        by: sixteenBitConversion, into: out)
    }
    let step = file.isPlanar ? 1 : file.samplesPerPixel
    for channel in mapping {
      let byte = channel.byte == Self.separateAlphaByte ? target.alpha(x, y) : out + channel.byte
      guard let byte else { continue }
      sampleConverter.writeLevels(
        row, first: first * step + channel.sample, step: step, count: count,
        isColor: channel.byte < 3, into: byte)
    }
  }

  /// Converts `count` pixels of 16-bit samples to premultiplied BGRA in the target colours.
  private func convert(
    _ row: UnsafeMutablePointer<UInt16>, _ count: Int, by sixteenBitConversion: ColorConversion,
    into out: UnsafeMutablePointer<UInt8>
  ) {
    let alpha = file.alpha.flatMap { $0.sample < file.samplesPerPixel ? $0.sample : nil }
    let step = file.samplesPerPixel
    UnsafeMutableRawPointer(out).withMemoryRebound(to: UInt32.self, capacity: count) { target in
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: max(1, count * 4)) { samples in
        guard let first = samples.baseAddress else { return }
        for x in 0..<count {
          let pixel = row + x * step
          first[x * 4] = pixel[isGray ? 0 : 2]
          first[x * 4 + 1] = pixel[isGray ? 0 : 1]
          first[x * 4 + 2] = pixel[0]
          first[x * 4 + 3] = .max
        }
        sixteenBitConversion.convert(sixteenBit: first, to: target, count: count)
      }
      for x in 0..<count {
        let level = alpha.map { (UInt32(row[x * step + $0]) * 255 + 32767) / 65535 } ?? 255
        target[x] = target[x] & 0x00FF_FFFF | level << 24
      }
      if alpha != nil { StraightAlpha.premultiply(target, count: count) }
    }
  }

  // MARK: The range of measurements

  /// Number of pixels above which only some of the strips or tiles are searched for minimum and
  /// maximum.
  private static let maxMeasuredSamples = 16_000_000

  /// The range that the file states, else that of the samples of all strips or tiles, or of every
  /// n-th one in a large picture. It does not depend on the requested region.
  ///
  /// - Returns: nil when the full range of the sample type is suitable.
  private func statedOrMeasuredRange() -> TIFFSampleRange? {
    if let stated = file.statedRange {
      return TIFFSampleRange(
        blackValue: stated.lowerBound, whiteValue: stated.upperBound, noDataValue: file.noDataValue)
    }
    let step = max(1, (file.size.area ?? 0) / Self.maxMeasuredSamples)
    var statistics = TIFFSampleRange.Statistics(noDataValue: file.noDataValue)
    if let tile = file.tile {
      measureTiles(tile, step, &statistics)
    } else {
      measureStrips(step, &statistics)
    }
    guard let range = statistics.range else { return nil }
    let isUsual =
      sampleConverter.isFloatingPoint && range.blackValue >= -0.01 && range.whiteValue <= 1.01
    return isUsual ? nil : range
  }

  private func measureStrips(_ step: Int, _ statistics: inout TIFFSampleRange.Statistics) {
    let size = file.library.rowSize(file.handle)
    guard let memory = try? makeMemory(size, rows: 1, of: size, width: file.size.width) else {
      return
    }
    for top in stride(from: 0, to: file.size.height, by: file.rowsPerStrip * step) {
      for y in top..<min(top + file.rowsPerStrip, file.size.height) {
        guard readRow(y, 0, memory.bytes) else { break }
        measureRow(memory.bytes, count: file.size.width, &statistics)
      }
    }
  }

  private func measureTiles(
    _ tile: PixelSize, _ step: Int, _ statistics: inout TIFFSampleRange.Statistics
  ) {
    let rowSize = file.library.tileRowSize(file.handle)
    guard tile.width > 0, tile.height > 0,
      let memory = try? makeMemory(
        file.library.tileSize(file.handle), rows: tile.height, of: rowSize, width: tile.width)
    else { return }
    let across = (file.size.width + tile.width - 1) / tile.width
    let down = (file.size.height + tile.height - 1) / tile.height
    for index in stride(from: 0, to: across * down, by: step) {
      let (left, top) = (index % across * tile.width, index / across * tile.height)
      let got = file.library.readTile(
        file.handle, memory.bytes, UInt32(left), UInt32(top), 0, 0)
      guard got > 0 else { continue }
      // The padding of tiles beyond the edges of the picture has arbitrary values.
      for y in 0..<min(tile.height, file.size.height - top) {
        measureRow(
          memory.bytes + y * rowSize, count: min(tile.width, file.size.width - left), &statistics)
      }
    }
  }

  private func measureRow(
    _ row: UnsafeMutableRawPointer, count: Int, _ statistics: inout TIFFSampleRange.Statistics
  ) {
    sampleConverter.forEachNumber(row, 0, file.isPlanar ? 1 : file.samplesPerPixel, count) {
      statistics.add($1)
    }
  }
}
