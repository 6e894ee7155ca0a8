import CLinux

/// The way a helper process crashed.
public enum HelperCrash: Hashable, Sendable {
  /// The signal that ended the process.
  case signal(Int32)
  /// The non-zero exit code of the process.
  case code(Int32)

  /// Reads a process status.
  ///
  /// - Parameter status: The status from `waitpid`.
  /// - Returns: Nil for an exit with code 0 and for SIGKILL, by which the viewer ends helpers.
  init?(status: Int32) {
    let signal = status & 0x7F
    switch signal {
    case 0:
      let code = status >> 8 & 0xFF
      guard code != 0 else { return nil }
      self = .code(code)
    case SIGKILL: return nil
    default: self = .signal(signal)
    }
  }
}
