import CGio
import Localization

/// The programs with which the desktop opens addresses.
nonisolated public enum DefaultPrograms {
  /// Opens the first address for whose scheme the desktop has a program. Waits for the disk and for
  /// the start of the program's process.
  ///
  /// - Parameter addresses: URIs with a scheme, the preferred one first.
  /// - Throws: the reason of the last address when none can be opened.
  public static func open(_ addresses: [String]) throws(DesktopError) {
    var last = DesktopError.system(call: "open", reason: tr("there is no address"))
    for address in addresses {
      do throws(GLibFailure) {
        let gio = try GioLibrary.shared.get()
        try gio.glib.check { gio.launch(address, nil, $0) }
        return
      } catch {
        last = .system(call: address, reason: error.reason)
      }
    }
    throw last
  }
}
