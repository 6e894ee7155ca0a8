import CGio
import Localization

/// The desktop's default programs, which open addresses by their scheme.
nonisolated public enum DefaultPrograms {
  /// Opens the first of several addresses for whose scheme the desktop has a program. Blocks while
  /// GIO reads the disk and starts the program's process.
  ///
  /// - Parameter addresses: URIs with a scheme, the preferred one first.
  /// - Throws: `.system` with the reason of the last address when none can be opened.
  public static func openFirst(of addresses: [String]) throws(DesktopError) {
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
