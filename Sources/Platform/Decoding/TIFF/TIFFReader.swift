import DecoderWire
import Geometry
import Pixels
import Resampling

/// Reads rows or tiles, plane by plane, into premultiplied BGRA, transparent where there are none.
final class TIFFReader {
  /// Most bytes of a row or of a tile.
  private static let mostBytes = 512 << 20
  /// Pixels that are read at once to be reduced, but for tiles that are larger.
  private static let pieceArea = 4_000_000

  private let file: TIFFFile
  private var samples: TIFFSamples
  private let colors: TIFFColors
  private typealias Places = [(sample: Int, byte: Int)]
  /// The planes there are, each with which of its samples goes into which of the four bytes.
  private let planes: [(index: Int, places: Places)]
  /// True for red, green, blue bytes and nothing else: the commonest kind goes all the way at once.
  private let isPlain: Bool
  /// The conversion of inks; without it they are taken to be perfect ones.
  var inks: ColorConversion?
  /// The plane and the row that the library unpacks next, nil when it has to begin a strip.
  private var cursor: (plane: Int, row: Int)?
  /// Rows and tiles that were looked for, and those that were there.
  private(set) var wanted = 0
  private(set) var done = 0

  /// - Returns: nil for a kind of sample nobody writes.
  init?(_ file: TIFFFile, _ meaning: TIFFFile.Meaning) {
    guard let samples = TIFFSamples(file) else { return nil }
    (self.file, self.samples) = (file, samples)
    colors = TIFFColors(file, meaning)
    var places = (0..<meaning.colors).map { (sample: $0, byte: $0) }
    if !colors.isOpaque, let alpha = file.alpha, alpha.sample < file.samples {
      places.append((alpha.sample, meaning == .inks ? Self.apart : 3))
    }
    isPlain =
      meaning == .rgb && file.bits == 8 && file.kind == .unsigned && file.samples == 3
      && !file.isPlanar
    planes = file.isPlanar ? places.map { ($0.sample, [(0, $0.byte)]) } : [(0, places)]
    let isGray = meaning == .whiteIsZero || meaning == .blackIsZero
    if isGray, samples.mayBeMeasured { self.samples.range = measuredRange() }
  }

  /// The place of an alpha that has no room beside four inks.
  private static let apart = 4

  var isOpaque: Bool { colors.isOpaque }

  /// Blocks are 256 pixels large at most.
  static let mostLevel = 8

  /// A part of the picture reduced by 2^`level`, at most ``mostLevel``, as stored, into all of
  /// `buffer`.
  func read(
    level: Int, columns: Range<Int>, rows: Range<Int>, into buffer: PixelBuffer
  ) throws(DecodeFailure) {
    let wide = columns.lowerBound << level..<min(columns.upperBound << level, file.size.width)
    guard level > 0 else { return try read(wide, rows, into: buffer) }
    let band = bandRows(wide.count, level)
    for top in stride(from: rows.lowerBound, to: rows.upperBound, by: band) {
      let part = top..<min(top + band, rows.upperBound)
      let high = part.lowerBound << level..<min(part.upperBound << level, file.size.height)
      let stride = wide.count * 4
      let memory = try PrivateMemory(byteCount: stride * high.count)
      let size = PixelSize(width: wide.count, height: high.count)
      let stored = PixelBuffer(size: size, stride: stride, bytes: memory.bytes)
      try read(wide, high, into: stored)
      let reduction = BoxReduction(size, across: 1 << level, down: 1 << level)
      let place = PixelBuffer(
        size: PixelSize(width: columns.count, height: part.count), stride: buffer.stride,
        bytes: buffer.bytes + (top - rows.lowerBound) * buffer.stride)
      ParallelScaling.inBands(rows: part.count, pixels: size.area ?? 0) {
        [place = Shared(place), stored = Shared(stored)] in
        reduction.run(stored.buffer.view, into: place.buffer, band: $0)
      }
    }
  }

  /// Bands write different rows, which is what makes sharing a buffer right.
  private struct Shared: @unchecked Sendable {
    let buffer: PixelBuffer
    init(_ buffer: PixelBuffer) { self.buffer = buffer }
  }

  /// Rows of the reduction that are made at once: whole tiles and strips, which are unpacked only
  /// once then.
  private func bandRows(_ width: Int, _ level: Int) -> Int {
    let unit = max(1, file.tile?.height ?? file.stripRows)
    let least = max(1, Self.pieceArea / max(1, width))
    // The packed strips of planes are read in turns, and each turn begins them anew.
    let mustBeWhole = file.tile != nil || (file.isPlanar && !file.isUnpacked)
    let rows = unit <= least ? least / unit * unit : mustBeWhole ? unit : least
    return max(1, (rows + (1 << level) - 1) >> level)
  }

