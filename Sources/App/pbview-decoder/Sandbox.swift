import CLinux
import Confinement

/// Everything the helper gives up before it looks at the first byte of a picture.
enum Sandbox {
  /// A picture of 256 million pixels twice, its file, libraries and stacks; the socket, picture,
  /// memory, result, and the descriptors of a library being loaded. Processor time is set anew for
  /// every picture.
  private static let limits = ResourceLimits(
    addressSpace: 6 << 30, fileSize: 4 << 30, descriptors: 64)

  /// What loaders need: themselves, what they link to, fonts for SVG, types for sniffing.
  private static let readable = [
    "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/etc/ld.so.cache",
    "/usr/share/mime", "/usr/local/share/mime", "/etc/fonts", "/usr/share/fonts",
    "/usr/local/share/fonts", "/usr/share/fontconfig", "/var/cache/fontconfig",
  ]

  /// Locks the process down, for good.
  ///
  /// - Returns: false when a lock that every supported kernel has did not close.
  static func enter() -> Bool {
    guard HelperProcess.settle() else { return false }
    limits.apply()
    FileRules.apply(readable: readable + named())
    return SystemCallFilter.install()
  }

  /// Loaders a person keeps elsewhere are named by gdk-pixbuf's own variable.
  private static func named() -> [String] {
    guard let file = getenv("GDK_PIXBUF_MODULE_FILE").map({ String(cString: $0) }),
      let slash = file.lastIndex(of: "/"), slash != file.startIndex
    else { return [] }
    return [String(file[..<slash])]
  }
}
