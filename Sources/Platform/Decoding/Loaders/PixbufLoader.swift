import CPixbuf
import DecoderWire
import Geometry
import Pixels

/// One run of one gdk-pixbuf loader over bytes in memory.
final class PixbufLoader {
  /// Asked when the loader knows the size, before it allocates: the size to load at (loaders of
  /// vector pictures follow it), or nil to stop.
  typealias Sizing = (PixelSize) -> PixelSize?

  private let loader: UnsafeMutablePointer<GdkPixbufLoader>
  private let sizing: Sizing
  /// The size the loader announced first.
  private(set) var announced: PixelSize?
  private(set) var wasRefused = false
  /// Rows that the loader said are there, from the first to the last; some loaders never say.
  private(set) var rowsDone = 0..<0

  /// - Returns: nil when gdk-pixbuf has no loader of that name.
  init?(_ name: String, sizing: @escaping Sizing) {
    guard let loader = gdk_pixbuf_loader_new_with_type(name, nil) else { return nil }
    self.loader = loader
    self.sizing = sizing
    // self outlives the loader: deinit drops the loader first.
    let me = Unmanaged.passUnretained(self).toOpaque()
    g_signal_connect_data(
      UnsafeMutableRawPointer(loader), "size-prepared",
      unsafeBitCast(sizePrepared, to: GCallback.self), me, nil, GConnectFlags(rawValue: 0))
    g_signal_connect_data(
      UnsafeMutableRawPointer(loader), "area-updated",
      unsafeBitCast(areaUpdated, to: GCallback.self), me, nil, GConnectFlags(rawValue: 0))
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(loader)) }

  /// Feeds both parts, of which the first may be empty, and ends.
  ///
  /// - Returns: what the loader complained of, nil when all went well.
  func load(head: [UInt8], body: PictureBytes) -> String? {
    var complaint = head.withUnsafeBytes { feed($0) }
    complaint = complaint ?? feed(body.raw)
    var error: UnsafeMutablePointer<GError>?
    if gdk_pixbuf_loader_close(loader, &error) == 0 {
      let said = Self.message(error)
      complaint = complaint ?? said ?? "the loader gave up"
    }
    return complaint
  }

  private func feed(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard bytes.count > 0 else { return nil }
    var error: UnsafeMutablePointer<GError>?
    let first = bytes.bindMemory(to: UInt8.self).baseAddress
    guard gdk_pixbuf_loader_write(loader, first, gsize(bytes.count), &error) == 0 else {
      return nil
    }
    return Self.message(error) ?? "the loader gave up"
  }

  /// The first picture, borrowed until this goes; nil when there is none.
  var pixbuf: OpaquePointer? { gdk_pixbuf_loader_get_pixbuf(loader) }

  private static func message(_ error: UnsafeMutablePointer<GError>?) -> String? {
    guard let error else { return nil }
    defer { g_error_free(error) }
    return error.pointee.message.map { String(cString: $0) }
  }

  // Called by the loader through a pointer to self, on the thread that called load.
  private let sizePrepared:
    @convention(c) (OpaquePointer?, gint, gint, UnsafeMutableRawPointer?) -> Void = {
      _, width, height, pointer in
      guard let pointer else { return }
      let me = Unmanaged<PixbufLoader>.fromOpaque(pointer).takeUnretainedValue()
      let size = PixelSize(width: Int(width), height: Int(height))
      if me.announced == nil { me.announced = size }
      if let wanted = me.sizing(size) {
        if wanted != size {
          gdk_pixbuf_loader_set_size(me.loader, gint(wanted.width), gint(wanted.height))
        }
      } else {
        me.wasRefused = true
        gdk_pixbuf_loader_set_size(me.loader, 0, 0)
      }
    }

  private let areaUpdated:
    @convention(c) (OpaquePointer?, gint, gint, gint, gint, UnsafeMutableRawPointer?) -> Void = {
      _, _, y, _, height, pointer in
      guard let pointer else { return }
      let me = Unmanaged<PixbufLoader>.fromOpaque(pointer).takeUnretainedValue()
      let rows = Int(y)..<Int(y) + Int(max(0, height))
      me.rowsDone =
        me.rowsDone.isEmpty
        ? rows
        : min(
          me.rowsDone.lowerBound, rows.lowerBound)..<max(
            me.rowsDone.upperBound, rows.upperBound)
    }
}
