import DecoderWire
import Glibc
import Imaging

/// The option `--formats`: the formats that the decoder helper supports on this machine.
enum FormatReport {
  /// Runs the decoder helper, which prints the table of formats to the standard output of this
  /// program.
  ///
  /// - Returns: the exit code of this program, an ``ExitCode``.
  static func print(_ log: Log) -> Int32 {
    let path: String
    do {
      path = try DecoderProgram.find().path
    } catch {
      log.error(error.sentence)
      return ExitCode.nothingShown
    }
    var pid: pid_t = 0
    let code = path.withCString { program in
      "--formats".withCString { option in
        var arguments = [
          UnsafeMutablePointer(mutating: program), UnsafeMutablePointer(mutating: option), nil,
        ]
        return posix_spawn(&pid, program, nil, nil, &arguments, nil)
      }
    }
    guard code == 0 else {
      log.error("\(path): \(String(cString: strerror(code)))")
      return ExitCode.nothingShown
    }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    return status == 0 ? ExitCode.done : ExitCode.nothingShown
  }
}
