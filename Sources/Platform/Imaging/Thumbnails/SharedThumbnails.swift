import Archives
import BaseDirectories
import CLinux
import DecoderWire

/// The desktop's shared thumbnail cache.
///
/// Its files are untrusted pictures: they are opened here and parsed only by a helper.
///
/// - Source: Thumbnail Managing Standard 0.9.
public struct SharedThumbnails: Hashable, Sendable {
  /// A file of the cache, open for the helper.
  struct Found {
    var file: OwnedDescriptor
    var stored: StoredThumbnail
    /// Whether the file is a failure entry instead of a thumbnail.
    var isFailure: Bool
  }
  /// The maximum size of a cache file: 1024 × 1024 uncompressed pixels of 8 bytes.
  private static let maxBytes = 8 << 20

  /// The path of the `thumbnails` folder in the user's cache folder.
  public let folder: String
  /// The program with its version, such as "pbview-1.2.3"; failure entries are kept per program.
  public let program: String

  /// Names a folder without accessing it.
  public init(folder: String, program: String) {
    self.folder = folder
    self.program = program
  }

  /// The user's cache: `thumbnails` in `$XDG_CACHE_HOME`, else in `~/.cache`.
  ///
  /// - Returns: Nil when neither path is known.
  public static func userCache(program: String) -> SharedThumbnails? {
    BaseDirectories.ofUser.cache.map {
      SharedThumbnails(folder: $0 + "/thumbnails", program: program)
    }
  }

  var failFolder: String { "\(folder)/fail/\(program)" }

  /// The URI of a picture in the cache; nil for files inside the cache, which get no thumbnails,
  /// and for files in archives, which other programs do not find under such a URI.
  func uri(of path: FilePathBytes) -> CanonicalURI? {
    let path = path.absolute
    guard !path.bytes.starts(with: Array((folder + "/").utf8)), !ArchiveFiles.isInside(path.bytes)
    else { return nil }
    return CanonicalURI(path)
  }

  /// The cache file of a picture: the smallest thumbnail of at least `size`, else a failure entry,
  /// else nil. Only the helper can tell from its contents whether it is up to date.
  func find(_ identity: FileIdentity, _ size: ThumbnailSize) -> Found? {
    guard let uri = uri(of: identity.path) else { return nil }
    let digest = MessageDigest(of: uri.bytes)
    let name = "\(digest.hexadecimal).png"
    for larger in ThumbnailSize.allCases where larger >= size {
      if let file = Self.open("\(folder)/\(larger.folder)/\(name)") {
        let stored = StoredThumbnail(uri: digest, modified: identity.seconds, side: larger.side)
        return Found(file: file, stored: stored, isFailure: false)
      }
    }
    guard let file = Self.open("\(failFolder)/\(name)") else { return nil }
    let stored = StoredThumbnail(
      uri: digest, modified: identity.seconds, side: ThumbnailSize.normal.side)
    return Found(file: file, stored: stored, isFailure: true)
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
  var seconds: Int64 {
    let second: Int64 = 1_000_000_000
    return modified >= 0 ? modified / second : (modified - second + 1) / second
  }
}
