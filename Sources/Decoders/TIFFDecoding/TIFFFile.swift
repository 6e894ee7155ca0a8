import CTIFF
import DecoderWire
import DecodingSupport
import Geometry
import PictureMetadata
import Pixels

/// One directory of a TIFF, that of a page or of a reduced copy: its tags, and access to its
/// samples as stored.
package final class TIFFFile {
  /// The photometric interpretations whose samples are converted one by one.
  enum Photometric: Int {
    case whiteIsZero = 0
    case blackIsZero = 1
    case rgb = 2
    case palette = 3
    case cmyk = 5
    case lab = 8
    case iccLab = 9
  }
  /// The formats of a sample (SampleFormat); `floatingPoint` is IEEE floating point.
  enum SampleFormat: Int {
    case unsigned = 1
    case signed = 2
    case floatingPoint = 3
  }

  private static let jpegCompression = 7
  private static let oldJPEGCompression = 6
  private static let yCbCrPhotometric = 6

  let library: TIFFLibrary
  let handle: UnsafeMutableRawPointer
  private let memory: UnsafeMutablePointer<TIFFMemory>

  let size: PixelSize
  let orientation: Orientation
  /// Number of bits of a sample.
  let bitsPerSample: Int
  /// Number of samples of a pixel.
  let samplesPerPixel: Int
  let sampleFormat: SampleFormat?
  /// The value of the tag PhotometricInterpretation; nil when the tag is missing.
  let photometric: Int?
  /// The value of the tag Compression, such as 5 for LZW.
  let compression: Int
  /// The photometric interpretation of the samples as libtiff gives them; nil for one that libtiff
  /// must convert to RGBA.
  let interpretation: Photometric?
  /// Whether each sample of a pixel is stored in a plane of its own (PlanarConfiguration 2).
  let isPlanar: Bool
  /// The index of the alpha sample in a pixel, and whether the colours are premultiplied
  /// (ExtraSamples); nil without alpha.
  let alpha: (sample: Int, isPremultiplied: Bool)?
  /// The size of a tile in pixels; nil when the samples are stored in strips.
  let tile: PixelSize?
  let rowsPerStrip: Int
  /// Whether the samples are stored without compression.
  let isUncompressed: Bool
  /// The range from black to white that the file states (SMinSampleValue, SMaxSampleValue); nil
  /// when it states none.
  let statedRange: ClosedRange<Double>?
  /// The sample value that means "no measurement" (GDAL_NODATA); nil when the file states none.
  let noDataValue: Double?

  /// The number of pages in the file, at most ``DecoderWireFormat/maxLeaves``.
  let pageCount: Int
  /// The offset of the directory in the file; nil when only libtiff can find it.
  let directoryOffset: Int?

  /// Opens page `page` of a file, counted from 0.
  ///
  /// - Returns: nil when libtiff cannot open the file, or there is no such page.
  convenience init?(_ bytes: PictureBytes, _ library: TIFFLibrary, page: Int) {
    let offsets = TIFFPages.pageOffsets(bytes)
    guard page == 0 || offsets.indices.contains(page) else { return nil }
    let directory = offsets.indices.contains(page) ? offsets[page] : nil
    self.init(
      bytes, library, directory: directory, isFirst: page == 0, pages: max(1, offsets.count))
  }

  /// Opens the directory of the reduced copy at `offset`.
  ///
  /// - Returns: nil when libtiff cannot open it.
  convenience init?(_ bytes: PictureBytes, _ library: TIFFLibrary, copyAt offset: Int) {
    self.init(bytes, library, directory: offset, isFirst: false, pages: 1)
  }

  private init?(
    _ bytes: PictureBytes, _ library: TIFFLibrary, directory: Int?, isFirst: Bool, pages: Int
  ) {
    memory = .allocate(capacity: 1)
    memory.initialize(
      to: TIFFMemory(
        bytes: bytes.raw.bindMemory(to: UInt8.self).baseAddress, count: UInt64(bytes.count),
        position: 0))
    guard let handle = tiff_open(library.open, memory) else {
      memory.deallocate()
      return nil
    }
    let offset = directory.flatMap { UInt64(exactly: $0) }
    guard isFirst || offset.map({ library.setDirectory(handle, $0) }) ?? 0 != 0 else {
      library.close(handle)
      memory.deallocate()
      return nil
    }
    (self.library, self.handle) = (library, handle)
    (pageCount, directoryOffset) = (pages, directory)
    let tags = TIFFTags(library, handle)
    size = PixelSize(width: tags.long(TIFF_WIDTH) ?? 0, height: tags.long(TIFF_HEIGHT) ?? 0)
    orientation = Orientation(rawValue: tags.short(TIFF_ORIENTATION) ?? 1) ?? .up
    bitsPerSample = tags.short(TIFF_BITS) ?? 1
    samplesPerPixel = tags.short(TIFF_SAMPLES) ?? 1
    sampleFormat = SampleFormat(rawValue: tags.short(TIFF_SAMPLE_FORMAT) ?? 1)
    isPlanar = tags.short(TIFF_PLANAR) == 2
    tile =
      library.isTiled(handle) == 0
      ? nil
      : PixelSize(width: tags.long(TIFF_TILE_WIDTH) ?? 0, height: tags.long(TIFF_TILE_HEIGHT) ?? 0)
    rowsPerStrip = max(1, min(size.height, tags.long(TIFF_STRIP_ROWS) ?? size.height))
    photometric = tags.short(TIFF_PHOTOMETRIC)
    compression = tags.short(TIFF_COMPRESSION) ?? 1
    isUncompressed = compression == 1
    let isJPEG = compression == Self.jpegCompression && photometric == Self.yCbCrPhotometric
    if isJPEG {
      _ = tiff_set(library.setField, handle, UInt32(TIFF_JPEG_COLORS.rawValue), TIFF_JPEG_AS_RGB)
    }
    let known = photometric.flatMap { isJPEG ? .rgb : Photometric(rawValue: $0) }
    interpretation = compression == Self.oldJPEGCompression ? nil : known
    let colors = interpretation?.colorCount ?? samplesPerPixel
    let extra = tags.shorts(TIFF_EXTRA_SAMPLES)
    if let low = tags.double(TIFF_MIN_SAMPLE), let high = tags.double(TIFF_MAX_SAMPLE), low < high {
      statedRange = low...high
    } else {
      statedRange = nil
    }
    noDataValue = Self.noDataValue(bytes, directory: directory)
    // Files with more extra samples than samples exist.
    let present = extra.prefix(max(0, samplesPerPixel - colors))
    alpha = present.firstIndex { $0 == 1 || $0 == 2 }.map { (colors + $0, extra[$0] == 1) }
  }

  /// Maximum number of rows of a compressed strip that may be decompressed again for every region.
  private static let maxStripRows = 512

  /// Whether a region can be read without decompressing most of the picture before it.
  var supportsRegions: Bool {
    guard let interpretation, interpretation.colorCount <= samplesPerPixel,
      TIFFSampleConverter(self) != nil
    else {
      return false
    }
    return tile != nil || isUncompressed || rowsPerStrip <= Self.maxStripRows
  }

  deinit {
    library.close(handle)
    memory.deallocate()
  }

  /// Reads the value that means "no measurement".
  ///
  /// - Source: GDAL, `GDAL_NODATA`: the number as text.
  private static func noDataValue(_ bytes: PictureBytes, directory: Int?) -> Double? {
    guard let text = ExifReader(bytes)?.directory(at: directory)?.data(42113), text.count <= 64
    else { return nil }
    return Double(String(decoding: text.raw.prefix { $0 > 0x20 }, as: UTF8.self))
  }

  /// The entries of the colour map as opaque BGRA pixels; empty when the file has none.
  var palette: [UInt32] { TIFFTags(library, handle).palette(count: 1 << min(bitsPerSample, 16)) }
}

