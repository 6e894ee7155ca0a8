import CPixbuf

/// Which loaders gdk-pixbuf knows on this machine. Reading the list opens no loader.
enum LoaderRegistry {
  private static let names: Set<String> = {
    var found: Set<String> = []
    let list = gdk_pixbuf_get_formats()
    defer { g_slist_free(list) }
    var item = list
    while let current = item {
      if let format = current.pointee.data,
        let name = gdk_pixbuf_format_get_name(OpaquePointer(format))
      {
        found.insert(String(cString: name))
        g_free(name)
      }
      item = current.pointee.next
    }
    return found
  }()

  static func has(_ name: String) -> Bool { names.contains(name) }

  /// Warnings of loaders mean nothing to a person; what matters comes back as a failure.
  static func silence() { _ = isSilent }

  private static let isSilent: Bool = {
    g_log_set_default_handler({ _, _, _, _ in }, nil)
    g_set_printerr_handler { _ in }
    g_set_print_handler { _ in }
    return true
  }()
}
