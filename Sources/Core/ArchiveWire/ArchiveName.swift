import DecoderWire

/// Functions on the names of archives, documents and the files in them: they recognise archives by
/// name, and make the names of files in archives harmless.
package enum ArchiveName {
  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  /// The file extensions of comic book archives, in lower case without the dot.
  private static let comicBookExtensions: Set<String> = ["cbz", "cbr", "cb7", "cbt"]
  /// The file extensions of other archives, in lower case without the dot.
  private static let otherArchiveExtensions: Set<String> = [
    "zip", "7z", "rar", "tar", "tgz", "tbz", "tbz2", "txz", "tzst",
  ]
  /// The file extensions that follow `.tar` in the name of a compressed tape archive, in lower case
  /// without the dot.
  private static let compressionExtensions: Set<String> = ["gz", "bz2", "xz", "zst", "lz4", "lzma"]
  /// The maximum length of the file extension of an archive, in bytes.
  private static let maxExtensionLength = 4

  /// Whether the last component of a path has the file extension of an archive or a document.
  package static func isArchive(_ path: some BidirectionalCollection<UInt8>) -> Bool {
    guard let found = suffix(of: path) else { return false }
    if comicBookExtensions.contains(found.text) || otherArchiveExtensions.contains(found.text)
      || PictureExtensions.documents.contains(found.text)
    {
      return true
    }
    return compressionExtensions.contains(found.text) && suffix(of: found.rest)?.text == "tar"
  }

  /// Whether the last component of a path has the file extension of a comic book archive.
  package static func isComicBook(_ path: some BidirectionalCollection<UInt8>) -> Bool {
    suffix(of: path).map { comicBookExtensions.contains($0.text) } ?? false
  }

  /// Whether the last component of a path has the file extension of a document, which opens like an
  /// archive of its pages.
  package static func isDocument(_ path: some BidirectionalCollection<UInt8>) -> Bool {
    suffix(of: path).map { PictureExtensions.documents.contains($0.text) } ?? false
  }

  /// The beginning of the names of a document's pages.
  private static let pagePrefix = Array("Page ".utf8)

  /// The name of a page of a document, such as `Page 007.pdf`. All page names of one document have
  /// the same length.
  ///
  /// - Parameters:
  ///   - index: the index of the page, from 0.
  ///   - count: the number of pages of the document.
  ///   - suffix: the file extension of the document, without the dot.
  package static func pageName(_ index: Int, of count: Int, suffix: String) -> [UInt8] {
    let number = Array(String(index + 1).utf8)
    let zeros = max(0, String(count).utf8.count - number.count)
    return pagePrefix + [UInt8](repeating: UInt8(ascii: "0"), count: zeros) + number + [dot]
      + Array(suffix.utf8)
  }

  /// The index, from 0, of the page that a path such as `book.pdf/Page 007.pdf` names; nil for any
  /// other path. Only the names decide, not the file system.
  package static func pageIndex(of path: some BidirectionalCollection<UInt8>) -> Int? {
    guard isDocument(path), let cut = path.lastIndex(of: slash), isDocument(path[..<cut]) else {
      return nil
    }
    let name = path[path.index(after: cut)...]
    guard name.starts(with: pagePrefix) else { return nil }
    let digits = name.dropFirst(pagePrefix.count).prefix { $0 != dot }
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(String(decoding: digits, as: UTF8.self)), number > 0,
      number <= DecoderWireFormat.maxLeaves
    else { return nil }
    return number - 1
  }

  /// The path that names one of several pictures in a picture file, such as `scan.tif/#3`; `index`
  /// counts from 0. No file listed in a folder has such a name.
  package static func leafPath(_ index: Int, of file: [UInt8]) -> [UInt8] {
    file + [slash] + leafPrefix + Array(String(index + 1).utf8)
  }

  /// The index, from 0, of the picture that a path such as `scan.tif/#3` names in a picture file;
  /// nil for any other path. Only the names decide, not the file system.
  package static func leafIndex(of path: some BidirectionalCollection<UInt8>) -> Int? {
    guard let cut = path.lastIndex(of: slash) else { return nil }
    let name = path[path.index(after: cut)...]
    guard name.starts(with: leafPrefix), isPicture(path[..<cut]) else { return nil }
    let digits = name.dropFirst(leafPrefix.count)
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(String(decoding: digits, as: UTF8.self)), number > 0,
      number <= DecoderWireFormat.maxLeaves
    else { return nil }
    return number - 1
  }

  /// The path of the picture file in a path such as `scan.tif/#3` of one of its pictures; nil for
  /// any other path.
  package static func file(ofLeaf path: [UInt8]) -> [UInt8]? {
    guard leafIndex(of: path) != nil, let cut = path.lastIndex(of: slash) else { return nil }
    return Array(path[..<cut])
  }

  /// The beginning of the names of the pictures in a picture file, before their number.
  private static let leafPrefix = Array("#".utf8)

  /// Whether a file name has the extension of a picture.
  package static func isPicture(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    guard let cut = name.lastIndex(of: dot) else { return false }
    let suffix = name[name.index(after: cut)...]
    guard suffix.count <= 8 else { return false }
    return PictureExtensions.all.contains(lowered(suffix))
  }

  /// The ends of those prefixes of a path that have the name of an archive and are followed by more
  /// components; the shortest prefix first. A picture file whose path ends with the number of one
  /// of its pictures counts as an archive.
  package static func archivePrefixEnds(of path: [UInt8]) -> [Int] {
    if leafIndex(of: path) != nil, let cut = path.lastIndex(of: slash) {
      return archivePrefixEnds(of: Array(path[..<cut])) + [cut]
    }
    return path.indices.filter { index in
      path[index] == slash && index + 1 < path.count && isArchive(path[..<index])
    }
  }

  /// The components of the name of a file in an archive, without empty ones, `.` and `..`, so that
  /// no name leads out of the archive. Nil for a name that has no components, is too long or too
  /// deep, or contains a NUL.
  package static func safeComponents(of name: [UInt8]) -> [[UInt8]]? {
    guard name.count <= ArchiveLimits.maxNameBytes, !name.contains(0) else { return nil }
    let parts = name.split(separator: slash).map(Array.init).filter {
      $0 != [dot] && $0 != [dot, dot]
    }
    guard !parts.isEmpty, parts.count <= ArchiveLimits.maxDepth,
      parts.allSatisfy({ $0.count <= ArchiveLimits.maxComponentBytes })
    else { return nil }
    return parts
  }

  /// Whether a path component hides a file: it begins with a dot, or is `__MACOSX`, the folder that
  /// macOS adds for resource forks.
  package static func isHidden(_ component: [UInt8]) -> Bool {
    component.first == dot || component.elementsEqual("__MACOSX".utf8)
  }

  private static func suffix<Path: BidirectionalCollection<UInt8>>(
    of path: Path
  ) -> (rest: Path.SubSequence, text: String)? {
    guard let cut = path.lastIndex(of: dot), cut != path.startIndex,
      path[path.index(before: cut)] != slash
    else { return nil }
    let suffix = path[path.index(after: cut)...]
    guard !suffix.isEmpty, suffix.count <= maxExtensionLength, !suffix.contains(slash) else {
      return nil
    }
    return (path[..<cut], lowered(suffix))
  }

  private static func lowered(_ suffix: some Sequence<UInt8>) -> String {
    String(decoding: suffix.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
