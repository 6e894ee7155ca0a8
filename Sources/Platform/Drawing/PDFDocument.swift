import CCairo
package import Geometry
package import Pixels

/// A PDF document that is written page by page. Lengths are in points, 72 to an inch, y down.
package final class PDFDocument: @unchecked Sendable {
  // Sendable because its owner uses it on one thread at a time.
  private let sink: UnsafeMutablePointer<DescriptorSink>
  private let surface: OpaquePointer?
  private let context: OpaquePointer?

  /// Begins a document with a title in its metadata, which is written to an open descriptor. The
  /// descriptor stays open.
  package init(descriptor: Int32, title: String) {
    sink = .allocate(capacity: 1)
    sink.initialize(to: DescriptorSink(descriptor: descriptor))
    // The size of 1 × 1 has no effect, because every page sets its own.
    surface = cairo_pdf_surface_create_for_stream(DescriptorSink.writeCallback, sink, 1, 1)
    // PDF 1.4 can also be read by print servers and printers that do not know later versions.
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4)
    context = cairo_create(surface)
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
    sink.deinitialize(count: 1)
    sink.deallocate()
  }

  /// Begins a page of a size in points, at least 1 × 1.
  package func beginPage(_ size: Size) {
    cairo_pdf_surface_set_size(surface, max(1, size.width), max(1, size.height))
  }

  /// Ends the current page and writes it.
  package func endPage() { cairo_show_page(context) }

  /// Draws a bitmap scaled into `rect` on the current page; only the part inside `clip` is visible.
  /// Both are in points from the page's top left corner.
  package func draw(_ bitmap: Bitmap, in rect: Rect, clip: Rect) {
    guard rect.isDrawable, clip.isDrawable, !bitmap.size.isEmpty else { return }
    // Cairo requires a mutable pointer, but only reads the memory.
    let bytes = UnsafeMutableRawPointer(mutating: bitmap.bytes)
    let image = cairo_image_surface_create_for_data(
      bytes.assumingMemoryBound(to: UInt8.self),
      bitmap.isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32,
      Int32(clamping: bitmap.size.width), Int32(clamping: bitmap.size.height),
      Int32(clamping: bitmap.stride))
    cairo_save(context)
    cairo_rectangle(context, clip.minX, clip.minY, clip.width, clip.height)
    cairo_clip(context)
    cairo_translate(context, rect.minX, rect.minY)
    cairo_scale(
      context, rect.width / Double(bitmap.size.width), rect.height / Double(bitmap.size.height))
    cairo_set_source_surface(context, image, 0, 0)
    cairo_paint(context)
    cairo_restore(context)
    // The surface of the bitmap is ended, because Cairo would otherwise refer to its pixels until
    // the page is written.
    cairo_surface_finish(image)
    cairo_surface_destroy(image)
    withExtendedLifetime(bitmap) {}
  }

  /// Draws one line of black text on the current page, centred in `rect` and shortened in its
  /// middle to the width of `rect`. Lengths are in points.
  package func draw(_ text: String, in rect: Rect, fontSize: Double) {
    let layout = TextLayout(
      text, style: TextStyle(size: fontSize), maxWidth: max(1, rect.width), flow: .ellipsisInMiddle)
    cairo_set_source_rgb(context, 0, 0, 0)
    guard let context else { return }
    layout.show(
      in: context,
      at: Point(
        x: rect.midX - layout.size.width / 2, y: rect.midY - layout.size.height / 2))
  }

  /// Writes the end of the document; call it once, after the last page.
  ///
  /// - Throws: `cannotWrite` or `cairo`, also for errors of earlier pages.
  package func finish() throws(DrawingError) {
    cairo_surface_finish(surface)
    if sink.pointee.errno != 0 { throw .cannotWrite(errno: sink.pointee.errno) }
    if let error = DrawingError.cairo(cairo_surface_status(surface)) { throw error }
  }
}
