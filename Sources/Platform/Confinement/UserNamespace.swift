import CLinux

/// A user namespace for this process alone. The kernel counts the threads of a user per namespace
/// (Linux 5.14), so that `RLIMIT_NPROC` in it limits the threads of this process. The limit does
/// not apply to root.
enum UserNamespace {
  /// `CLONE_NEWUSER`.
  private static let newUser = 0x1000_0000
  /// `_LINUX_CAPABILITY_VERSION_3`, whose sets have two words each.
  private static let capabilityVersion: UInt32 = 0x2008_0522

  /// Enters a new user namespace, and drops the capabilities that come with it. The process must be
  /// single-threaded.
  ///
  /// - Returns: false, without any change, where the kernel or system policy denies unprivileged
  ///   user namespaces.
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
