import CLinux

/// Landlock: of all files only loaders, libraries, fonts and type tables can be read, none written.
///
/// - Source: Linux `Documentation/userspace-api/landlock.rst`; the structures are ABI, so they are
///   written out here instead of needing a kernel header.
enum FileRules {
  private struct RulesetAttributes {
    var handledFileAccess: UInt64
  }

  private static let createRuleset = 444
  private static let addRule = 445
  private static let restrictSelf = 446
  private static let askVersion = 1
  private static let rulePathBeneath = 1

  private static let readFile: UInt64 = 1 << 2
  private static let readDirectory: UInt64 = 1 << 3
  /// Rights the ABI versions 1, 2, 3 and 5 know: all up to symbolic links, rename, truncate, ioctl.
  private static let rights: [(version: Int, mask: UInt64)] = [
    (5, 0xFFFF), (3, 0x7FFF), (2, 0x3FFF), (1, 0x1FFF),
  ]

  /// What loaders need: themselves, what they link to, fonts for SVG, types for sniffing.
  private static let readable = [
    "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/etc/ld.so.cache",
    "/usr/share/mime", "/usr/local/share/mime", "/etc/fonts", "/usr/share/fonts",
    "/usr/local/share/fonts", "/usr/share/fontconfig", "/var/cache/fontconfig",
  ]

  /// Does nothing where the kernel has no landlock: system calls are filtered all the same.
  static func apply() {
    let version = helper_syscall(createRuleset, 0, 0, askVersion, 0)
    guard let mask = rights.first(where: { $0.version <= version })?.mask else { return }
    var attributes = RulesetAttributes(handledFileAccess: mask)
    let ruleset = withUnsafePointer(to: &attributes) {
      helper_syscall(
        createRuleset, Int(bitPattern: $0), MemoryLayout<RulesetAttributes>.size, 0, 0)
    }
    guard ruleset >= 0 else { return }
    for path in readable + named() { allow(path, in: ruleset) }
    _ = helper_syscall(restrictSelf, ruleset, 0, 0, 0)
    close(Int32(ruleset))
  }

  /// Loaders a person keeps elsewhere are named by gdk-pixbuf's own variable.
  private static func named() -> [String] {
    guard let file = getenv("GDK_PIXBUF_MODULE_FILE").map({ String(cString: $0) }),
      let slash = file.lastIndex(of: "/"), slash != file.startIndex
    else { return [] }
    return [String(file[..<slash])]
  }

  private static func allow(_ path: String, in ruleset: Int) {
    let descriptor = helper_open(path, O_PATH)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    fstat(descriptor, &status)
    let isDirectory = status.st_mode & 0o170000 == 0o040000
    let rule = isDirectory ? readFile | readDirectory : readFile
    // struct landlock_path_beneath_attr is packed: the rights, then the descriptor.
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 12, alignment: 8)
    defer { bytes.deallocate() }
    bytes.storeBytes(of: rule, as: UInt64.self)
    bytes.storeBytes(of: descriptor, toByteOffset: 8, as: Int32.self)
    _ = helper_syscall(addRule, ruleset, rulePathBeneath, Int(bitPattern: bytes), 0)
  }
}
