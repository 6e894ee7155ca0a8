/// Which picture a file of the shared thumbnail cache must be of, and how large it may be.
///
/// The helper compares the file's own words with it. It learns no path: of the picture's URI it is
/// told the digest, by which the file is named anyway.
public struct StoredThumbnail: Hashable, Sendable {
  /// The digest of the picture's canonical URI, which `Thumb::URI` must have.
  public var uri: MessageDigest
  /// When the picture was last written, in whole seconds since 1970, as `Thumb::MTime` must say.
  public var modified: Int64
  /// Pixels of the box it must fit into: that of the folder it lies in.
  public var side: Int

  /// Makes a description.
  public init(uri: MessageDigest, modified: Int64, side: Int) {
    self.uri = uri
    self.modified = modified
    self.side = side
  }
}
