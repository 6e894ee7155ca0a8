import CLinux

/// A user namespace of the process's own. The kernel counts the threads of a user in each namespace
/// apart (Linux 5.14), so that `RLIMIT_NPROC` in it limits those of this process. It does not limit
/// those of root.
enum UserNamespace {
  /// `CLONE_NEWUSER`.
  private static let newUser = 0x1000_0000
  /// `_LINUX_CAPABILITY_VERSION_3`, whose sets have two words each.
  private static let capabilityVersion: UInt32 = 0x2008_0522

  /// Enters one, and gives up the capabilities that come with it. The process must have one thread.
  ///
  /// - Returns: false where the kernel or the system's policy gives ordinary users none; nothing has
  ///   changed then.
  static func enter() -> Bool {
    guard helper_syscall(Int(SYS_unshare), newUser, 0, 0, 0) == 0 else { return false }
    let header: [UInt32] = [capabilityVersion, 0]
    let none = [UInt32](repeating: 0, count: 6)
    let dropped = header.withUnsafeBufferPointer { header in
      none.withUnsafeBufferPointer {
        helper_syscall(
          Int(SYS_capset), Int(bitPattern: header.baseAddress), Int(bitPattern: $0.baseAddress), 0,
          0)
      }
    }
    return dropped == 0
  }
}
