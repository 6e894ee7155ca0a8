import CLinux

/// Landlock: of all files only those below some folders can be opened.
///
/// - Source: Linux `Documentation/userspace-api/landlock.rst`; the structures are ABI, so they are
///   written out here instead of needing a kernel header.
public enum FileRules {
  private struct RulesetAttributes {
    var handledFileAccess: UInt64
    // Sockets that a system call filter would let through, where the kernel can tell them apart.
    var handledNetworkAccess: UInt64 = 0
    var scoped: UInt64 = 0
  }

  private static let createRuleset = 444
  private static let addRule = 445
  private static let restrictSelf = 446
  private static let askVersion = 1
  private static let rulePathBeneath = 1

  private static let write: UInt64 = 1 << 1
  private static let readFile: UInt64 = 1 << 2
  private static let readDirectory: UInt64 = 1 << 3
  private static let read = readFile | readDirectory
  private static let control: UInt64 = 1 << 15
  /// Rights the ABI versions 1, 2, 3 and 5 know: all up to symbolic links, rename, truncate, ioctl.
  private static let rights: [(version: Int, mask: UInt64)] = [
    (5, 0xFFFF), (3, 0x7FFF), (2, 0x3FFF), (1, 0x1FFF),
  ]

  /// What version 6 knows: names without a file (an X server's among them) and signals are kept
  /// within the fence.
  private static let scopes: UInt64 = 3

  /// From now on this thread and those it starts read only what lies below `readable`, and write
  /// only the devices below `devices`. Names of nothing are left out.
  ///
  /// - Returns: false where the kernel has no landlock: nothing is fenced then.
  @discardableResult
  public static func apply(readable: [String], devices: [String] = []) -> Bool {
    let version = helper_syscall(createRuleset, 0, 0, askVersion, 0)
    guard let mask = rights.first(where: { $0.version <= version })?.mask else { return false }
    var attributes = RulesetAttributes(handledFileAccess: mask)
    if version >= 6 { attributes.scoped = scopes }
    let ruleset = withUnsafePointer(to: &attributes) {
      helper_syscall(
        createRuleset, Int(bitPattern: $0), MemoryLayout<RulesetAttributes>.size, 0, 0)
    }
    guard ruleset >= 0 else { return false }
    for path in readable { allow(path, read, in: ruleset) }
    for path in devices { allow(path, (read | write | control) & mask, in: ruleset) }
    defer { close(Int32(ruleset)) }
    return helper_syscall(restrictSelf, ruleset, 0, 0, 0) == 0
  }

  private static func allow(_ path: String, _ rights: UInt64, in ruleset: Int) {
    let descriptor = helper_open(path, O_PATH)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    fstat(descriptor, &status)
    let isDirectory = status.st_mode & 0o170000 == 0o040000
    let rule = isDirectory ? rights : rights & ~readDirectory
    // struct landlock_path_beneath_attr is packed: the rights, then the descriptor.
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 12, alignment: 8)
    defer { bytes.deallocate() }
    bytes.storeBytes(of: rule, as: UInt64.self)
    bytes.storeBytes(of: descriptor, toByteOffset: 8, as: Int32.self)
    _ = helper_syscall(addRule, ruleset, rulePathBeneath, Int(bitPattern: bytes), 0)
  }
}
