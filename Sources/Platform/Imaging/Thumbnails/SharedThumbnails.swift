import BaseDirectories
import CLinux
import DecoderWire

/// The cache of thumbnails all programs of the desktop share: where a picture's thumbnail would be.
///
/// The files in it are pictures like any other: they are opened here and read by a helper only.
/// - Source: Thumbnail Managing Standard 0.9.
public struct SharedThumbnails: Hashable, Sendable {
  /// A file of the cache, open for the helper.
  struct Found {
    var file: OwnedDescriptor
    var stored: StoredThumbnail
    /// True when it does not show the picture but says that it has no thumbnail.
    var isFailure: Bool
  }
  /// No thumbnail takes more bytes: 1024 × 1024 pixels that nothing could be saved on.
  private static let mostBytes = 8 << 20

  /// The folder, `thumbnails` in the user's cache.
  public let folder: String
  /// The program and its version, "pbview-1.2.3": failures of others are not ours.
  public let program: String

  /// Names a folder, without looking.
  public init(folder: String, program: String) {
    self.folder = folder
    self.program = program
  }

  /// The user's own: `thumbnails` in `$XDG_CACHE_HOME`, or else in `~/.cache`.
  ///
  /// - Returns: nil when neither is known.
  public static func ofUser(program: String) -> SharedThumbnails? {
    BaseDirectories.ofUser.cache.map {
      SharedThumbnails(folder: $0 + "/thumbnails", program: program)
    }
  }

  var failFolder: String { "\(folder)/fail/\(program)" }

  /// The address under which the cache has a picture; nil for files inside it, which have no
  /// thumbnails.
  func uri(of path: FilePathBytes) -> CanonicalURI? {
    let path = path.absolute
    return path.bytes.starts(with: Array((folder + "/").utf8)) ? nil : CanonicalURI(path)
  }

  /// What the cache has for a picture: a thumbnail of `size` or larger, or the note that there is
  /// none. Whether it is still true only its contents tell.
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
      (1...mostBytes).contains(Int(status.st_size))
    else { return nil }
    return file
  }
}

extension FileIdentity {
  /// When the bytes changed last, in whole seconds since 1970, as the cache writes it.
  var seconds: Int64 {
    let second: Int64 = 1_000_000_000
    return modified >= 0 ? modified / second : (modified - second + 1) / second
  }
}
