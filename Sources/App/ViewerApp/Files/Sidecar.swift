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
