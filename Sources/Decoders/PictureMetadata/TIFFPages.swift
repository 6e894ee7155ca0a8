import DecoderWire
package import DecodingSupport
package import Pixels

/// The pages of a TIFF: the directories of its chain, without those of reduced copies, masks and
/// thumbnails.
///
/// - Source: TIFF 6.0, section 2 (the chain of directories), section 8 (NewSubfileType,
///   SubfileType); TIFF Technical Note 1 (SubIFDs); the BigTIFF proposal of 2004.
package enum TIFFPages {
  private static let newSubfileTypeTag = 254
  private static let subfileTypeTag = 255
  private static let imageWidthTag = 256
  private static let imageLengthTag = 257
  private static let compressionTag = 259
  private static let imageDescriptionTag = 270
  private static let tileWidthTag = 322
  private static let subDirectoriesTag = 330
  private static let jpegOffsetTag = 513

  /// The bit of NewSubfileType that marks a reduced copy of another picture.
  private static let reducedCopyBit = 1
  /// The bit of NewSubfileType that marks a transparency mask.
  private static let maskBit = 4
  /// The value of SubfileType that marks a reduced copy.
  private static let reducedSubfileType = 2
  /// The value of Compression for JPEG in the style of TIFF 6.0, as in the thumbnails of cameras.
  private static let oldJPEGCompression = 6
  /// Maximum number of reduced copies of a page that are used: each has at most half the width of
  /// the one before.
  private static let maxCopies = 32
  /// The beginning of the tag ImageDescription in a slide scan by Aperio. Its reduced copies are
  /// not marked as such: they are the directories with tiles, except the first.
  private static let aperioDescription: StaticString = "Aperio"

  /// A reduced copy of a page: the offset of its directory, and its size in pixels.
  package struct ReducedCopy {
    package let offset: Int
    package let size: PixelSize
  }

  /// The offsets of the directories of the pages. The first directory is a page whatever its kind;
  /// the result is empty for a file that is no TIFF.
  package static func pageOffsets(_ bytes: PictureBytes) -> [Int] {
    guard let reader = ExifReader(bytes),
      let first = reader.directory(at: reader.firstDirectoryOffset)
    else { return [] }
    let isSlide = isAperioSlide(first)
    return directoryChain(reader).enumerated().compactMap { index, entry in
      index == 0 || isPage(entry.directory, isSlide: isSlide) ? entry.offset : nil
    }
  }

  /// The reduced copies of the page whose directory is at `offset`: those among its SubIFDs, and
  /// those that follow it in the chain before the next page.
  package static func reducedCopies(_ bytes: PictureBytes, ofPageAt offset: Int) -> [ReducedCopy] {
    guard let reader = ExifReader(bytes), let page = reader.directory(at: offset),
      let first = reader.directory(at: reader.firstDirectoryOffset)
    else { return [] }
    let isSlide = isAperioSlide(first)
    let below = page.directoryOffsets(subDirectoriesTag, atMost: maxCopies).compactMap { offset in
      reader.directory(at: offset).map { (offset: offset, directory: $0) }
    }
    let behind = directoryChain(reader).drop { $0.offset != offset }.dropFirst().prefix {
      isSlide || !isPage($0.directory, isSlide: false)
    }
    return (below + behind).filter { isReducedCopy($0.directory, isSlide: isSlide) }.prefix(
      maxCopies
    )
    .compactMap { entry in
      guard let width = entry.directory.value(imageWidthTag),
        let height = entry.directory.value(imageLengthTag), width > 0, height > 0
      else { return nil }
      return ReducedCopy(offset: entry.offset, size: PixelSize(width: width, height: height))
    }
  }

  /// The directories of the chain, pages or not, up to a maximum number or to the first one that
  /// was visited before: the chain may be a cycle.
  private static func directoryChain(
    _ reader: ExifReader
  ) -> [(offset: Int, directory: ExifReader.Directory)] {
    var found: [(offset: Int, directory: ExifReader.Directory)] = []
    var visited: Set<Int> = []
    var next: Int? = reader.firstDirectoryOffset
    while found.count < DecoderWireFormat.maxLeaves, let offset = next,
      visited.insert(offset).inserted,
      let directory = reader.directory(at: offset)
    {
      found.append((offset, directory))
      next = directory.nextDirectoryOffset
    }
    return found
  }

  private static func isAperioSlide(_ first: ExifReader.Directory) -> Bool {
    first.value(tileWidthTag) != nil
      && first.data(imageDescriptionTag)?.hasBytes(aperioDescription) == true
  }

  private static func isReducedCopy(_ directory: ExifReader.Directory, isSlide: Bool) -> Bool {
    let kind = directory.value(newSubfileTypeTag) ?? 0
    guard kind & maskBit == 0 else { return false }
    return kind & reducedCopyBit != 0 || directory.value(subfileTypeTag) == reducedSubfileType
      || isSlide && directory.value(tileWidthTag) != nil
  }

  private static func isPage(_ directory: ExifReader.Directory, isSlide: Bool) -> Bool {
    guard directory.value(imageWidthTag) ?? 0 > 0 else { return false }
    let isThumbnail =
      directory.value(compressionTag) == oldJPEGCompression && directory.value(jpegOffsetTag) != nil
    let isMask = (directory.value(newSubfileTypeTag) ?? 0) & maskBit != 0
    return !isThumbnail && !isMask && !isReducedCopy(directory, isSlide: isSlide)
  }
}
