import CLinux

/// Landlock rules that restrict the access of a thread to files.
///
/// - Source: Linux `Documentation/userspace-api/landlock.rst`; the structures are part of the
///   kernel's binary interface, and defined here so that no kernel header is needed.
enum LandlockRules {
  private struct RulesetAttributes {
    var handledFileAccess: UInt64
    var handledNetworkAccess: UInt64 = 0
    var scoped: UInt64
  }

  private static let createRulesetCall = 444
  private static let addRuleCall = 445
  private static let restrictSelfCall = 446
  private static let versionQueryFlag = 1
  private static let rulePathBeneath = 1

  private static let execute: UInt64 = 1 << 0
  private static let write: UInt64 = 1 << 1
  private static let readFile: UInt64 = 1 << 2
  private static let readDirectory: UInt64 = 1 << 3
  private static let read = readFile | readDirectory
  private static let removeDirectory: UInt64 = 1 << 4
  private static let deviceControl: UInt64 = 1 << 15
  /// The file access rights of the versions 1, 2 (refer), 3 (truncate) and 5 (ioctl_dev) of the
  /// Landlock interface, as bit masks.
  private static let rights: [(version: Int, mask: UInt64)] = [
    (5, 0xFFFF), (3, 0x7FFF), (2, 0x3FFF), (1, 0x1FFF),
  ]

  /// The scopes of version 6 of the Landlock interface, in which this thread may not connect to
  /// abstract Unix sockets (bit 0) of outside processes, nor send signals (bit 1) to them. Sockets
  /// with a path are not affected.
  private static let scopes: UInt64 = 3

  /// Restricts this thread and its future children to reading files below the paths in `readable`,
  /// and to reading, writing and controlling those in `devices`. Paths that do not exist are
  /// ignored.
  ///
  /// - Returns: false where the kernel has no Landlock or refuses, so that file access is not
  ///   restricted.
  static func apply(
    readable: [String], devices: [String], omitting omissions: Set<ConfinementPolicy.Omission>
  ) -> Bool {
    let version = helper_syscall(createRulesetCall, 0, 0, versionQueryFlag, 0)
    guard var mask = rights.first(where: { $0.version <= version })?.mask else { return false }
    var scopes = version >= 6 ? Self.scopes : 0
    for omission in omissions {
      switch omission {
      case .right(let bit): mask &= ~(1 << UInt64(bit))
      case .scope(let bit): scopes &= ~(1 << UInt64(bit))
      case .landlock, .filter, .listener, .notification, .limits, .condition: break
      }
    }
    let ruleset = makeRuleset(RulesetAttributes(handledFileAccess: mask, scoped: scopes))
    guard ruleset >= 0 else { return false }
    for path in readable { allow(path, read & mask, in: ruleset) }
    for path in devices { allow(path, (read | write | deviceControl) & mask, in: ruleset) }
    defer { close(Int32(ruleset)) }
    return helper_syscall(restrictSelfCall, ruleset, 0, 0, 0) == 0
  }

  /// Restricts this thread and its future threads and children to writing, making and removing
  /// files below `folder` and to writing to `/dev/null`, and prevents them from starting programs.
  /// All files can be read, and empty folders removed.
  ///
  /// - Returns: false where the kernel has no Landlock, so that nothing is restricted.
  static func restrictWriting(to folder: String) -> Bool {
    let version = helper_syscall(createRulesetCall, 0, 0, versionQueryFlag, 0)
    guard let known = rights.first(where: { $0.version <= version })?.mask else { return false }
    // The right to remove directories is not restricted, because the program has to remove
    // `folder` itself at its end; without other rights, only empty directories can be removed.
    let mask = known & ~(read | removeDirectory | deviceControl)
    let ruleset = makeRuleset(RulesetAttributes(handledFileAccess: mask, scoped: 0))
    guard ruleset >= 0 else { return false }
    defer { close(Int32(ruleset)) }
    allow(folder, mask & ~execute, in: ruleset)
    allow("/dev/null", write & mask, in: ruleset)
    return helper_syscall(restrictSelfCall, ruleset, 0, 0, 0) == 0
  }

  /// Makes a Landlock ruleset without rules.
  ///
  /// - Returns: the descriptor of the ruleset; negative when the kernel refuses.
  private static func makeRuleset(_ attributes: RulesetAttributes) -> Int {
    withUnsafePointer(to: attributes) {
      helper_syscall(
        createRulesetCall, Int(bitPattern: $0), MemoryLayout<RulesetAttributes>.size, 0, 0)
    }
  }

  private static func allow(_ path: String, _ rights: UInt64, in ruleset: Int) {
    let descriptor = helper_open(path, O_PATH)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    fstat(descriptor, &status)
    let isDirectory = status.st_mode & 0o170000 == 0o040000
    let rule = isDirectory ? rights : rights & ~readDirectory
    // struct landlock_path_beneath_attr is packed: the access rights, then the descriptor.
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 12, alignment: 8)
    defer { bytes.deallocate() }
    bytes.storeBytes(of: rule, as: UInt64.self)
    bytes.storeBytes(of: descriptor, toByteOffset: 8, as: Int32.self)
    _ = helper_syscall(addRuleCall, ruleset, rulePathBeneath, Int(bitPattern: bytes), 0)
  }
}
