import CLinux

/// The filter of the system calls a helper may make. Every other call fails with EPERM, so that a
/// library that tries one goes on without it.
enum SystemCallFilter {
  /// The program of a filter with these rules.
  static func program(_ rules: [CallRule]) -> FilterProgram {
    var program = FilterProgram()
    program.checkArchitecture()
    for rule in rules { program.add(rule) }
    // clone3 has its flags in memory, which a filter cannot read. ENOSYS makes the C library use
    // clone.
    program.refuse(SYS_clone3, with: ENOSYS)
    // EINVAL says that a path is no link, so that paths can still be resolved.
    program.refuse(SYS_readlinkat, with: EINVAL)
    #if arch(x86_64)
      program.refuse(SYS_readlink, with: EINVAL)
    #endif
    program.refuseOthers(with: EPERM)
    return program
  }
}