  /// A part as it is stored.
  private func read(
    _ columns: Range<Int>, _ rows: Range<Int>, into buffer: PixelBuffer
  ) throws(DecodeFailure) {
    for y in 0..<rows.count {
      (buffer.bytes + y * buffer.stride).initializeMemory(
        as: UInt8.self, repeating: 0, count: buffer.size.width * 4)
    }
    var there = [Bool](repeating: false, count: rows.count)
    let hasAlphas =
      colors.areInks && planes.contains { $0.places.contains { $0.byte == Self.apart } }
    let alphas = try PrivateMemory(byteCount: hasAlphas ? columns.count * 4 * rows.count : 0)
    let target = Target(
      columns: columns, rows: rows, buffer: buffer, alphas: hasAlphas ? alphas.bytes : nil)
    if let tile = file.tile {
      try readTiles(tile, target, &there)
    } else {
      try readRows(target, &there)
    }
    if colors.areInks { return finishInks(target, there) }
    for y in 0..<rows.count where there[y] && !isPlain {
      colors.finish(buffer.bytes + y * buffer.stride, count: columns.count)
    }
  }

  /// Makes inks colours; rows that are not there stay transparent.
  private func finishInks(_ target: Target, _ there: [Bool]) {
    let buffer = target.buffer
    let count = target.columns.count
    func row(_ y: Int) -> UnsafeMutableRawPointer { buffer.bytes + y * buffer.stride }
    if let alphas = target.alphas {
      for y in 0..<there.count where there[y] {
        colors.separate(row(y), alphas + y * count * 4, count: count)
      }
    }
    inks?.convert(inks: buffer)
    for y in 0..<there.count {
      guard there[y] else {
        row(y).initializeMemory(as: UInt8.self, repeating: 0, count: count * 4)
        continue
      }
      if inks == nil { colors.finish(row(y), count: count) }
      if let alphas = target.alphas {
        TIFFColors.apply(alphas + y * count * 4, to: row(y), count: count)
      }
    }
  }

  /// Where stored pixels go.
  private struct Target {
    let columns: Range<Int>
    let rows: Range<Int>
    let buffer: PixelBuffer
    /// Four bytes for every pixel, of which the first is its alpha; nil where that is one of
    /// `buffer`'s.
    let alphas: UnsafeMutableRawPointer?

