import CLinux

/// How a helper ended by itself.
public enum HelperCrash: Hashable, Sendable {
  /// The system ended it, for what it did.
  case signal(Int32)
  /// It gave up.
  case code(Int32)

  /// - Parameter status: what `waitpid` says.
  /// - Returns: nil for one that was ended, or had nothing more to do.
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
