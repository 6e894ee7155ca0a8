import CLinux
package import HelperProcesses
import Localization

/// The functions that find printers, and print or save PDF documents.
///
/// - Source: the programs `lpstat` and `lp` of CUPS, and `org.freedesktop.portal.Print`.
nonisolated package enum Printing {
  /// The available ways of printing a document: the desktop's print dialog, and printers.
  package struct Destinations: Hashable, Sendable {
    /// Whether the desktop's portal has a print dialog.
    package var hasDialog: Bool
    /// The names of the printers that CUPS knows, the default one first.
    package var printers: [String]

    package init(hasDialog: Bool = false, printers: [String] = []) {
      self.hasDialog = hasDialog
      self.printers = printers
    }
  }

  /// Finds the available ways of printing. Blocks until the print server and the session bus have
  /// replied.
  package static func destinations() -> Destinations {
    Destinations(hasDialog: PortalRequest.isAvailable("Print"), printers: printers())
  }

  /// The timeout for a question to the print server, in seconds.
  private static let queryTimeout = 30.0

  private static func printers() -> [String] {
    guard ProgramRun.find("lp") != nil,
      let list = try? ProgramRun("lpstat", "-e").run(within: queryTimeout)
    else { return [] }
    var names = list.text.split(separator: "\n").map(String.init)
    // The output is “system default destination: NAME” in the language of the system.
    if let line = try? ProgramRun("lpstat", "-d").run(within: queryTimeout).text,
      let standard = line.split(separator: " ").last.map(String.init),
      let index = names.firstIndex(of: standard)
    {
      names.remove(at: index)
      names.insert(standard, at: 0)
    }
    return names
  }

  /// Makes an empty file for a document to print. It has no name, so it disappears when it is
  /// closed.
  ///
  /// - Throws: `.unwritable`.
  package static func makeFile() throws(DesktopError) -> OwnedDescriptor {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    var path = Array("\(folder)/pbview-print-XXXXXX".utf8CString)
    let number = mkostemp(&path, O_CLOEXEC)
    guard number >= 0 else {
      throw .unwritable(file: folder, reason: systemReason)
    }
    unlink(path)
    return OwnedDescriptor(number)
  }

  /// Shows the desktop's print dialog for a PDF document. Blocks until the user has answered.
  ///
  /// - Parameters:
  ///   - file: the PDF document.
  ///   - title: the name of the document, for the user.
  ///   - parentWindow: the identifier of the window for the dialog in the portal's format, such as
  ///     `x11:1a2b`.
  ///   - address: the D-Bus address of the bus; nil for the session bus.
  /// - Throws: `.noSessionBus` or `.system`.
  package static func printByDialog(
    _ file: OwnedDescriptor, title: String, parentWindow: String, address: String? = nil
  ) throws(DesktopError) -> PortalRequest.UserAnswer {
    lseek(file.number, 0, SEEK_SET)
    let request = PortalRequest(
      "Print", "Print", [.text(parentWindow), .text(title), .file(file.number)])
    return try request.ask(address: address)
  }

  /// Sends a PDF document to a printer. Blocks until the print server has received it.
  ///
  /// - Parameters:
  ///   - file: the PDF document.
  ///   - title: the name of the print job.
  ///   - printer: the name of the printer.
  ///   - media: the name of the paper size, as in PWG 5101.1: `iso_a4_210x297mm`.
  /// - Throws: `.system` when `lp` cannot be started or fails.
  package static func print(
    _ file: OwnedDescriptor, title: String, on printer: String, copies: Int, media: String
  ) throws(DesktopError) {
    lseek(file.number, 0, SEEK_SET)
    var run = ProgramRun(
      "lp", "-d", printer, "-n", String(copies), "-t", title, "-o", "media=\(media)", "-o",
      "print-scaling=none")
    run.input = file
    let outcome = try run.run()
    guard outcome.isSuccess else { throw .system(call: "lp", reason: outcome.reason) }
  }

  /// Saves a document as a new file at `path`.
  ///
  /// - Throws: `.unwritable` when the document cannot be read in full or the file cannot be
  ///   written, also when a file exists at `path`.
  package static func save(
    _ file: OwnedDescriptor, to path: [UInt8]
  ) throws(DesktopError) {
    func unwritable(_ reason: String) -> DesktopError {
      .unwritable(file: String(decoding: path, as: UTF8.self), reason: reason)
    }
    do throws(TemporaryFile.Failure) {
      var temporary = try TemporaryFile(beside: path, mode: 0o666)
      let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
      defer { chunk.deallocate() }
      var writtenBytes = 0
      while true {
        let count = pread(file.number, chunk.baseAddress, chunk.count, off_t(writtenBytes))
        if count < 0, pbview_errno() == EINTR { continue }
        guard count >= 0 else { throw .system(reason: systemReason) }
        guard count > 0 else { break }
        try temporary.write(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
        writtenBytes += count
      }
      try temporary.sync()
      try temporary.commit(replaces: false)
    } catch {
      switch error {
      case .exists: throw unwritable(tr("a file of that name exists"))
      case .system(let reason): throw unwritable(reason)
      }
    }
  }
}

nonisolated extension PortalRequest {
  /// Whether the desktop's portal supports an interface, given without the prefix
  /// `org.freedesktop.portal.`; false without a portal. Blocks until the portal has replied.
  ///
  /// - Parameter address: the D-Bus address of the bus; nil for the session bus.
  package static func isAvailable(_ interface: String, address: String? = nil) -> Bool {
    guard let address = address ?? SessionBus.defaultAddress, let bus = try? SessionBus(address)
    else { return false }
    let properties = SessionBus.ServiceObject(
      name: busName, path: objectPath, interface: "org.freedesktop.DBus.Properties")
    let arguments = ["org.freedesktop.portal.\(interface)", "version"].map { text in
      text.withCString { bus.gio.makeText($0) }
    }
    guard let reply = try? bus.call("Get", arguments, of: properties, startsService: true) else {
      return false
    }
    bus.gio.unrefValue(reply)
    return true
  }
}
