package import CPixbuf
import DecodingSupport
import RuntimeLibraries

/// The functions of gdk-pixbuf and GLib, which are loaded when the first picture needs them.
package struct PixbufLibrary {
  /// The address at which a `GError *` is stored; the caller owns the error after the call.
  package typealias ErrorLocation = UnsafeMutablePointer<ErrorPointer?>
  package typealias ErrorPointer = UnsafeMutablePointer<GError>
  package typealias Pixbuf = OpaquePointer
  package typealias Loader = OpaquePointer
  package typealias NumberGetter = @convention(c) (Pixbuf) -> Int32

  package let formats: @convention(c) () -> UnsafeMutablePointer<GSList>?
  /// The name of a loader's format, which the caller frees.
  private let nameOfFormat: @convention(c) (OpaquePointer) -> UnsafeMutablePointer<CChar>?
  let makeLoader: @convention(c) (UnsafePointer<CChar>, ErrorLocation?) -> Loader?
  package let write: @convention(c) (Loader, UnsafePointer<UInt8>?, Int, ErrorLocation?) -> gboolean
  package let close: @convention(c) (Loader, ErrorLocation?) -> gboolean
  let setSize: @convention(c) (Loader, Int32, Int32) -> Void
  /// The picture of a loader, which owns it.
  let pixbuf: @convention(c) (Loader) -> Pixbuf?
  let makeFromXPM: @convention(c) (UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Pixbuf?

  package let width: NumberGetter
  package let height: NumberGetter
  package let stride: NumberGetter
  package let channels: NumberGetter
  let bitsPerSample: NumberGetter
  let hasAlpha: NumberGetter
  package let pixels: @convention(c) (Pixbuf) -> UnsafeMutablePointer<UInt8>?
  let option: @convention(c) (Pixbuf, UnsafePointer<CChar>) -> UnsafePointer<CChar>?

  /// Connects a handler to a signal of an object; the type of the handler depends on the signal.
  let connect:
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>, UnsafeRawPointer, UnsafeMutableRawPointer?,
      UnsafeRawPointer?, UInt32
    ) -> UInt
  package let unref: @convention(c) (OpaquePointer) -> Void
  package let freeError: @convention(c) (UnsafeMutablePointer<GError>) -> Void
  let freeList: @convention(c) (UnsafeMutablePointer<GSList>?) -> Void
  let free: @convention(c) (UnsafeMutableRawPointer?) -> Void

  private typealias LogHandler =
    @convention(c) (
      UnsafePointer<CChar>?, Int32, UnsafePointer<CChar>?, UnsafeMutableRawPointer?
    ) -> Void
  private typealias PrintHandler = @convention(c) (UnsafePointer<CChar>?) -> Void
  private let setLogHandler:
    @convention(c) (LogHandler, UnsafeMutableRawPointer?) -> UnsafeRawPointer?
  private let setPrintErrorHandler: @convention(c) (PrintHandler) -> UnsafeRawPointer?
  private let setPrintHandler: @convention(c) (PrintHandler) -> UnsafeRawPointer?

  /// The functions of gdk-pixbuf, which the first access loads; nil when gdk-pixbuf is not
  /// installed.
  package static let shared = try? PixbufLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    // The symbols of the libraries with which this one is linked are found through it, too.
    let library = try RuntimeLibrary("libgdk_pixbuf-2.0.so.0")
    formats = try library.function("gdk_pixbuf_get_formats")
    nameOfFormat = try library.function("gdk_pixbuf_format_get_name")
    makeLoader = try library.function("gdk_pixbuf_loader_new_with_type")
    write = try library.function("gdk_pixbuf_loader_write")
    close = try library.function("gdk_pixbuf_loader_close")
    setSize = try library.function("gdk_pixbuf_loader_set_size")
    pixbuf = try library.function("gdk_pixbuf_loader_get_pixbuf")
    makeFromXPM = try library.function("gdk_pixbuf_new_from_xpm_data")
    width = try library.function("gdk_pixbuf_get_width")
    height = try library.function("gdk_pixbuf_get_height")
    stride = try library.function("gdk_pixbuf_get_rowstride")
    channels = try library.function("gdk_pixbuf_get_n_channels")
    bitsPerSample = try library.function("gdk_pixbuf_get_bits_per_sample")
    hasAlpha = try library.function("gdk_pixbuf_get_has_alpha")
    pixels = try library.function("gdk_pixbuf_get_pixels")
    option = try library.function("gdk_pixbuf_get_option")
    connect = try library.function("g_signal_connect_data")
    unref = try library.function("g_object_unref")
    freeError = try library.function("g_error_free")
    freeList = try library.function("g_slist_free")
    free = try library.function("g_free")
    setLogHandler = try library.function("g_log_set_default_handler")
    setPrintErrorHandler = try library.function("g_set_printerr_handler")
    setPrintHandler = try library.function("g_set_print_handler")
    discardLogMessages()
  }

  /// Discards the log messages of loaders; relevant errors are returned as failures.
  private func discardLogMessages() {
    _ = setLogHandler({ _, _, _, _ in }, nil)
    _ = setPrintErrorHandler { _ in }
    _ = setPrintHandler { _ in }
  }

  /// The message of an error, which is freed; nil when it has none.
  package func takeMessage(of error: UnsafeMutablePointer<GError>?) -> String? {
    guard let error else { return nil }
    defer { freeError(error) }
    return Self.text(of: error)
  }

  /// The message of an error, which is not freed; nil when it has none.
  package static func text(of error: ErrorPointer) -> String? {
    error.pointee.message.map { LibraryMessage.line($0) }
  }

  /// The names of the installed loaders. No module is loaded for the list.
  fileprivate func loaderNames() -> Set<String> {
    var found: Set<String> = []
    let list = formats()
    defer { freeList(list) }
    var item = list
    while let current = item {
      if let format = current.pointee.data, let name = nameOfFormat(OpaquePointer(format)) {
        found.insert(String(cString: name))
        free(name)
      }
      item = current.pointee.next
    }
    return found
  }
}

/// The names of the gdk-pixbuf loaders that are installed on this machine.
package enum LoaderRegistry {
  private static let names = PixbufLibrary.shared?.loaderNames() ?? []

  package static func isInstalled(_ name: String) -> Bool { names.contains(name) }
}
