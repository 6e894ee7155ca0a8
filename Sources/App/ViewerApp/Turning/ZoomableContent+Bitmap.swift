import Drawing
import Geometry
import PhotoBrowser
import Pixels

extension ZoomableContent {
  /// A bitmap of the content at a size in device pixels, which can be drawn at any angle.
  func bitmap(_ size: Size) -> Bitmap {
    let pixels = PixelSize(width: Int(size.width), height: Int(size.height))
    let stride = pixels.width * 4
    let count = max(4, stride * pixels.height)
    let bytes = PictureMemory.allocate(byteCount: count)
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    draw(
      in: Canvas(PixelBuffer(size: pixels, stride: stride, bytes: bytes)),
      at: ContentPlacement(Rect(origin: .zero, size: size)))
    return Bitmap(
      size: pixels, stride: stride, isOpaque: isOpaque, bytes: UnsafeRawPointer(bytes)
    ) { UnsafeMutableRawPointer(mutating: $0).deallocate() }
  }
}
