import Drawing
import Glibc
public import Pixels

/// The comparison of pictures, pixel by pixel, with recorded reference pictures.
///
/// The references are in `Snapshots/` beside the test file. They are recorded only with
/// `PBVIEW_RECORD=1` in the environment. A failure writes the actual, the expected and the
/// difference picture to `FailedSnapshots/` beside the test program.
public enum Snapshot {
  /// The error of a failed comparison.
  public struct Difference: Error, CustomStringConvertible {
    /// The first difference and the paths of the written pictures.
    public let description: String
  }

  /// Compares a picture with the snapshot `name`.
  ///
  /// - Throws: `Difference` when the snapshot is missing or differs.
  public static func check(
    _ picture: Bitmap, named name: String, filePath: String = #filePath
  ) throws {
    let folder = directory(of: filePath) + "/Snapshots"
    let path = "\(folder)/\(name).png"
    if TemporaryFolder.environment("PBVIEW_RECORD") == "1" {
      mkdir(folder, 0o755)
      try PNGWriter.write(picture, to: path)
      return
    }
    guard let wanted = PNGReader.read(path) else {
      let got = try save(picture, "\(name).got")
      throw Difference(
        description: "no snapshot \(name).png; look at \(got), then record with PBVIEW_RECORD=1")
    }
    guard let point = picture.firstDifference(from: wanted) else { return }
    let got = try save(picture, "\(name).got")
    let want = try save(wanted, "\(name).want")
    let difference = try save(difference(picture, wanted), "\(name).difference")
    throw Difference(
      description: """
        \(name): got \(picture.size.width)×\(picture.size.height), want \
        \(wanted.size.width)×\(wanted.size.height); first difference at \(point.x),\(point.y), \
        largest \(picture.largestDifference(from: wanted)); see \(got), \(want), \(difference)
        """)
  }

  /// Whether a picture equals the snapshot `name`: false when the snapshot is missing, true while
  /// snapshots are recorded.
  public static func matches(
    _ picture: Bitmap, named name: String, filePath: String = #filePath
  ) -> Bool {
    if TemporaryFolder.environment("PBVIEW_RECORD") == "1" { return true }
    guard let wanted = PNGReader.read("\(directory(of: filePath))/Snapshots/\(name).png") else {
      return false
    }
    return picture.firstDifference(from: wanted) == nil
  }

  /// Compares a buffer with the snapshot `name`.
  ///
  /// - Throws: `Difference` when the snapshot is missing or differs.
  public static func check(
    _ buffer: PixelBuffer, named name: String, filePath: String = #filePath
  ) throws {
    try check(Bitmap(copying: buffer), named: name, filePath: filePath)
  }

  /// Writes a picture to `FailedSnapshots/` beside the test program and returns its path.
  @discardableResult
  public static func save(_ picture: Bitmap, _ name: String) throws -> String {
    let folder = try failures()
    let path = "\(folder)/\(name).png"
    try PNGWriter.write(picture, to: path)
    return path
  }

  /// A picture that is white at different pixels, black at equal pixels and red outside the smaller
  /// picture.
  private static func difference(_ a: Bitmap, _ b: Bitmap) -> Bitmap {
    Bitmap.computed(
      max(a.size.width, b.size.width), max(a.size.height, b.size.height)
    ) { x, y in
      guard x < min(a.size.width, b.size.width), y < min(a.size.height, b.size.height) else {
        return 0xFFFF_0000
      }
      return a.pixel(x: x, y: y) == b.pixel(x: x, y: y) ? 0xFF00_0000 : 0xFFFF_FFFF
    }
  }

  private static func failures() throws -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard count > 0 else { throw SystemFailure(call: "readlink", errno: errno) }
    let program = String(
      decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = directory(of: program) + "/FailedSnapshots"
    mkdir(folder, 0o755)
    return folder
  }

  private static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}
