import CLinux
package import DecodingSupport
package import Geometry
package import Pixels

/// The contents of the marker segments of a JPEG before its first scan.
///
/// - Source: ITU-T T.81, annex B.
package struct JPEGHeader {
  /// The size of the picture in stored orientation, in pixels; zero without a frame header.
  package private(set) var size = PixelSize.zero
  package private(set) var componentCount = 0
  /// The horizontal and vertical sampling factor of each component, by its identifier.
  private(set) var samplingFactors: [UInt8: (across: Int, down: Int)] = [:]
  /// Bits of a sample; only eight are supported.
  package private(set) var precision = 8
  package private(set) var isProgressive = false
  package private(set) var isLossless = false
  /// Whether the file is JPEG-LS (ITU-T T.87), which has the segments of a JPEG and another coding.
  private var isJPEGLS = false
  /// Whether the file is hierarchical: a pyramid of frames, each of which refines the one before
  /// it.
  private var isHierarchical = false
  package private(set) var exif: ExifReader?
  /// The APP2 segments with parts of the ICC profile, in file order.
  package private(set) var profileSegments: [PictureBytes] = []
  /// The offset of the SOS marker of the first scan; nil when the file ends before it or is
  /// damaged.
  package private(set) var scanStart: Int?

  package init(_ bytes: PictureBytes) {
    scanStart = bytes.visitJPEGSegmentsReturningScanOffset { read($0, bytes.part($1)) }
  }

  private mutating func read(_ marker: UInt8, _ segment: PictureBytes) {
    switch marker {
    case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
      precision = Int(segment.byte(0) ?? 8)
      size = PixelSize(width: segment.big16(3) ?? 0, height: segment.big16(1) ?? 0)
      componentCount = Int(segment.byte(5) ?? 0)
      readSampling(segment)
      isProgressive = marker & 3 == 2
      isLossless = marker & 3 == 3
      isHierarchical = marker & 7 > 4
    case 0xF7:
      isJPEGLS = true
    case 0xE1 where exif == nil && segment.hasBytes("Exif\0"):
      exif = ExifReader(segment)
    case 0xE2 where segment.hasBytes("ICC_PROFILE\0"):
      profileSegments.append(segment)
    default: break
    }
  }

  private mutating func readSampling(_ segment: PictureBytes) {
    for i in 0..<componentCount {
      guard let id = segment.byte(6 + 3 * i), let factors = segment.byte(7 + 3 * i) else { return }
      samplingFactors[id] = (max(1, Int(factors >> 4)), max(1, Int(factors & 15)))
    }
  }

  /// The number of 8 × 8 blocks of the component with the identifier `id`.
  ///
  /// - Source: ITU-T T.81, A.1.1 and A.2.
  package func blockCount(ofComponent id: UInt8) -> Int {
    let own = samplingFactors[id] ?? (1, 1)
    let across = samplingFactors.values.map(\.across).max() ?? 1
    let down = samplingFactors.values.map(\.down).max() ?? 1
    let wide = (size.width * own.across + 8 * across - 1) / (8 * across)
    let high = (size.height * own.down + 8 * down - 1) / (8 * down)
    return wide * high
  }

  /// The beginning of the file, up to the maximum length that the data of the picture can have.
  /// Data behind it are another picture, a video or a hole, in which no more scans are searched.
  package func withoutTrailingData(_ bytes: PictureBytes) -> PictureBytes {
    guard let scanStart, let area = size.area else { return bytes }
    return bytes.part(0..<scanStart + area * Self.maxScanBytesPerPixel + Self.maxTableBytes)
  }

  /// Maximum number of bytes of entropy-coded data per pixel in all scans together: four samples
  /// with 16 bits of code and 16 extra bits each. Real files have at most a tenth of that.
  private static let maxScanBytesPerPixel = 16
  /// Maximum size in bytes of the tables between scans, together.
  private static let maxTableBytes = 1 << 20

  /// The kind of a valid JPEG that the decoder does not support, for a message; nil for a supported
  /// kind.
  package var unsupportedKind: String? {
    if isJPEGLS { return "JPEG-LS" }
    if isHierarchical { return "hierarchical" }
    if isLossless { return "lossless" }
    if precision != 8 { return "\(precision) bits a sample" }
    // - Source: ITU-T T.81, B.2.5.
    if size.height == 0, size.width > 0 { return "its height follows its lines in a DNL segment" }
    return nil
  }

  package var orientation: Orientation { exif?.orientation ?? .up }

  package var uprightSize: PixelSize { orientation.swapsAxes ? size.transposed : size }
}

extension PictureBytes {
  /// The offset behind the entropy-coded data of the scan whose SOS marker is at `start`: that of
  /// the next marker other than RSTn. nil when the file ends before it.
  package func scanEnd(from start: Int) -> Int? {
    guard let length = big16(start + 2) else { return nil }
    var i = start + 2 + length
    while let base = raw.baseAddress, i < count, let found = memchr(base + i, 0xFF, count - i) {
      i = base.distance(to: found)
      guard let next = byte(i + 1) else { return nil }
      if next != 0, !(0xD0...0xD7).contains(next) { return i }
      i += 1
    }
    return nil
  }

  /// Whether an EOI marker follows somewhere after `start`. Only the last mebibyte of the file is
  /// searched.
  package func hasEndOfImage(after start: Int) -> Bool {
    var i = count - 2
    let first = max(start, count - 1 << 20)
    while i >= first {
      if raw[i] == 0xFF, raw[i + 1] == 0xD9 { return true }
      i -= 1
    }
    return false
  }
}
