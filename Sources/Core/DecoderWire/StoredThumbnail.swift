/// The picture to which a file of the thumbnail cache shared by desktop programs must belong, and
/// the maximum size of the thumbnail.
///
/// The decoder compares text chunks of the PNG file with these values. The path of the picture
/// stays unknown to the decoder: it gets only the digest of the picture's URI, which is the name of
/// the thumbnail file anyway.
public struct StoredThumbnail: Hashable, Sendable {
  /// The MD5 digest of the picture's canonical URI, which must equal that of the text chunk
  /// `Thumb::URI`.
  public var uriDigest: MessageDigest
  /// The modification time of the picture in whole seconds since 1970, which must equal the text
  /// chunk `Thumb::MTime`.
  public var modifiedSeconds: Int64
  /// The maximum width and height of the thumbnail in pixels, determined by its folder in the
  /// cache.
  public var maxSide: Int

  public init(uriDigest: MessageDigest, modifiedSeconds: Int64, maxSide: Int) {
    self.uriDigest = uriDigest
    self.modifiedSeconds = modifiedSeconds
    self.maxSide = maxSide
  }
}
