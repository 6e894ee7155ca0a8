import Archives
import BaseDirectories
import CLinux
import DecoderWire

/// The thumbnail cache that all programs of the desktop share.
///
/// Its files are untrusted pictures: the viewer opens them, and only a helper parses them.
///
/// - Source: Thumbnail Managing Standard 0.9.
public struct SharedThumbnails: Hashable, Sendable {
  /// A file of the cache, opened to be sent to a helper.
  struct OpenedEntry {
    var file: OwnedDescriptor
    var stored: StoredThumbnail
    /// Whether the file records a failure instead of holding a thumbnail.
    var isFailure: Bool
  }
  /// The maximum size in bytes of a cache file that is read: that of 1024 × 1024 uncompressed
  /// pixels of 8 bytes.
  private static let maxBytes = 8 << 20

  /// The path of the folder with all thumbnails, `thumbnails` in the user's cache folder.
  public let folder: String
  /// The name and version of this program, such as "pbview-1.2.3". Failure entries are stored per
  /// program.
  public let program: String

  /// Makes a cache in `folder`, which is not accessed yet.
  public init(folder: String, program: String) {
    self.folder = folder
    self.program = program
  }

  /// The cache of the present user: the folder `thumbnails` in `$XDG_CACHE_HOME`, else in
  /// `~/.cache`.
  ///
  /// - Returns: Nil when neither variable, `XDG_CACHE_HOME` or `HOME`, gives a folder.
  public static func userCache(program: String) -> SharedThumbnails? {
    BaseDirectories.ofUser.cache.map {
      SharedThumbnails(folder: $0 + "/thumbnails", program: program)
    }
  }

  var failFolder: String { "\(folder)/fail/\(program)" }

  /// The URI under which the cache stores the picture at `path`. Nil for a file inside the cache,
  /// which gets no thumbnail, and for a file in an archive, which other programs do not find under
  /// such a URI.
  func uri(of path: FilePathBytes) -> CanonicalURI? {
    let path = path.absolute
    guard !path.bytes.starts(with: Array((folder + "/").utf8)), !ArchiveFiles.isInside(path.bytes)
    else { return nil }
    return CanonicalURI(path)
  }

  /// Opens the cache file of a picture: the smallest stored thumbnail of at least `size`, else a
  /// failure entry of this program, else nil. It may belong to an earlier state of the picture, as
  /// only a helper can tell from its contents.
  func find(_ identity: FileIdentity, _ size: ThumbnailSize) -> OpenedEntry? {
    guard let uri = uri(of: identity.path) else { return nil }
    let digest = MessageDigest(of: uri.bytes)
    let name = "\(digest.hexadecimal).png"
    for larger in ThumbnailSize.allCases where larger >= size {
      if let file = Self.open("\(folder)/\(larger.folder)/\(name)") {
        let stored = StoredThumbnail(
          uriDigest: digest, modifiedSeconds: identity.modifiedSeconds, maxSide: larger.side)
        return OpenedEntry(file: file, stored: stored, isFailure: false)
      }
    }
    guard let file = Self.open("\(failFolder)/\(name)") else { return nil }
    let stored = StoredThumbnail(
      uriDigest: digest, modifiedSeconds: identity.modifiedSeconds,
      maxSide: ThumbnailSize.normal.side)
    return OpenedEntry(file: file, stored: stored, isFailure: true)
  }

  private static func open(_ path: String) -> OwnedDescriptor? {
    let number = linux_open_for_reading(path)
    guard number >= 0 else { return nil }
    let file = OwnedDescriptor(number)
    var status = stat()
    guard fstat(number, &status) == 0, Int32(bitPattern: status.st_mode) & S_IFMT == S_IFREG,
      (1...maxBytes).contains(Int(status.st_size))
    else { return nil }
    return file
  }
}

extension FileIdentity {
  /// The modification time of the file in whole seconds since 1970, rounded down, as in
  /// `Thumb::MTime`.
  var modifiedSeconds: Int64 {
    let second: Int64 = 1_000_000_000
    return modifiedNanoseconds >= 0
      ? modifiedNanoseconds / second : (modifiedNanoseconds - second + 1) / second
  }
}
