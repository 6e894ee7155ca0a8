import BrowserHost
import CLinux
import Desktop
import Localization
import Network

/// The program as a client of the one that runs: `--remote` and `--reuse`.
enum RemoteClient {
  /// Sends a command or a question to the running program, and prints the answer.
  ///
  /// - Returns: the exit code.
  static func run(
    _ command: String, files: [FilePath], isNulSeparated: Bool, log: Log
  ) -> Int32 {
    do throws(RunningApplication.Failure) {
      let answer = try RunningApplication.perform(
        command, files.map(uri), startupID: startupID)
      guard !answer.isEmpty else { return ExitCode.done }
      let isFiles = RemoteQuestion(rawValue: command)?.hasFiles ?? false
      let lines = answer.split(separator: "\n").map { line -> [UInt8] in
        isFiles ? FilePath(argument: Array(line.utf8))?.bytes ?? [] : Array(line.utf8)
      }
      let end: UInt8 = isNulSeparated && isFiles ? 0 : UInt8(ascii: "\n")
      writeAll(lines.flatMap { $0 + [end] }, to: STDOUT_FILENO)
      return ExitCode.done
    } catch {
      switch error {
      case .notRunning: log.error(tr("there is no running pbview"))
      case .refused(let reason): log.error("--remote \(command): \(reason)")
      }
      return ExitCode.nothingShown
    }
  }

  /// Opens files in the running program; without files, shows its window.
  ///
  /// - Returns: false when no program runs.
  static func reuse(_ files: [FilePath], log: Log) -> Bool {
    do throws(RunningApplication.Failure) {
      let command = files.isEmpty ? RemoteQuestion.activate : RemoteQuestion.open
      _ = try RunningApplication.perform(command, files.map(uri), startupID: startupID)
      return true
    } catch {
      if case .refused(let reason) = error { log.error("--reuse: \(reason)") }
      return false
    }
  }

  /// The URI of a file, whose relative path is made absolute, or the address of a web picture.
  static func uri(of file: FilePath) -> String {
    if file.webAddress != nil { return String(decoding: file.bytes, as: UTF8.self) }
    let path = PercentEncoding.encoded(file.absolute(in: CurrentFolder.path).bytes) { byte in
      PercentEncoding.isUnreserved(byte) || byte == UInt8(ascii: "/")
    }
    return "file://" + path
  }

  /// The startup notification ID of this process; nil without one.
  private static var startupID: String? {
    getenv("DESKTOP_STARTUP_ID").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
