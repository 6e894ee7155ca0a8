import CLinux

/// The seccomp filter of a helper process. A system call without a rule fails with EPERM, so that a
/// library that tries the call can continue without it.
enum SystemCallFilter {
  static func program(_ rules: [SystemCallRule]) -> SeccompProgram {
    var program = SeccompProgram()
    program.checkArchitecture()
    for rule in rules { program.add(rule) }
    // The flags of clone3 are in memory, which a filter cannot read. ENOSYS makes the C library use
    // clone instead.
    program.refuse(SYS_clone3, with: ENOSYS)
    // With EINVAL a path counts as no symbolic link, so that paths can still be resolved.
    program.refuse(SYS_readlinkat, with: EINVAL)
    #if arch(x86_64)
      program.refuse(SYS_readlink, with: EINVAL)
    #endif
    program.refuseOthers(with: EPERM)
    return program
  }
}
