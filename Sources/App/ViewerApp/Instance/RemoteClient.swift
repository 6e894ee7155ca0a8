import BrowserHost
import CLinux
import Desktop
import Localization
import Network
import PercentCoding

/// The client of a running pbview, for `--remote` and `--reuse`.
enum RemoteClient {
  /// Sends a command or a question to the running pbview, and prints the answer to standard output.
  ///
  /// - Parameter isNulSeparated: whether paths in the answer end with a NUL byte instead of a
  ///   line feed.
  /// - Returns: the exit code of this process, an ``ExitCode``.
  static func run(
    _ command: String, files: [FilePath], isNulSeparated: Bool, log: Log
  ) -> Int32 {
    do throws(RunningApplication.CommandFailure) {
      let answer = try RunningApplication.perform(
        command, files.map(uri), startupID: startupID)
      guard !answer.isEmpty else { return ExitCode.done }
      let isFiles = RemoteQuestion(rawValue: command)?.isAnsweredWithFiles ?? false
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

  /// Opens files in the running pbview, or raises its window when there are no files.
  ///
  /// - Returns: false when no pbview is running or the running one refuses.
  static func openRemotely(_ files: [FilePath], log: Log) -> Bool {
    do throws(RunningApplication.CommandFailure) {
      let command =
        files.isEmpty ? RemoteQuestion.activateCommandName : RemoteQuestion.openCommandName
      _ = try RunningApplication.perform(command, files.map(uri), startupID: startupID)
      return true
    } catch {
      if case .refused(let reason) = error { log.error("--reuse: \(reason)") }
      return false
    }
  }

  /// The `file` URI of a file, whose relative path is made absolute, or the address of a web
  /// picture.
  static func uri(of file: FilePath) -> String {
    if file.webAddress != nil { return String(decoding: file.bytes, as: UTF8.self) }
    let path = PercentEncoding.encoded(file.absolute(in: CurrentFolder.path).bytes) { byte in
      PercentEncoding.isUnreserved(byte) || byte == UInt8(ascii: "/")
    }
    return "file://" + path
  }

  /// The startup notification ID with which the desktop started this process; nil without one.
  private static var startupID: String? {
    getenv("DESKTOP_STARTUP_ID").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
