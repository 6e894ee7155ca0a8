import CX11
import Geometry
import Glibc
import Pixels

/// A frame kept as a pixmap on the server, for connections without shared memory.
///
/// Only what differs from the last frame is sent, and what has moved is moved by the server. Areas
/// that other windows have covered are restored without sending anything.
final class ServerFrame {
  private let server: XServer
  private let target: CX11.Window
  private let context: GC
  private let pixmap: Pixmap
  private let size: PixelSize
  private let stride: Int
  /// A copy of the pixels of the pixmap.
  private let mirror: UnsafeMutableRawPointer
  /// Whether the pixmap holds a frame.
  private(set) var isFilled = false

  private static let bytesPerPixel = 4

  /// Makes the pixmap of a window; nil when the server has no memory for it.
  ///
  /// - Complexity: One round trip.
  init?(
    of target: CX11.Window, on server: XServer, depth: Int32, context: GC, size: PixelSize,
    stride: Int
  ) {
    var made: Pixmap = 0
    let isMade = server.succeeds {
      made = XCreatePixmap(
        server.xDisplay, target, UInt32(size.width), UInt32(size.height), UInt32(depth))
    }
    guard isMade, let memory = calloc(max(1, size.height), stride) else { return nil }
    self.server = server
    self.target = target
    self.context = context
    self.size = size
    self.stride = stride
    pixmap = made
    mirror = memory
  }

  isolated deinit {
    free(mirror)
    if !server.isLost { XFreePixmap(server.xDisplay, pixmap) }
  }

  /// Whether the frame fits a window.
  func fits(_ size: PixelSize, stride: Int) -> Bool { size == self.size && stride == self.stride }

  /// Shows a region of a frame.
  ///
  /// - Parameter image: The whole new frame.
  /// - Returns: The number of bytes of pixels that were sent.
  func show(_ region: [Rect], of image: inout XImage) -> Int {
    guard let data = image.data else { return 0 }
    var sent = 0
    let areas = region.map(area).filter { !$0.isEmpty }
    for area in areas {
      let difference = FrameDifference(new: data, old: mirror, stride: stride)
      if isFilled, let move = difference.move(in: area) { perform(move) }
      for change in isFilled ? difference.changes(in: area) : [area] {
        put(change, of: &image, data)
        sent += change.width * change.height * Self.bytesPerPixel
      }
    }
    isFilled = true
    copy(areas)
    return sent
  }

  /// Shows a region of the frame again.
  func restore(_ region: [Rect]) { copy(region.map(area)) }

  private func area(of rect: Rect) -> PixelArea {
    let x = min(max(0, Int(rect.minX)), size.width)
    let y = min(max(0, Int(rect.minY)), size.height)
    return PixelArea(
      x: x, y: y, width: min(Int(rect.width.rounded(.up)), size.width - x),
      height: min(Int(rect.height.rounded(.up)), size.height - y))
  }

  private func perform(_ move: FrameDifference.Move) {
    let area = move.target
    XCopyArea(
      server.xDisplay, pixmap, pixmap, context, Int32(area.x - move.dx), Int32(area.y - move.dy),
      UInt32(area.width), UInt32(area.height), Int32(area.x), Int32(area.y))
    let rows = area.y..<area.y + area.height
    // Rows are moved in the order that does not overwrite rows that are still needed.
    for y in move.dy > 0 ? Array(rows.reversed()) : Array(rows) {
      memmove(
        mirror + y * stride + area.x * Self.bytesPerPixel,
        mirror + (y - move.dy) * stride + (area.x - move.dx) * Self.bytesPerPixel,
        area.width * Self.bytesPerPixel)
    }
  }

  private func put(_ area: PixelArea, of image: inout XImage, _ data: UnsafeMutablePointer<CChar>) {
    XPutImage(
      server.xDisplay, pixmap, context, &image, Int32(area.x), Int32(area.y), Int32(area.x),
      Int32(area.y), UInt32(area.width), UInt32(area.height))
    for y in area.y..<area.y + area.height {
      let place = y * stride + area.x * Self.bytesPerPixel
      memcpy(mirror + place, data + place, area.width * Self.bytesPerPixel)
    }
  }

  private func copy(_ areas: [PixelArea]) {
    for area in areas where !area.isEmpty {
      XCopyArea(
        server.xDisplay, pixmap, target, context, Int32(area.x), Int32(area.y),
        UInt32(area.width), UInt32(area.height), Int32(area.x), Int32(area.y))
    }
  }
}
