import BrowserHost
import Imaging

/// The XMP sidecar of a photo: a file in the same folder in which other programs keep ratings and
/// edits.
///
/// - Source: digiKam and darktable write `NAME.EXT.xmp`, Lightroom writes `NAME.xmp`.
nonisolated enum Sidecar {
  /// The filename extension of sidecars. Some programs write it in upper case.
  static let fileExtension = "xmp"

  private static let suffixes = [fileExtension, fileExtension.uppercased()].map {
    Array(".\($0)".utf8)
  }

  /// Whether a filename is that of a sidecar.
  static func isSidecar(_ name: some Collection<UInt8>) -> Bool {
    name.count > 4 && suffixes.contains { name.suffix(4).elementsEqual($0) }
  }

  /// The possible paths of a photo's sidecar, the most specific one first; none for web addresses
  /// and photos in archives.
  static func candidates(of photo: FilePath) -> [FilePath] {
    guard photo.webAddress == nil, photo.containingArchive == nil else { return [] }
    return candidateNames(of: photo.name).map(photo.folder.appending)
  }

  /// The possible paths of a photo's sidecar as bytes, the form in which the image pipeline takes
  /// paths.
  static func candidatePathBytes(of photo: FilePath) -> [FilePathBytes] {
    candidates(of: photo).map { FilePathBytes($0.bytes) }
  }

  /// The possible filenames of the sidecar of a photo with this filename, the most specific one
  /// first.
  private static func candidateNames(of name: [UInt8]) -> [[UInt8]] {
    let stem = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name[...]
    return suffixes.map { name + $0 } + suffixes.map { stem + $0 }
  }

  /// The maximum version number for which a sidecar is searched.
  private static let maxVersions = 99
  /// The maximum number of consecutive versions without a sidecar after which the search goes on.
  private static let maxGap = 3

  /// The sidecars `NAME_01.EXT.xmp`, `NAME_02.EXT.xmp` and so on, in which darktable keeps further
  /// versions (“duplicates”) of a photo. None if the photo has no sidecar `NAME.EXT.xmp`. Waits for
  /// the file system.
  ///
  /// - Source: darktable's `crawler.c`.
  static func versionSidecars(of photo: FilePath) -> [FilePath] {
    let (name, ending) = (photo.name, Array(".\(fileExtension)".utf8))
    guard photo.webAddress == nil, photo.containingArchive == nil,
      let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0,
      photo.folder.appending(name + ending).exists
    else { return [] }
    var found: [FilePath] = []
    var last = 0
    for number in 1...maxVersions where number - last <= maxGap + 1 {
      let digits = Array((number < 10 ? "_0\(number)" : "_\(number)").utf8)
      let version = Array(name[..<dot]) + digits + Array(name[dot...])
      let sidecar = photo.folder.appending(version + ending)
      guard sidecar.exists else { continue }
      last = number
      // A photo with the name of the version is a photo of its own, to which the sidecar belongs.
      if !photo.folder.appending(version).exists { found.append(sidecar) }
    }
    return found
  }

  /// The end of the filename of a version's sidecar after the stem of its photo, such as
  /// `_01.nef.xmp`; nil if the filename is not of this form.
  static func versionEnding(of name: [UInt8], afterStem stem: [UInt8]) -> [UInt8]? {
    let rest = Array(name.dropFirst(stem.count))
    // The shortest ending, such as `_01.x.xmp`, has nine bytes.
    guard name.starts(with: stem), isSidecar(name), rest.count > 8, rest[0] == UInt8(ascii: "_"),
      rest[1...2].allSatisfy({ (0x30...0x39).contains($0) }), rest[3] == UInt8(ascii: ".")
    else { return nil }
    return rest
  }

  /// The filenames of the sidecars in one folder.
  struct Listing: Sendable {
    private let folder: FilePath
    private var names: Set<[UInt8]> = []

    /// Makes a list of the filenames of the sidecars in a folder.
    init(_ names: [[UInt8]], in folder: FilePath) {
      self.folder = folder
      self.names = Set(names)
    }

    /// Lists the sidecars in a folder; none if the folder cannot be read. Waits for the file
    /// system.
    init(reading folder: FilePath) {
      let found = (try? FolderScan.contents(of: folder).get())?.sidecars ?? []
      self.init(found, in: folder)
    }

    /// The modification time of the sidecar of a photo, in nanoseconds since 1970-01-01; 0 without
    /// a sidecar. Waits for the file system.
    func modificationNanoseconds(beside photo: FilePath) -> Int64 {
      guard !names.isEmpty,
        let name = Sidecar.candidateNames(of: photo.name).first(where: names.contains)
      else { return 0 }
      return FileStamp.read(folder.appending(name))?.stamp.modified ?? 0
    }
  }
}
