import CLinux
import Localization

/// A new e-mail message that the user completes in the mail program of the desktop.
nonisolated package struct MailMessage: Sendable {
  private let subject: String
  private let attachments: [[UInt8]]

  /// Makes a message with attached files, given as absolute paths.
  package init(subject: String, attachments: [[UInt8]]) {
    self.subject = subject
    self.attachments = attachments
  }

  /// Opens the message in the mail program: by the desktop portal, or else by `xdg-email`. Blocks
  /// until the portal and, if it asks, the user have answered, or until `xdg-email` has ended.
  ///
  /// - Parameters:
  ///   - parentWindow: the identifier of the window for dialogs in the portal's format, such as
  ///     `x11:1a2b`.
  ///   - address: the D-Bus address of the bus; nil for the session bus.
  /// - Throws: the reason when neither way works, or when an attached file cannot be read.
  package func compose(parentWindow: String, address: String? = nil) throws(DesktopError) {
    var files: [Int32] = []
    defer { for file in files { close(file) } }
    for path in attachments {
      let file = path.withCString { linux_open_for_reading($0) }
      guard file >= 0 else {
        throw .unreadable(
          file: String(decoding: path, as: UTF8.self), reason: systemReason)
      }
      files.append(file)
    }
    let request = PortalRequest(
      "Email", "ComposeEmail", [.text(parentWindow)],
      options: [("subject", .text(subject)), ("attachment_fds", .files(files))])
    do throws(DesktopError) { _ = try request.ask(address: address) } catch {
      guard ProgramRun.find("xdg-email") != nil else { throw error }
      try composeByProgram()
    }
  }

  private func composeByProgram() throws(DesktopError) {
    var commandLine = ["xdg-email", "--utf8", "--subject", subject].map { Array($0.utf8) }
    for path in attachments { commandLine += [Array("--attach".utf8), path] }
    let outcome = try ProgramRun(commandLine).run()
    guard outcome.isSuccess else {
      throw .system(call: "xdg-email", reason: Self.reason(of: outcome))
    }
  }

  /// The exit status of `xdg-email` when no program for e-mail is found. Its standard error has the
  /// names of all programs that it has tried.
  ///
  /// - Source: the manual page xdg-email(1).
  private static let noProgramStatus: Int32 = 3

  /// The reason for the user why `xdg-email` has failed.
  static func reason(of outcome: ProgramRun.RunOutcome) -> String {
    outcome.end == .exited(noProgramStatus)
      ? tr("no e-mail program is installed") : outcome.reason
  }
}
