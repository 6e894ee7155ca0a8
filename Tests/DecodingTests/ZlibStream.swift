import CLinux

/// Bytes that the real zlib compressed, where it is installed.
enum ZlibStream {
  private typealias Compress =
    @convention(c) (
      UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt>, UnsafePointer<UInt8>, UInt, Int32
    ) -> Int32

  private static let compress: Compress? = {
    guard let library = dlopen("libz.so.1", RTLD_NOW), let symbol = dlsym(library, "compress2")
    else { return nil }
    return unsafeBitCast(symbol, to: Compress.self)
  }()

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
