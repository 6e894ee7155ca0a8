/// The contents of the files that random file operations work on. Each begins with the identity of
/// its photo and the kind of the file.
public enum FileWorkContent {
  /// The kinds of the files that every photo of the album has.
  public static let kinds = ["jpg", "nef", "xmp"]
  /// The kind of the sidecar of a RAW file, which a photo may have.
  public static let mark = "mark"
  /// The kind of a cropped copy, which is a photo of one file.
  public static let crop = "crop"

  /// The number of photos that are so large that copying them takes a while.
  private static let large = 2

  /// The kinds of the files that the photo of an identity has in any case.
  public static func required(for identity: String) -> [String] {
    identity.hasPrefix(crop) ? [crop] : kinds
  }

  /// The content of a file; operations may change its last byte.
  public static func bytes(_ identity: String, _ kind: String) -> [UInt8] {
    let number = Int(identity.dropFirst(5)) ?? 0
    let size =
      switch kind {
      case "xmp", mark: 300
      case crop: 4000
      default: number < large ? 2_500_000 : 5000 + number * 100
      }
    var bytes = Array("\(identity) \(kind)\n".utf8)
    bytes.reserveCapacity(size)
    while bytes.count < size { bytes.append(UInt8(truncatingIfNeeded: bytes.count &* 7 &+ number)) }
    return bytes
  }
}
