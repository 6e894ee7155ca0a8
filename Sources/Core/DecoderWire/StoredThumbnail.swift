/// The picture that a file of the shared thumbnail cache must belong to, and the maximum size of
/// the thumbnail.
///
/// The helper compares the text chunks of the file with these values. It does not learn the path of
/// the picture, only the digest of its URI, which is the name of the thumbnail file anyway.
public struct StoredThumbnail: Hashable, Sendable {
  /// The MD5 of the canonical URI of the picture, to be compared with that of `Thumb::URI`.
  public var uri: MessageDigest
  /// The modification time of the picture in whole seconds since 1970, to be compared with
  /// `Thumb::MTime`.
  public var modified: Int64
  /// The maximum width and height in pixels, determined by the folder of the thumbnail.
  public var side: Int

  public init(uri: MessageDigest, modified: Int64, side: Int) {
    self.uri = uri
    self.modified = modified
    self.side = side
  }
}
