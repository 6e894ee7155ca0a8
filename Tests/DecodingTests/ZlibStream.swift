import RuntimeLibraries

/// Bytes that the real zlib compressed, where it is installed.
enum ZlibStream {
  private typealias Compress =
    @convention(c) (
      UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt>, UnsafePointer<UInt8>, UInt, Int32
    ) -> Int32

  private static let compress: Compress? = try? RuntimeLibrary("libz.so.1").function("compress2")

  static var isHere: Bool { compress != nil }

  /// - Parameter level: 0 (stored) to 9.
  static func compressed(_ bytes: [UInt8], level: Int32) -> [UInt8] {
    guard let compress else { return [] }
    var count = UInt(bytes.count + bytes.count / 100 + 1000)
    return [UInt8](unsafeUninitializedCapacity: Int(count)) { out, written in
      guard let base = out.baseAddress else { return }
      written = compress(base, &count, bytes, UInt(bytes.count), level) == 0 ? Int(count) : 0
    }
  }
}
