import CPixbuf
import DecoderWire
package import DecodingSupport
import Geometry
package import Pixels
import RuntimeLibraries

/// A gdk-pixbuf loader that decodes one picture from bytes in memory.
package final class PixbufLoader {
  /// A closure that gets the size of the picture before the loader allocates memory. It returns the
  /// size at which the picture is decoded, which loaders of vector pictures follow, or nil to
  /// reject the picture.
  package typealias SizeHandler = (PixelSize) -> PixelSize?

  package let library: PixbufLibrary
  private let loader: PixbufLibrary.Loader
  private let sizeHandler: SizeHandler
  /// The size in pixels that the loader announced first; nil when it has announced none.
  private(set) var announcedSize: PixelSize?
  private(set) var wasSizeRefused = false
  /// The range of rows that the loader has reported as updated; some loaders never report any.
  private(set) var updatedRows = 0..<0

  /// Opens the loader called `name`, which then waits for ``load(head:body:)``.
  ///
  /// - Returns: nil when gdk-pixbuf has no loader of this name.
  package init?(_ name: String, sizeHandler: @escaping SizeHandler) {
    guard let library = PixbufLibrary.shared, let loader = library.makeLoader(name, nil) else {
      return nil
    }
    self.library = library
    self.loader = loader
    self.sizeHandler = sizeHandler
    // The pointer need not retain this object, which outlives the loader: `deinit` releases the
    // loader.
    let me = Unmanaged.passUnretained(self).toOpaque()
    let prepared = unsafeBitCast(sizePrepared, to: UnsafeRawPointer.self)
    _ = library.connect(loader, "size-prepared", prepared, me, nil, 0)
    let updated = unsafeBitCast(areaUpdated, to: UnsafeRawPointer.self)
    _ = library.connect(loader, "area-updated", updated, me, nil, 0)
  }

  deinit { library.unref(loader) }

  /// Loads the modules of the gdk-pixbuf loaders called `names`, before the process is confined.
  /// The name of a loader that is not installed has no effect.
  package static func loadModules(_ names: [String]) {
    guard !names.isEmpty, let library = PixbufLibrary.shared else { return }
    for name in names where LoaderRegistry.isInstalled(name) {
      guard let loader = library.makeLoader(name, nil) else { continue }
      _ = library.close(loader, nil)
      library.unref(loader)
    }
    // libheif is initialised here, before the process is confined: its loader would do so only for
    // the first picture, and libheif loads plug-ins then.
    guard names.contains(where: { $0.hasPrefix("heif") && LoaderRegistry.isInstalled($0) }),
      let heif = try? RuntimeLibrary("libheif.so.1"),
      let initialise: @convention(c) (UnsafeRawPointer?) -> Void = try? heif.function("heif_init")
    else { return }
    initialise(nil)
  }

  /// Gives the bytes of `head`, which may be empty, and of `body` to the loader, and closes it.
  ///
  /// - Returns: the error message of the loader; nil on success.
  package func loadReturningErrorMessage(head: [UInt8], body: PictureBytes) -> String? {
    var message = head.withUnsafeBytes { writeReturningErrorMessage($0) }
    message = message ?? writeReturningErrorMessage(body.raw)
    var error: UnsafeMutablePointer<GError>?
    if library.close(loader, &error) == 0 {
      let closingMessage = library.takeMessage(of: error)
      message = message ?? closingMessage ?? "the loader gave up"
    }
    return message
  }

  private func writeReturningErrorMessage(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard bytes.count > 0 else { return nil }
    var error: UnsafeMutablePointer<GError>?
    let first = bytes.bindMemory(to: UInt8.self).baseAddress
    guard library.write(loader, first, bytes.count, &error) == 0 else { return nil }
    return library.takeMessage(of: error) ?? "the loader gave up"
  }

  /// The first picture of the loader, which owns it; nil when it has decoded none.
  var pixbuf: OpaquePointer? { library.pixbuf(loader) }

  // The loader calls this function with a pointer to self, on the thread that called `load`.
  private let sizePrepared:
    @convention(c) (OpaquePointer?, Int32, Int32, UnsafeMutableRawPointer?) -> Void = {
      _, width, height, pointer in
      guard let pointer else { return }
      let me = Unmanaged<PixbufLoader>.fromOpaque(pointer).takeUnretainedValue()
      let size = PixelSize(width: Int(width), height: Int(height))
      if me.announcedSize == nil { me.announcedSize = size }
      if let wanted = me.sizeHandler(size) {
        if wanted != size {
          me.library.setSize(me.loader, Int32(wanted.width), Int32(wanted.height))
        }
      } else {
        me.wasSizeRefused = true
        me.library.setSize(me.loader, 0, 0)
      }
    }

  private let areaUpdated:
    @convention(c) (OpaquePointer?, Int32, Int32, Int32, Int32, UnsafeMutableRawPointer?) -> Void =
      {
        _, _, y, _, height, pointer in
        guard let pointer else { return }
        let me = Unmanaged<PixbufLoader>.fromOpaque(pointer).takeUnretainedValue()
        let rows = Int(y)..<Int(y) + Int(max(0, height))
        me.updatedRows =
          me.updatedRows.isEmpty
          ? rows
          : min(
            me.updatedRows.lowerBound, rows.lowerBound)..<max(
              me.updatedRows.upperBound, rows.upperBound)
      }
}