    func alpha(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt8>? {
      let offset = ((y - rows.lowerBound) * columns.count + x - columns.lowerBound) * 4
      return alphas.map { ($0 + offset).assumingMemoryBound(to: UInt8.self) }
    }

    func place(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt8> {
      let offset = (y - rows.lowerBound) * buffer.stride + (x - columns.lowerBound) * 4
      return (buffer.bytes + offset).assumingMemoryBound(to: UInt8.self)
    }
  }

  private func readRows(_ target: Target, _ there: inout [Bool]) throws(DecodeFailure) {
    let size = file.library.rowSize(file.handle)
    let memory = try room(size, rows: 1, of: size, width: file.size.width)
    for plane in planes {
      wanted += target.rows.count
      var y = target.rows.lowerBound
      while y < target.rows.upperBound {
        guard readRow(y, plane.index, memory.bytes) else {
          // What follows in this strip is lost; the next one begins anew.
          y = (y / file.stripRows + 1) * file.stripRows
          continue
        }
        write(
          memory.bytes, plane.places, from: target.columns.lowerBound,
          count: target.columns.count, to: target, target.columns.lowerBound, y)
        there[y - target.rows.lowerBound] = true
        done += 1
        y += 1
      }
    }
  }

  /// Unpacks a row. The library cannot skip rows of a packed strip: those before it in its strip are
  /// unpacked and discarded, unless the last row was one of them.
  ///
  /// - Returns: false when it, or one before it in its strip, makes no sense.
  private func readRow(_ y: Int, _ plane: Int, _ memory: UnsafeMutableRawPointer) -> Bool {
    var next = y
    if !file.isUnpacked {
      let first = y / file.stripRows * file.stripRows
      let isOnTheWay = cursor.map { $0.plane == plane && (first...y).contains($0.row) } ?? false
      next = isOnTheWay ? cursor?.row ?? first : first
    }
    cursor = nil
    while next <= y {
      guard file.library.readRow(file.handle, memory, UInt32(next), UInt16(plane)) >= 0 else {
        return false
      }
      next += 1
    }
    cursor = (plane, next)
    return true
  }

  private func readTiles(
    _ tile: PixelSize, _ target: Target, _ there: inout [Bool]
  ) throws(DecodeFailure) {
    let rowSize = file.library.tileRowSize(file.handle)
    let memory = try room(
      file.library.tileSize(file.handle), rows: tile.height, of: rowSize, width: tile.width)
    let (columns, rows) = (target.columns, target.rows)
    let firstLeft = columns.lowerBound / tile.width * tile.width
    let firstTop = rows.lowerBound / tile.height * tile.height
    for plane in planes {
      for top in stride(from: firstTop, to: rows.upperBound, by: tile.height) {
        for left in stride(from: firstLeft, to: columns.upperBound, by: tile.width) {
          wanted += 1
          let got = file.library.readTile(
            file.handle, memory.bytes, UInt32(left), UInt32(top), 0, UInt16(plane.index))
          guard got > 0 else { continue }
          done += 1
          let wide = (left..<left + tile.width).clamped(to: columns)
          for y in (top..<top + tile.height).clamped(to: rows) {
            write(
              memory.bytes + (y - top) * rowSize, plane.places, from: wide.lowerBound - left,
              count: wide.count, to: target, wide.lowerBound, y)
            there[y - rows.lowerBound] = true
          }
        }
      }
    }
  }

  /// Memory for a piece that is checked to hold the samples it is said to hold.
  private func room(
    _ byteCount: Int, rows: Int, of rowSize: Int, width: Int
  ) throws(DecodeFailure) -> PrivateMemory {
    let step = file.isPlanar ? 1 : file.samples
    guard width > 0, rows > 0, rowSize >= (width * step * file.bits + 7) / 8,
      byteCount / rows >= rowSize
    else {
      throw DecodeFailure(
        .damaged, format: PictureFormat.tiff.name, detail: "its pieces make no sense")
    }
    guard byteCount <= Self.mostBytes else {
      throw DecodeFailure(
        .tooLarge, format: PictureFormat.tiff.name, detail: "\(byteCount) bytes in one piece")
    }
    return try PrivateMemory(byteCount: byteCount)
  }

  /// Pixels `from` on of a row of samples, to (`x`, `y`) and on.
  private func write(
    _ row: UnsafeMutableRawPointer, _ places: Places, from first: Int, count: Int,
    to target: Target, _ x: Int, _ y: Int
  ) {
    let out = target.place(x, y)
    guard !isPlain else {
      let rgb = row.assumingMemoryBound(to: UInt8.self) + first * 3
      return PixelConversion.opaque(rgb: rgb, count: count, into: out)
    }
    let step = file.isPlanar ? 1 : file.samples
    for place in places {
      let byte = place.byte == Self.apart ? target.alpha(x, y) : out + place.byte
      guard let byte else { continue }
      samples.write(
        row, first: first * step + place.sample, step: step, count: count,
        isColor: place.byte < 3, into: byte)
    }
  }

  // MARK: The range of measurements

  /// The samples from which on only some of the strips or tiles are looked at for their range.
  private static let maxSurveyedSamples = 16_000_000

  /// The range that the file states, else that of the samples of its strips or tiles, of every so many
  /// where there are too many. Whatever part is asked for, it is the same.
  ///
  /// - Returns: nil when all of the range of the kind of sample is right.
  private func measuredRange() -> TIFFRange? {
    if let stated = file.range {
      return TIFFRange(black: stated.lowerBound, white: stated.upperBound, noData: file.noData)
    }
    let step = max(1, (file.size.area ?? 0) / Self.maxSurveyedSamples)
    var survey = TIFFRange.Survey(noData: file.noData)
    if let tile = file.tile {
      surveyTiles(tile, step, &survey)
    } else {
      surveyStrips(step, &survey)
    }
    guard let range = survey.range else { return nil }
    let isUsual = samples.areFractions && range.black >= -0.01 && range.white <= 1.01
    return isUsual ? nil : range
  }

  private func surveyStrips(_ step: Int, _ survey: inout TIFFRange.Survey) {
    let size = file.library.rowSize(file.handle)
    guard let memory = try? room(size, rows: 1, of: size, width: file.size.width) else { return }
    for top in stride(from: 0, to: file.size.height, by: file.stripRows * step) {
      for y in top..<min(top + file.stripRows, file.size.height) {
        guard readRow(y, 0, memory.bytes) else { break }
        look(at: memory.bytes, count: file.size.width, &survey)
      }
    }
  }

  private func surveyTiles(_ tile: PixelSize, _ step: Int, _ survey: inout TIFFRange.Survey) {
    let rowSize = file.library.tileRowSize(file.handle)
    guard tile.width > 0, tile.height > 0,
      let memory = try? room(
        file.library.tileSize(file.handle), rows: tile.height, of: rowSize, width: tile.width)
    else { return }
    let across = (file.size.width + tile.width - 1) / tile.width
    let down = (file.size.height + tile.height - 1) / tile.height
    for index in stride(from: 0, to: across * down, by: step) {
      let (left, top) = (index % across * tile.width, index / across * tile.height)
      let got = file.library.readTile(
        file.handle, memory.bytes, UInt32(left), UInt32(top), 0, 0)
      guard got > 0 else { continue }
      // Beyond the picture is whatever the writer put there.
      for y in 0..<min(tile.height, file.size.height - top) {
        look(
          at: memory.bytes + y * rowSize, count: min(tile.width, file.size.width - left), &survey)
      }
    }
  }

  private func look(
    at row: UnsafeMutableRawPointer, count: Int, _ survey: inout TIFFRange.Survey
  ) {
    samples.numbers(row, 0, file.isPlanar ? 1 : file.samples, count) { survey.look(at: $1) }
  }
}
