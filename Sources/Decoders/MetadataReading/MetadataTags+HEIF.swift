import DecodingSupport
import PictureMetadata

extension MetadataTags {
  /// The tags of a file, also those of a HEIF or AVIF file that libexiv2 0.27 does not find: it
  /// understands only some forms of the box that locates EXIF and XMP, and not the one that
  /// exiftool writes.
  ///
  /// - Returns: nil when libgexiv2 is missing or cannot parse the file. The bytes must outlive the
  ///   result.
  static func all(of bytes: PictureBytes) -> MetadataTags? {
    let found = MetadataTags(bytes)
    guard isHEIF(bytes), found?.isEmpty ?? true, let items = HEIFItems(bytes) else { return found }
    let packet = items.xmp.flatMap { $0.count <= ExtendedXMP.maxPacketBytes ? $0 : nil }
    guard let tags = items.exif.flatMap(MetadataTags.init) else {
      return packet.flatMap(MetadataTags.init) ?? found
    }
    if let packet { tags.addPacket(Array(packet.raw)) }
    return tags
  }

  /// Whether a file begins like HEIF and AVIF files, and like CR3 files and clips.
  static func isHEIF(_ bytes: PictureBytes) -> Bool { bytes.hasBytes("ftyp", at: 4) }

  /// Whether the file has neither EXIF nor XMP tags.
  private var isEmpty: Bool { hasNone(library.exifTags) && hasNone(library.xmpTags) }

  private func hasNone(
    _ list: @convention(c) (GExiv2Library.Object) -> UnsafeMutablePointer<GExiv2Library.Text?>?
  ) -> Bool {
    guard let first = list(object) else { return true }
    defer { library.freeStrings(first) }
    return first[0] == nil
  }
}
