import CLinux

/// A Linux user namespace for this process alone. The kernel counts the threads of a user per
/// namespace (Linux 5.14), so that `RLIMIT_NPROC` in the namespace limits the threads of this
/// process. The limit does not apply to root.
enum UserNamespace {
  /// `CLONE_NEWUSER`, the flag of `unshare` for a new user namespace.
  private static let newUserFlag = 0x1000_0000
  /// `_LINUX_CAPABILITY_VERSION_3`, the version of `capset` whose sets have two words each.
  private static let capabilityVersion: UInt32 = 0x2008_0522

  /// Enters a new user namespace with the same user and group, and drops the capabilities that come
  /// with it. The process must have a single thread; it exits when the capabilities cannot be
  /// dropped.
  ///
  /// - Returns: false, without any change, where the kernel or a policy of the system denies
  ///   unprivileged user namespaces.
  static func enter() -> Bool {
    let (user, group) = (geteuid(), getegid())
    guard helper_syscall(Int(SYS_unshare), newUserFlag, 0, 0, 0) == 0 else { return false }
    // The user and the group are mapped to themselves: the client library of PulseAudio sends its
    // user ID in SCM_CREDENTIALS, which requires a mapped ID. An unprivileged process must give up
    // `setgroups` first (user_namespaces(7)).
    write("deny", to: "/proc/self/setgroups")
    write("\(group) \(group) 1", to: "/proc/self/gid_map")
    write("\(user) \(user) 1", to: "/proc/self/uid_map")
    let header: [UInt32] = [capabilityVersion, 0]
    let none = [UInt32](repeating: 0, count: 6)
    let dropped = header.withUnsafeBufferPointer { header in
      none.withUnsafeBufferPointer {
        helper_syscall(
          Int(SYS_capset), Int(bitPattern: header.baseAddress), Int(bitPattern: $0.baseAddress), 0,
          0)
      }
    }
    // A helper that keeps the capabilities of the new namespace must not continue.
    guard dropped == 0 else { exit(capabilityFailureStatus) }
    return true
  }

  /// The exit status of a helper that cannot drop its capabilities (`EX_OSERR` of sysexits.h).
  private static let capabilityFailureStatus: Int32 = 71

  private static func write(_ text: String, to path: String) {
    let file = helper_open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { CLinux.write(file, $0.baseAddress, $0.count) }
  }
}