extension TIFFFile.Photometric {
  /// The number of samples of a pixel, without alpha and other extra samples.
  package var colorCount: Int {
    switch self {
    case .whiteIsZero, .blackIsZero, .palette: 1
    case .rgb, .lab, .iccLab: 3
    case .cmyk: 4
    }
  }
}

/// A reader of the values of tags by libtiff, one function for each type; nil or empty when the tag
/// is missing.
private struct TIFFTags {
  let library: TIFFLibrary
  let handle: UnsafeMutableRawPointer

  init(_ library: TIFFLibrary, _ handle: UnsafeMutableRawPointer) {
    (self.library, self.handle) = (library, handle)
  }

  func short(_ tag: TIFFTag) -> Int? {
    var value: UInt16 = 0
    return tiff_short(library.getField, handle, UInt32(tag.rawValue), &value) == 0
      ? nil : Int(value)
  }

  func long(_ tag: TIFFTag) -> Int? {
    var value: UInt32 = 0
    return tiff_long(library.getField, handle, UInt32(tag.rawValue), &value) == 0 ? nil : Int(value)
  }

  func shorts(_ tag: TIFFTag) -> [Int] {
    var count: UInt16 = 0
    var list: UnsafeMutablePointer<UInt16>?
    guard tiff_shorts(library.getField, handle, UInt32(tag.rawValue), &count, &list) != 0, let list
    else { return [] }
    return (0..<Int(count)).map { Int(list[$0]) }
  }

  func double(_ tag: TIFFTag) -> Double? {
    var value = 0.0
    return tiff_double(library.getField, handle, UInt32(tag.rawValue), &value) == 0 ? nil : value
  }

  func palette(count: Int) -> [UInt32] {
    var red: UnsafeMutablePointer<UInt16>?
    var green: UnsafeMutablePointer<UInt16>?
    var blue: UnsafeMutablePointer<UInt16>?
    guard tiff_palette(library.getField, handle, &red, &green, &blue) != 0, let red, let green,
      let blue
    else { return [] }
    // Some writers store 8-bit values in the 16-bit entries.
    let isWide = (0..<count).contains { red[$0] > 255 || green[$0] > 255 || blue[$0] > 255 }
    func level(_ value: UInt16) -> UInt32 { UInt32(isWide ? value >> 8 : value) }
    return (0..<count).map {
      0xFF00_0000 | level(red[$0]) << 16 | level(green[$0]) << 8 | level(blue[$0])
    }
  }
}
