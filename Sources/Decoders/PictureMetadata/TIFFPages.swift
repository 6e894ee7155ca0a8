import DecoderWire
package import DecodingSupport

/// The pages of a TIFF: the directories of its chain without those of reduced copies, masks and
/// thumbnails.
///
/// - Source: TIFF 6.0, section 2 (the chain of directories), section 8 (NewSubfileType,
///   SubfileType); the BigTIFF proposal of 2004.
package enum TIFFPages {
  private static let newSubfileType = 254
  private static let subfileType = 255
  private static let imageWidth = 256
  private static let compression = 259
  private static let jpegOffset = 513

  /// The bits of NewSubfileType for a reduced copy of another picture, and for a transparency mask.
  private static let excluded = 1 | 4
  /// The value of SubfileType for a reduced copy.
  private static let reduced = 2
  /// The value of Compression for JPEG in the style of TIFF 6.0, as in the thumbnails of cameras.
  private static let oldJPEG = 6

  /// The offsets of the pages' directories. The first directory is a page whatever its kind; the
  /// result is empty for a file that is no TIFF.
  package static func offsets(_ bytes: PictureBytes) -> [Int] {
    guard let reader = ExifReader(bytes), let first = reader.directory(at: reader.firstDirectory)
    else { return [] }
    var pages = [reader.firstDirectory]
    var visited: Set<Int> = [reader.firstDirectory]
    var directory = first
    // A chain may be a cycle, and directories that are no pages count as well.
    while visited.count < WireFormat.maxLeaves, let offset = directory.next,
      visited.insert(offset).inserted, let next = reader.directory(at: offset)
    {
      if isPage(next) { pages.append(offset) }
      directory = next
    }
    return pages
  }

  private static func isPage(_ directory: ExifReader.Directory) -> Bool {
    guard directory.value(imageWidth) ?? 0 > 0 else { return false }
    let isThumbnail =
      directory.value(compression) == oldJPEG && directory.value(jpegOffset) != nil
    return !isThumbnail && (directory.value(newSubfileType) ?? 0) & excluded == 0
      && directory.value(subfileType) != reduced
  }
}
