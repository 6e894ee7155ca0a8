import ColorManagement
import DecodeJobs
import DecoderWire
import DecodingSupport
import Geometry
import Pixels

/// A page of a TIFF with its reduced copies. An area is read from the smallest of these pictures
/// that is large enough.
final class TIFFPyramid {
  /// One of the pictures to read from: the page itself at level 0, or a copy at the level by which
  /// it is reduced.
  private struct Source {
    let level: Int
    let size: PixelSize
    let reader: TIFFReader
  }

  private let file: TIFFFile
  private let interpretation: TIFFFile.Photometric
  private let bytes: PictureBytes
  private let fullResolution: Source
  private let maxPixels: Int
  /// The copies that have not been opened yet; a copy with samples of another kind than those of
  /// the page is not used.
  private var unopenedCopies: [TIFFReducedCopies.Copy]
  private var openedSources: [Source] = []
  /// The conversion of CMYK to the target colours; nil when ideal inks are assumed.
  var cmykConversion: ColorConversion?
  /// The conversion of samples of 16 bits to the target colours; nil when the pixels stay in the
  /// colours of the file. See ``TIFFReader/sixteenBitConversion``.
  var sixteenBitConversion: ColorConversion?

  /// Makes the pyramid of the page that `reader` reads.
  ///
  /// - Parameter maxPixels: the maximum number of pixels that are read at once, before they are
  ///   reduced.
  init(
    _ file: TIFFFile, _ interpretation: TIFFFile.Photometric, _ reader: TIFFReader,
    _ copies: TIFFReducedCopies, in bytes: PictureBytes, maxPixels: Int
  ) {
    (self.file, self.bytes, self.maxPixels) = (file, bytes, maxPixels)
    self.interpretation = interpretation
    fullResolution = Source(level: 0, size: file.size, reader: reader)
    unopenedCopies = copies.all
  }

  /// Whether all pixels of the page are opaque, except in areas that are missing in the file.
  var isOpaque: Bool { fullResolution.reader.isOpaque }

  /// The level of reduction at which the whole page is read for a result of `size` pixels in stored
  /// orientation: the page is not smaller than `size` at that level, unless only a coarser level is
  /// within the limit of pixels.
  func level(for size: PixelSize) -> Int {
    var level = 0
    while level < RegionPlan.maxLevel {
      let next = RegionPlan.reduced(file.size, level + 1)
      guard next.width >= size.width, next.height >= size.height else { break }
      level += 1
    }
    level = min(level, source(for: level).level + TIFFReader.maxLevel)
    let usual = level
    while level < RegionPlan.maxLevel {
      let source = source(for: level)
      if source.size.area ?? .max <= maxPixels, level - source.level <= TIFFReader.maxLevel {
        return level
      }
      level += 1
    }
    return usual
  }

  /// The number of rows and tiles that were requested, and the number of them that were read.
  struct Progress {
    var piecesRequested = 0
    var piecesRead = 0
  }

  /// Reads an area at a level of reduction, in stored orientation, to fill `buffer`. `columns` and
  /// `rows` are in pixels of that level.
  ///
  /// - Throws: `.tooLarge` when too many pixels would have to be read, `.unsupported` at too high a
  ///   level.
  func read(
    level: Int, columns: Range<Int>, rows: Range<Int>, into buffer: PixelBuffer
  ) throws(DecodeFailure) -> Progress {
    let source = source(for: level)
    let more = level - source.level
    guard more <= TIFFReader.maxLevel else {
      throw DecodeFailure(.unsupported, detail: "no such part")
    }
    let area = PixelSize(width: columns.count << more, height: rows.count << more).area ?? .max
    guard area <= maxPixels else {
      throw DecodeFailure(
        .tooLarge, format: PictureFormat.tiff.name,
        detail: "\(DecodeJob.pixelCountText(area)) pixels to read, the limit is "
          + "\(DecodeJob.pixelCountText(maxPixels)), more with --max-pixels")
    }
    let reader = source.reader
    let before = (piecesRequested: reader.piecesRequested, piecesRead: reader.piecesRead)
    reader.cmykConversion = cmykConversion
    reader.sixteenBitConversion = sixteenBitConversion
    let size = RegionPlan.reduced(source.size, more)
    let inside = (columns: Self.clamped(columns, size.width), rows: Self.clamped(rows, size.height))
    if inside == (columns, rows) {
      try reader.read(level: more, columns: columns, rows: rows, into: buffer)
    } else {
      let part = PixelSize(width: inside.columns.count, height: inside.rows.count)
      let memory = try PrivateMemory(byteCount: part.width * 4 * part.height)
      let stored = PixelBuffer(size: part, stride: part.width * 4, bytes: memory.bytes)
      try reader.read(level: more, columns: inside.columns, rows: inside.rows, into: stored)
      Self.copyRepeatingEdges(
        stored, x: columns.lowerBound - inside.columns.lowerBound,
        y: rows.lowerBound - inside.rows.lowerBound, into: buffer)
    }
    return Progress(
      piecesRequested: reader.piecesRequested - before.piecesRequested,
      piecesRead: reader.piecesRead - before.piecesRead)
  }

  /// The part of `range` below `end`, or the last index before `end` when that part is empty.
  private static func clamped(_ range: Range<Int>, _ end: Int) -> Range<Int> {
    let first = max(0, min(range.lowerBound, end - 1))
    return first..<max(first + 1, min(range.upperBound, end))
  }

  /// Fills `buffer` with the pixels of `stored` from (`x`, `y`) on; the last column and row of
  /// `stored` are repeated where it ends.
  private static func copyRepeatingEdges(
    _ stored: PixelBuffer, x: Int, y: Int, into buffer: PixelBuffer
  ) {
    for row in 0..<buffer.size.height {
      let from = stored.bytes + min(y + row, stored.size.height - 1) * stored.stride
      let to = buffer.bytes + row * buffer.stride
      for column in 0..<buffer.size.width {
        let pixel = from + min(x + column, stored.size.width - 1) * 4
        (to + column * 4).copyMemory(from: pixel, byteCount: 4)
      }
    }
  }

  /// The smallest picture that is reduced by at most 2^`level`.
  private func source(for level: Int) -> Source {
    while let copy = unopenedCopies.last(where: { $0.level <= level }) {
      if let known = openedSources.last(where: { $0.level <= level }), known.level > copy.level {
        return known
      }
      unopenedCopies.removeAll { $0.level == copy.level }
      guard let source = open(copy) else { continue }
      openedSources.append(source)
      openedSources.sort { $0.level < $1.level }
      return source
    }
    return openedSources.last { $0.level <= level } ?? fullResolution
  }

  /// Opens a copy for reading.
  ///
  /// - Returns: nil when it does not have the kind of samples of the page.
  private func open(_ copy: TIFFReducedCopies.Copy) -> Source? {
    guard let found = TIFFFile(bytes, file.library, copyAt: copy.offset), found.size == copy.size,
      found.interpretation == interpretation, found.samplesPerPixel == file.samplesPerPixel,
      found.bitsPerSample == file.bitsPerSample, found.sampleFormat == file.sampleFormat,
      found.supportsRegions,
      let reader = TIFFReader(found, interpretation, copyOf: fullResolution.reader),
      reader.supportsSixteenBitConversion == fullResolution.reader.supportsSixteenBitConversion
    else { return nil }
    return Source(level: copy.level, size: copy.size, reader: reader)
  }
}
