import CLinux

/// The way in which a helper process crashed.
public enum HelperCrash: Hashable, Sendable {
  /// The number of the signal that ended the process.
  case signal(Int32)
  /// The exit code of the process, which is not 0.
  case exitStatus(Int32)

  /// Reads the status of an ended process; nil for an exit with code 0, and for SIGKILL, with which
  /// the viewer ends helpers.
  ///
  /// - Parameter status: the status from `waitpid`.
  init?(status: Int32) {
    let signal = status & 0x7F
    switch signal {
    case 0:
      let code = status >> 8 & 0xFF
      guard code != 0 else { return nil }
      self = .exitStatus(code)
    case SIGKILL: return nil
    default: self = .signal(signal)
    }
  }
}
