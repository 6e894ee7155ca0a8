import DecoderWire
import DecodingSupport
import PictureMetadata
import Pixels

/// The main EXIF tags of a JPEG or TIFF file, for machines without libgexiv2.
///
/// - Source: CIPA DC-008 (Exif 2.32), 4.6.
enum BasicMetadata {
  /// The tag in the first directory that refers to the EXIF directory.
  private static let exifDirectory = 0x8769
  /// The tag DateTimeOriginal, with the tags of its fraction of a second and its time zone.
  private static let originalTimeTags = (date: 0x9003, fraction: 0x9291, zone: 0x9011)
  /// The tag DateTimeDigitized, with the tags of its fraction of a second and its time zone.
  private static let digitizedTimeTags = (date: 0x9004, fraction: 0x9292, zone: 0x9012)

  static func read(_ bytes: PictureBytes) -> PhotoMetadata {
    var result = PhotoMetadata()
    result.completeness = .basic
    guard let reader = exifReader(bytes),
      let first = reader.directory(at: reader.firstDirectoryOffset)
    else {
      return result
    }
    result.pixelSize = size(bytes)
    result.orientation = first.value(0x0112).flatMap { (1...8).contains($0) ? $0 : nil }
    result.make = text(first, 0x010F)
    result.model = text(first, 0x0110)
    result.software = text(first, 0x0131)
    result.creator = text(first, 0x013B)
    let photo = reader.directory(at: first.value(exifDirectory))
    let time = photo.flatMap {
      captureTime($0, originalTimeTags) ?? captureTime($0, digitizedTimeTags)
    }
    result.taken = time ?? MetadataText.captureTime(text(first, 0x0132))
    guard let photo else { return result }
    result.exposureTime = ratio(photo, 0x829A)
    result.aperture = ratio(photo, 0x829D)
    result.focalLength = ratio(photo, 0x920A)
    result.iso = number(photo, 0x8827)
    result.flash = number(photo, 0x9209)
    result.equivalentFocalLength = number(photo, 0xA405).flatMap { $0 > 0 ? $0 : nil }
    result.lens = text(photo, 0xA434)
    return result
  }

  private static func size(_ bytes: PictureBytes) -> PixelSize? {
    let size =
      bytes.big16(0) == 0xFFD8 ? JPEGHeader(bytes).size : PictureSizeInHeader.size(of: bytes, .tiff)
    let sides = 1...Int(Int32.max)
    return size.flatMap { sides.contains($0.width) && sides.contains($0.height) ? $0 : nil }
  }

  /// The first value of an integer tag; nil when it does not fit into 32 bits, as in a BigTIFF.
  private static func number(_ directory: ExifReader.Directory, _ tag: Int) -> Int? {
    directory.value(tag).flatMap { $0 <= Int(UInt32.max) ? $0 : nil }
  }

  /// The reader of the EXIF tags: of the TIFF structure in the APP1 segment of a JPEG, or of the
  /// file itself. nil when there are none.
  private static func exifReader(_ bytes: PictureBytes) -> ExifReader? {
    guard bytes.big16(0) == 0xFFD8 else { return ExifReader(bytes) }
    var found: ExifReader?
    _ = bytes.visitJPEGSegmentsReturningScanOffset { marker, body in
      let block = bytes.part(body)
      if marker == 0xE1, found == nil, block.hasBytes("Exif\0\0") { found = ExifReader(block) }
    }
    return found
  }

  private static func captureTime(
    _ directory: ExifReader.Directory, _ tags: (date: Int, fraction: Int, zone: Int)
  ) -> PhotoMetadata.CaptureTime? {
    MetadataText.captureTime(
      text(directory, tags.date), fraction: text(directory, tags.fraction),
      zone: text(directory, tags.zone))
  }

  private static func text(_ directory: ExifReader.Directory, _ tag: Int) -> String {
    guard let data = directory.data(tag) else { return "" }
    return MetadataText.trimmed(Array(data.raw.prefix { $0 != 0 }))
  }

  private static func ratio(
    _ directory: ExifReader.Directory, _ tag: Int
  ) -> PhotoMetadata.Ratio? {
    directory.ratio(tag).flatMap { $0 > 0 ? PhotoMetadata.Ratio($0, $1) : nil }
  }
}
