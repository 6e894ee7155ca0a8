import CX11
import Geometry
import Glibc
import Pixels

/// A frame kept as a pixmap on the server, for connections without shared memory.
///
/// Only the pixels that differ from the last frame are sent, and the server itself moves pixels
/// that have moved. Areas that other windows have covered are restored without sending anything.
/// Through a network, large changes are first sent at a lower resolution; the exact pixels follow
/// when nothing moves any more.
final class ServerFrame {
  private let server: XServer
  private let target: CX11.Window
  private let visual: WindowVisual
  private let context: GC
  private let pixmap: Pixmap
  private let size: PixelSize
  private let stride: Int
  /// The exact pixels of the frame.
  private let mirror: UnsafeMutableRawPointer
  /// The requests that send pixels with few bytes; nil where the server is on this machine, or
  /// without XRender.
  private let upload: PixelUpload?
  /// The pixels that the server has only at a lower resolution.
  private var coarse = PixelRegion()
  /// Whether the pixmap holds a frame.
  private(set) var isFilled = false

  private static let bytesPerPixel = 4
  /// The factors by which the sides of coarse areas are reduced.
  private static let reductions = [2, 4, 8, 16]
  /// The number of pixels up to which an area is always sent exactly.
  private static let smallCount = 1 << 12

  /// Makes the pixmap of a window; nil when the server has no memory for it.
  ///
  /// - Complexity: One round trip; through a network four.
  init?(
    of target: CX11.Window, on server: XServer, visual: WindowVisual, context: GC, size: PixelSize,
    stride: Int
  ) {
    var made: Pixmap = 0
    let isMade = server.succeeds {
      made = XCreatePixmap(
        server.xDisplay, target, UInt32(size.width), UInt32(size.height), UInt32(visual.depth))
    }
    guard isMade, let memory = calloc(max(1, size.height), stride) else { return nil }
    self.server = server
    self.target = target
    self.visual = visual
    self.context = context
    self.size = size
    self.stride = stride
    pixmap = made
    mirror = memory
    upload = server.isRemote ? PixelUpload(to: made, size: size, on: server, visual: visual) : nil
  }

  isolated deinit {
    free(mirror)
    if !server.isLost { XFreePixmap(server.xDisplay, pixmap) }
  }

  /// Whether the frame has the size and the row stride of a window's buffer.
  func fits(_ size: PixelSize, stride: Int) -> Bool { size == self.size && stride == self.stride }

  /// Whether the server has some pixels only at a lower resolution.
  var isCoarse: Bool { !coarse.isEmpty }

  /// The result of sending the changes of a frame.
  struct Sent {
    /// The number of bytes of pixels that were sent.
    var bytes = 0
    /// Whether some pixels were sent at a lower resolution.
    var isCoarse = false
  }

  /// Shows a region of a frame.
  ///
  /// - Parameters:
  ///   - data: The whole new frame.
  ///   - limit: The number of bytes above which changes are sent at a lower resolution through
  ///     a network.
  func show(_ region: [Rect], of data: UnsafeRawPointer, limit: Int) -> Sent {
    let areas = region.map(area).filter { !$0.isEmpty }
    var parts: [FrameDifference.Part] = []
    for area in areas {
      let difference = FrameDifference(new: data, old: mirror, stride: stride)
      if isFilled, let move = difference.move(in: area) { perform(move) }
      for change in isFilled ? difference.changes(in: area) : [area] {
        parts += difference.parts(of: change)
        keep(change, of: data)
      }
    }
    isFilled = true
    let factor = reduction(of: parts, limit: limit)
    var sent = Sent()
    for part in parts {
      if let color = part.color {
        fill(part.area, color)
      } else if let factor, let upload, part.area.count > Self.smallCount {
        sent.bytes += upload.putReduced(
          part.area, by: factor, of: mirror, stride: stride, context: context)
        sent.isCoarse = true
        coarse.add(part.area)
      } else {
        sent.bytes += put(part.area)
      }
    }
    copy(areas)
    return sent
  }

  /// Sends the exact pixels of a part of the coarse areas.
  ///
  /// - Parameter limit: The approximate number of bytes.
  /// - Returns: The number of bytes that were sent; 0 when there are none.
  func refine(limit: Int) -> Int {
    guard var band = coarse.areas.first else { return 0 }
    // Whole tiles, because areas of one colour are detected by tiles.
    let rows = limit / max(1, band.width * PixelUpload.bytesPerPixel)
    band.height = min(band.height, max(FrameDifference.tileHeight, rows))
    let sent = put(band)
    copy([band])
    return sent
  }

  /// Shows a region of the frame again.
  func restore(_ region: [Rect]) { copy(region.map(area)) }

  /// The factor by which the sides of changed areas are reduced; nil when they are sent exactly.
  private func reduction(of parts: [FrameDifference.Part], limit: Int) -> Int? {
    guard upload != nil else { return nil }
    let count = parts.reduce(0) { $0 + ($1.color == nil ? $1.area.count : 0) }
    let bytes = count * PixelUpload.bytesPerPixel
    guard bytes > limit else { return nil }
    return Self.reductions.first { bytes / ($0 * $0) <= limit } ?? Self.reductions.last
  }

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
    coarse.move(to: area, dx: move.dx, dy: move.dy)
    let rows = area.y..<area.bottom
    // Rows are moved in the order that does not overwrite rows that are still needed.
    for y in move.dy > 0 ? Array(rows.reversed()) : Array(rows) {
      memmove(
        mirror + y * stride + area.x * Self.bytesPerPixel,
        mirror + (y - move.dy) * stride + (area.x - move.dx) * Self.bytesPerPixel,
        area.width * Self.bytesPerPixel)
    }
  }

  /// Takes the pixels of an area over into the mirror.
  private func keep(_ area: PixelArea, of data: UnsafeRawPointer) {
    for y in area.y..<area.bottom {
      let position = y * stride + area.x * Self.bytesPerPixel
      memcpy(mirror + position, data + position, area.width * Self.bytesPerPixel)
    }
  }

  private func fill(_ area: PixelArea, _ color: UInt32) {
    XSetForeground(server.xDisplay, context, UInt(color))
    XFillRectangle(
      server.xDisplay, pixmap, context, Int32(area.x), Int32(area.y), UInt32(area.width),
      UInt32(area.height))
    coarse.subtract(area)
  }

  /// Writes the exact pixels of an area into the pixmap, and returns the number of bytes.
  private func put(_ area: PixelArea) -> Int {
    coarse.subtract(area)
    if let upload { return upload.put(area, of: mirror, stride: stride, context: context) }
    var image = visual.image(size: size, stride: stride, bytes: mirror)
    XPutImage(
      server.xDisplay, pixmap, context, &image, Int32(area.x), Int32(area.y), Int32(area.x),
      Int32(area.y), UInt32(area.width), UInt32(area.height))
    return area.count * Self.bytesPerPixel
  }

  private func copy(_ areas: [PixelArea]) {
    for area in areas where !area.isEmpty {
      XCopyArea(
        server.xDisplay, pixmap, target, context, Int32(area.x), Int32(area.y),
        UInt32(area.width), UInt32(area.height), Int32(area.x), Int32(area.y))
    }
  }
}
