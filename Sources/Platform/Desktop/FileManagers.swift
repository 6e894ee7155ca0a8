import CGio

/// The desktop's file manager, which shows files in their folders.
///
/// - Source: `org.freedesktop.FileManager1`, the file manager interface of the desktops.
nonisolated package enum FileManagers {
  private static let service = SessionBus.ServiceObject(
    name: "org.freedesktop.FileManager1", path: "/org/freedesktop/FileManager1",
    interface: "org.freedesktop.FileManager1")
  /// The timeout for the reply of a file manager, which the bus may have to start, in milliseconds:
  /// the default of D-Bus.
  private static let timeoutMilliseconds: Int32 = 25_000

  /// Shows files in the file manager, selected in their folders. Where no file manager can select
  /// files, opens the folder of the first file instead. Blocks until the file manager has replied.
  ///
  /// - Parameters:
  ///   - files: absolute paths; without any, nothing is done.
  ///   - startupID: the startup notification ID of this request.
  ///   - address: the D-Bus address of the bus; nil for the session bus.
  ///   - openFolder: opens a folder by its URI.
  /// - Throws: the error of `openFolder`, or `.system` without GLib.
  package static func show(
    _ files: [[UInt8]], startupID: String, address: String? = nil,
    openFolder: (String) throws(DesktopError) -> Void = { (uri) throws(DesktopError) in
      try DefaultPrograms.openFirst(of: [uri])
    }
  ) throws(DesktopError) {
    guard let first = files.first else { return }
    if let address = address ?? SessionBus.defaultAddress,
      (try? ask(address, files, startupID)) != nil
    {
      return
    }
    let slash = UInt8(ascii: "/")
    let folder = first.lastIndex(of: slash).map { Array(first[..<max(1, $0)]) } ?? [slash]
    try openFolder(try uri(of: folder))
  }

  private static func ask(
    _ address: String, _ files: [[UInt8]], _ startupID: String
  ) throws(DesktopError) {
    var uris: [String] = []
    for file in files { uris.append(try uri(of: file)) }
    let bus = try SessionBus(address)
    let gio = bus.gio
    let texts = uris.map { gio.makeText($0) }
    let arguments = [gio.makeArray(nil, texts, UInt(texts.count)), gio.makeText(startupID)]
    let reply = try bus.call(
      "ShowItems", arguments, of: service, startsService: true, timeout: timeoutMilliseconds)
    gio.unrefValue(reply)
  }

  static func uri(of path: [UInt8]) throws(DesktopError) -> String {
    do throws(GLibFailure) {
      let glib = try GLibLibrary.shared.get()
      let uri = try glib.result { failure in path.withCString { glib.makeURI($0, nil, failure) } }
      defer { glib.free(uri) }
      return String(cString: uri)
    } catch {
      throw .system(call: "file manager", reason: error.reason)
    }
  }
}
