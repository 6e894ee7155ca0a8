import CLinux
package import HelperProcesses
import Localization

/// Printers, and documents that are handed to them.
///
/// - Source: the programs `lpstat` and `lp` of CUPS, and `org.freedesktop.portal.Print`.
nonisolated package enum Printing {
  /// The available ways of printing a document.
  package struct Destinations: Hashable, Sendable {
    /// Whether the desktop has a print dialog of its own.
    package var hasDialog: Bool
    /// The names of the printers, the default one first.
    package var printers: [String]

    package init(hasDialog: Bool = false, printers: [String] = []) {
      self.hasDialog = hasDialog
      self.printers = printers
    }
  }

  /// Finds the destinations. Waits for the print server and the session bus.
  package static func destinations() -> Destinations {
    Destinations(hasDialog: PortalRequest.isAvailable("Print"), printers: printers())
  }

  /// The time limit of a question to the print server, in seconds.
  private static let queryLimit = 30.0

  private static func printers() -> [String] {
    guard ProgramRun.find("lp") != nil,
      let list = try? ProgramRun("lpstat", "-e").run(within: queryLimit)
    else { return [] }
    var names = list.text.split(separator: "\n").map(String.init)
    // “system default destination: NAME”; the words depend on the language.
    if let line = try? ProgramRun("lpstat", "-d").run(within: queryLimit).text,
      let standard = line.split(separator: " ").last.map(String.init),
      let index = names.firstIndex(of: standard)
    {
      names.remove(at: index)
      names.insert(standard, at: 0)
    }
    return names
  }

  /// A file in which a document is made. It has no name and disappears when it is closed.
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

  /// Sends a PDF document to the print dialog of the desktop. Waits for the user.
  ///
  /// - Parameters:
  ///   - parent: the window for the dialog, as the portal wants it.
  ///   - address: the address of the bus; nil for the session bus.
  package static func printByDialog(
    _ file: OwnedDescriptor, title: String, parent: String, address: String? = nil
  ) throws(DesktopError) -> PortalRequest.Answer {
    lseek(file.number, 0, SEEK_SET)
    let request = PortalRequest(
      "Print", "Print", [.text(parent), .text(title), .file(file.number)])
    return try request.ask(address: address)
  }

  /// Sends a PDF document to a printer. Waits until the print server has taken it.
  ///
  /// - Parameter media: the name of the paper, as in PWG 5101.1.
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

  /// Writes a document to a new file.
  ///
  /// - Throws: `.unwritable`, also when the file exists.
  package static func save(
    _ file: OwnedDescriptor, to path: [UInt8]
  ) throws(DesktopError) {
    func unwritable(_ reason: String) -> DesktopError {
      .unwritable(file: String(decoding: path, as: UTF8.self), reason: reason)
    }
    do throws(FileDraft.Failure) {
      var draft = try FileDraft(beside: path, mode: 0o666)
      let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
      defer { chunk.deallocate() }
      var done = 0
      while true {
        let count = pread(file.number, chunk.baseAddress, chunk.count, off_t(done))
        if count < 0, pbview_errno() == EINTR { continue }
        guard count >= 0 else { throw .system(systemReason) }
        guard count > 0 else { break }
        try draft.write(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
        done += count
      }
      try draft.sync()
      try draft.commit(replaces: false)
    } catch {
      switch error {
      case .exists: throw unwritable(tr("a file of that name exists"))
      case .system(let reason): throw unwritable(reason)
      }
    }
  }
}

nonisolated extension PortalRequest {
  /// Whether the desktop has a portal of an interface, without `org.freedesktop.portal.`.
  package static func isAvailable(_ interface: String, address: String? = nil) -> Bool {
    guard let address = address ?? SessionBus.defaultAddress, let bus = try? SessionBus(address)
    else { return false }
    let properties = SessionBus.Service(
      name: name, path: path, interface: "org.freedesktop.DBus.Properties")
    let words = ["org.freedesktop.portal.\(interface)", "version"].map { word in
      word.withCString { bus.gio.makeText($0) }
    }
    guard let reply = try? bus.call("Get", words, of: properties, starts: true) else {
      return false
    }
    bus.gio.dropValue(reply)
    return true
  }
}
