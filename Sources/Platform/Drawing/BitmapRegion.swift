import CCairo
import Geometry
import Pixels

/// The region of a bitmap that is passed to Cairo: the whole bitmap, or a part when it is larger
/// than Cairo can draw.
struct BitmapRegion {
  /// The maximum side of a bitmap for Cairo in pixels: Pixman's coordinates end at 32767, and
  /// filters read beyond edges.
  private static let maxSide = 32_000
  /// The maximum recursion depth of ``forEachRegion(covering:_:_:filter:depth:_:)``: an area whose
  /// bitmap pixels exceed `maxSide` by a factor over 2²⁰ is not drawn.
  private static let maxDepth = 20

  /// The rectangle of the canvas's buffer in which this region of the bitmap is drawn, in buffer
  /// pixels.
  let target: Rect
  /// The x coordinate of the region's top left corner, in bitmap pixels.
  let left: Int
  /// The y coordinate of the region's top left corner, in bitmap pixels.
  let top: Int

  /// Calls `body` with regions of a bitmap that together cover the rectangle `seen` of the canvas's
  /// buffer (in buffer pixels), each with a Cairo surface on the bitmap's own memory. Each surface
  /// is valid only during its call.
  static func forEachRegion(
    covering seen: Rect, _ bitmap: Bitmap, _ placement: Canvas.BitmapPlacement, filter: Filter,
    depth: Int = 0,
    _ body: (BitmapRegion, OpaquePointer) -> Void
  ) {
    if bitmap.size.width <= maxSide, bitmap.size.height <= maxSide {
      let window = BitmapRegion(target: seen, left: 0, top: 0)
      return window.withCairoSurface(
        bitmap, width: bitmap.size.width, height: bitmap.size.height, body)
    }
    let x = span(
      from: seen.minX, to: seen.maxX, placement.bitmapScale.dx, placement.bitmapOffset.dx,
      bitmap.size.width)
    let y = span(
      from: seen.minY, to: seen.maxY, placement.bitmapScale.dy, placement.bitmapOffset.dy,
      bitmap.size.height)
    if x.count <= maxSide, y.count <= maxSide {
      let window = BitmapRegion(target: seen, left: x.lowerBound, top: y.lowerBound)
      return window.withCairoSurface(bitmap, width: x.count, height: y.count, body)
    }
    guard depth < maxDepth else { return }
    for half in halves(of: seen, cutsWidth: x.count > maxSide) {
      forEachRegion(covering: half, bitmap, placement, filter: filter, depth: depth + 1, body)
    }
  }

  /// The bitmap pixels on one axis that a filter may read to draw the buffer pixels from `a` to
  /// `b`, with a margin, clamped to the `count` pixels of the bitmap. `scale` and `offset` map
  /// buffer to bitmap pixels.
  private static func span(
    from a: Double, to b: Double, _ scale: Double, _ offset: Double, _ count: Int
  ) -> Range<Int> {
    let margin = 4 + 2 * scale
    let low = min(max(a * scale + offset - margin, 0), Double(count - 1))
    let high = min(max(b * scale + offset + margin, low + 1), Double(count))
    return Int(low)..<Int(high.rounded(.up))
  }

  private static func halves(of rect: Rect, cutsWidth: Bool) -> [Rect] {
    // The cut is at a whole pixel, so that no seam is visible.
    let cut = cutsWidth ? rect.midX.rounded() : rect.midY.rounded()
    let parts =
      cutsWidth
      ? [
        Rect(x: rect.minX, y: rect.minY, width: cut - rect.minX, height: rect.height),
        Rect(x: cut, y: rect.minY, width: rect.maxX - cut, height: rect.height),
      ]
      : [
        Rect(x: rect.minX, y: rect.minY, width: rect.width, height: cut - rect.minY),
        Rect(x: rect.minX, y: cut, width: rect.width, height: rect.maxY - cut),
      ]
    return parts.filter { !$0.isEmpty }
  }

  private func withCairoSurface(
    _ bitmap: Bitmap, width: Int, height: Int, _ body: (BitmapRegion, OpaquePointer) -> Void
  ) {
    // Cairo requires mutable memory, but nothing draws into this surface.
    let start = UnsafeMutableRawPointer(mutating: bitmap.bytes + top * bitmap.stride + left * 4)
    guard
      let image = cairo_image_surface_create_for_data(
        start.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width),
        Int32(height), Int32(clamping: bitmap.stride))
    else { return }
    withExtendedLifetime(bitmap) { body(self, image) }
    cairo_surface_finish(image)
    cairo_surface_destroy(image)
  }
}
