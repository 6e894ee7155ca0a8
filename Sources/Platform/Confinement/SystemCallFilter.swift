import CLinux

/// The system calls a helper may still make. Everything else fails with EPERM, so that a library
/// that asks too much goes on without.
enum SystemCallFilter {
  /// Installs the filter for this thread and those it starts. Of several rules for a call the first
  /// counts.
  static func install(_ rules: [CallRule]) -> Bool {
    var program = FilterProgram()
    program.checkArchitecture()
    for rule in rules {
      let call = UInt32(rule.call)
      if let condition = rule.condition {
        program.allow(
          call, argument: condition.argument, mask: condition.mask, values: condition.values)
      } else {
        program.allow(call)
      }
    }
    // clone3 hides its flags in memory: refused as unknown, so that the C library takes clone.
    program.refuse(UInt32(SYS_clone3), with: UInt32(ENOSYS))
    // Where links lead is nobody's business. "Not a link" lets paths be resolved all the same.
    program.refuse(UInt32(SYS_readlinkat), with: UInt32(EINVAL))
    #if arch(x86_64)
      program.refuse(UInt32(SYS_readlink), with: UInt32(EINVAL))
    #endif
    program.refuse(with: UInt32(EPERM))
    return program.install()
  }
}
