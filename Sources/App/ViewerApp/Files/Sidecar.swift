import BrowserHost
import Imaging

/// The XMP sidecar of a photo: a file beside it in which other programs keep ratings and edits.
///
/// - Source: digiKam and darktable write `NAME.EXT.xmp`, Lightroom writes `NAME.xmp`.
nonisolated enum Sidecar {
  /// The filename extension, which some programs write in upper case.
  static let fileExtension = "xmp"

  private static let endings = [fileExtension, fileExtension.uppercased()].map {
    Array(".\($0)".utf8)
  }

  /// Whether a file with this name is a sidecar.
  static func isSidecar(_ name: some Collection<UInt8>) -> Bool {
    name.count > 4 && endings.contains { name.suffix(4).elementsEqual($0) }
  }

  /// The possible paths of a photo's sidecar, the most specific one first. For a sidecar itself,
  /// there are none, and sidecars in archives are not read.
  static func candidates(of photo: FilePath) -> [FilePath] {
    guard photo.webAddress == nil, photo.containingArchive == nil else { return [] }
    return names(of: photo.name).map(photo.folder.appending)
  }

  /// The paths of ``candidates(of:)`` as the image pipeline takes them.
  static func pathBytes(of photo: FilePath) -> [FilePathBytes] {
    candidates(of: photo).map { FilePathBytes($0.bytes) }
  }

  /// The possible names of the sidecar of a photo with this name, the most specific one first.
  private static func names(of name: [UInt8]) -> [[UInt8]] {
    let stem = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name[...]
    return endings.map { name + $0 } + endings.map { stem + $0 }
  }

  /// The maximum number of a further version of a photo that is looked for.
  private static let maxVersions = 99
  /// The maximum number of missing versions between two that exist.
  private static let maxGap = 3

  /// The sidecars of further versions of a photo, which darktable calls duplicates:
  /// `NAME_01.EXT.xmp` and so on. A photo without a sidecar of its own has none. Waits for the
  /// disk.
  ///
  /// - Source: darktable's `crawler.c`.
  static func versions(of photo: FilePath) -> [FilePath] {
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
      // The sidecar of another photo stays with it.
      if !photo.folder.appending(version).exists { found.append(sidecar) }
    }
    return found
  }

  /// The end of a version's sidecar after the stem of its photo, such as `_01.nef.xmp`; nil for a
  /// file of another name.
  static func versionEnding(of name: [UInt8], afterStem stem: [UInt8]) -> [UInt8]? {
    let rest = Array(name.dropFirst(stem.count))
    // The shortest one is `_01.x.xmp`.
    guard name.starts(with: stem), isSidecar(name), rest.count > 8, rest[0] == UInt8(ascii: "_"),
      rest[1...2].allSatisfy({ (0x30...0x39).contains($0) }), rest[3] == UInt8(ascii: ".")
    else { return nil }
    return rest
  }

  /// The sidecars in one folder.
  struct Listing: Sendable {
    private let folder: FilePath
    private var names: Set<[UInt8]> = []

    /// Makes the listing of the sidecars among the names of the files in a folder.
    init(_ names: [[UInt8]], in folder: FilePath) {
      self.folder = folder
      self.names = Set(names)
    }

    /// Reads a folder; a folder that cannot be read has no sidecars.
    init(reading folder: FilePath) {
      let found = (try? FolderScan.contents(of: folder).get())?.sidecars ?? []
      self.init(found, in: folder)
    }

    /// The modification time of a photo's sidecar in nanoseconds since 1970; 0 without one. Waits
    /// for the disk.
    func modified(beside photo: FilePath) -> Int64 {
      guard !names.isEmpty,
        let name = Sidecar.names(of: photo.name).first(where: names.contains)
      else { return 0 }
      return FileStamp.read(folder.appending(name))?.stamp.modified ?? 0
    }
  }
}
