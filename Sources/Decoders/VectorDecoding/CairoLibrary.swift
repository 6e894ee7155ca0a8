import CSurfaces
package import DecoderWire
package import DecodingSupport
package import Geometry
package import Pixels
package import RuntimeLibraries

/// The functions of Cairo by which poppler and librsvg draw into memory.
package struct CairoLibrary {
  private let makeSurface:
    @convention(c) (UnsafeMutableRawPointer, Int32, Int32, Int32, Int32) -> OpaquePointer?
  private let makeContext: @convention(c) (OpaquePointer?) -> OpaquePointer?
  private let translate: @convention(c) (OpaquePointer?, Double, Double) -> Void
  private let scale: @convention(c) (OpaquePointer?, Double, Double) -> Void
  private let status: @convention(c) (OpaquePointer?) -> Int32
  private let destroyContext: @convention(c) (OpaquePointer?) -> Void
  private let finishSurface: @convention(c) (OpaquePointer?) -> Void
  private let destroySurface: @convention(c) (OpaquePointer?) -> Void

  /// Looks up the functions through a library that is linked with Cairo.
  package init(in library: RuntimeLibrary) throws(RuntimeLibrary.Missing) {
    makeSurface = try library.function("cairo_image_surface_create_for_data")
    makeContext = try library.function("cairo_create")
    translate = try library.function("cairo_translate")
    scale = try library.function("cairo_scale")
    status = try library.function("cairo_status")
    destroyContext = try library.function("cairo_destroy")
    finishSurface = try library.function("cairo_surface_finish")
    destroySurface = try library.function("cairo_surface_destroy")
  }

  /// The place of a region in a scaled picture.
  package struct Region {
    /// The size of the picture in the units in which it is drawn, such as points.
    package var naturalSize: Size
    /// The size of the whole scaled picture in pixels.
    package var wholeSize: PixelSize
    /// The left edge of the region, in pixels of the scaled picture.
    package var x: Int
    /// The top edge of the region, in pixels of the scaled picture.
    package var y: Int

    package init(of natural: Size, scaledTo whole: PixelSize, x: Int, y: Int) {
      (self.naturalSize, self.wholeSize, self.x, self.y) = (natural, whole, x, y)
    }
  }

  /// Sets all bytes of `buffer` to `background`, and calls `body` with a Cairo context that has the
  /// units of the unscaled picture. The part of the drawing in `region`, which has the size of the
  /// buffer, appears in the buffer.
  ///
  /// - Throws: `.tooLarge` without memory, and the failure of `body`.
  package func draw(
    _ region: Region, into buffer: PixelBuffer, background: UInt8, format: PictureFormat,
    _ body: (OpaquePointer) throws(DecodeFailure) -> Void
  ) throws(DecodeFailure) {
    buffer.bytes.initializeMemory(
      as: UInt8.self, repeating: background, count: buffer.stride * buffer.size.height)
    let surface = makeSurface(
      buffer.bytes, CAIRO_FORMAT_ARGB32, Int32(clamping: buffer.size.width),
      Int32(clamping: buffer.size.height), Int32(clamping: buffer.stride))
    let context = makeContext(surface)
    defer {
      destroyContext(context)
      finishSurface(surface)
      destroySurface(surface)
    }
    guard let context, status(context) == CAIRO_STATUS_SUCCESS else {
      throw DecodeFailure(.tooLarge, format: format.name, detail: "no memory for it")
    }
    translate(context, Double(-region.x), Double(-region.y))
    // The axes are scaled independently: a size in whole pixels rarely has the exact proportions.
    scale(
      context, Double(region.wholeSize.width) / region.naturalSize.width,
      Double(region.wholeSize.height) / region.naturalSize.height)
    try body(context)
  }
}
