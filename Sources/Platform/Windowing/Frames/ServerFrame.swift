import CX11
import Geometry
import Glibc
import Pixels

/// The last frame of a window, kept in a pixmap on the server, for connections without shared
/// memory.
///
/// Only the pixels that differ from the last frame are sent, and the server itself moves pixels
/// that have moved. Areas that other windows have covered are restored without sending pixels.
/// Through a network, large changes are first sent at lower resolution; the exact pixels follow
/// when nothing moves any more.
final class ServerFrame {
  private let server: XServer
  private let target: CX11.Window
  private let visual: WindowVisual
  private let context: GC
  private let pixmap: Pixmap
  private let size: PixelSize
  private let stride: Int
  /// The exact pixels of the last frame, in the memory of this program.
  private let mirror: UnsafeMutableRawPointer
  /// The requests that send pixels with few bytes; nil when the server is on this machine, or lacks
  /// XRender.
  private let upload: PixelUpload?
  /// The pixels that the server has only at lower resolution.
  private var coarseRegion = PixelRegion()
  /// Whether the pixmap contains a frame.
  private(set) var isFilled = false

  private static let bytesPerPixel = 4
  /// The factors by which the sides of areas can be reduced that are sent at lower resolution.
  private static let reductions = [2, 4, 8, 16]
  /// The maximum number of pixels of an area that is always sent exactly.
  private static let smallPixelCount = 1 << 12

  /// Makes the pixmap for a window's frames; nil when the server has no memory for it.
  ///
  /// - Complexity: one round trip; through a network four.
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

  /// Whether the kept frame has this size and distance between rows in bytes.
  func fits(_ size: PixelSize, stride: Int) -> Bool { size == self.size && stride == self.stride }

  /// Whether the server has some pixels only at lower resolution.
  var isCoarse: Bool { !coarseRegion.isEmpty }

  /// The result of sending the changes of a frame.
  struct SendResult {
    /// The number of bytes of pixels that were sent.
    var bytes = 0
    /// Whether some pixels were sent at lower resolution.
    var isCoarse = false
  }

  /// Shows a region of a new frame in the window: sends the pixels that differ from the last frame
  /// to the pixmap, and copies the region to the window.
  ///
  /// - Parameters:
  ///   - data: the first byte of the whole new frame.
  ///   - maxBytes: the number of bytes above which changes are sent at lower resolution through a
  ///     network.
  func show(_ region: [Rect], of data: UnsafeRawPointer, maxBytes: Int) -> SendResult {
    let areas = region.map(area).filter { !$0.isEmpty }
    var parts: [FrameDifference.ColorPart] = []
    for area in areas {
      let difference = FrameDifference(new: data, old: mirror, stride: stride)
      if isFilled, let move = difference.findMove(in: area) { perform(move) }
      for change in isFilled ? difference.changes(in: area) : [area] {
        parts += difference.parts(of: change)
        storeInMirror(change, of: data)
      }
    }
    isFilled = true
    let factor = reduction(of: parts, maxBytes: maxBytes)
    var sent = SendResult()
    for part in parts {
      if let color = part.color {
        fill(part.area, color)
      } else if let factor, let upload, part.area.pixelCount > Self.smallPixelCount {
        sent.bytes += upload.uploadReduced(
          part.area, by: factor, of: mirror, stride: stride, context: context)
        sent.isCoarse = true
        coarseRegion.add(part.area)
      } else {
        sent.bytes += sendExact(part.area)
      }
    }
    copyToWindow(areas)
    return sent
  }

  /// Sends the exact pixels of a part of the areas that the server has at lower resolution, and
  /// shows them.
  ///
  /// - Parameter maxBytes: the approximate maximum number of bytes that the call sends.
  /// - Returns: the number of bytes that were sent; 0 when the server has all pixels exactly.
  func refine(maxBytes: Int) -> Int {
    guard var band = coarseRegion.areas.first else { return 0 }
    // A multiple of the tile height is preferred, because areas of one colour are detected by
    // tiles.
    let rows = maxBytes / max(1, band.width * PixelUpload.bytesPerPixel)
    band.height = min(band.height, max(FrameDifference.tileHeight, rows))
    let sent = sendExact(band)
    copyToWindow([band])
    return sent
  }

  /// Copies a region of the kept frame to the window again.
  func restore(_ region: [Rect]) { copyToWindow(region.map(area)) }

  /// The factor by which the sides of changed areas are reduced so that at most about `maxBytes`
  /// bytes are sent; nil when they are sent exactly.
  private func reduction(of parts: [FrameDifference.ColorPart], maxBytes: Int) -> Int? {
    guard upload != nil else { return nil }
    let count = parts.reduce(0) { $0 + ($1.color == nil ? $1.area.pixelCount : 0) }
    let bytes = count * PixelUpload.bytesPerPixel
    guard bytes > maxBytes else { return nil }
    return Self.reductions.first { bytes / ($0 * $0) <= maxBytes } ?? Self.reductions.last
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
    coarseRegion.move(to: area, dx: move.dx, dy: move.dy)
    let rows = area.y..<area.bottom
    // The order of the rows is such that no row is overwritten that is still to be moved.
    for y in move.dy > 0 ? Array(rows.reversed()) : Array(rows) {
      memmove(
        mirror + y * stride + area.x * Self.bytesPerPixel,
        mirror + (y - move.dy) * stride + (area.x - move.dx) * Self.bytesPerPixel,
        area.width * Self.bytesPerPixel)
    }
  }

  /// Copies the pixels of an area of a frame into `mirror`, the copy of the last frame in this
  /// program.
  private func storeInMirror(_ area: PixelArea, of data: UnsafeRawPointer) {
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
    coarseRegion.subtract(area)
  }

  /// Writes the exact pixels of an area into the pixmap, and returns the number of bytes that were
  /// sent.
  private func sendExact(_ area: PixelArea) -> Int {
    coarseRegion.subtract(area)
    if let upload { return upload.upload(area, of: mirror, stride: stride, context: context) }
    var image = visual.image(size: size, stride: stride, bytes: mirror)
    XPutImage(
      server.xDisplay, pixmap, context, &image, Int32(area.x), Int32(area.y), Int32(area.x),
      Int32(area.y), UInt32(area.width), UInt32(area.height))
    return area.pixelCount * Self.bytesPerPixel
  }

  private func copyToWindow(_ areas: [PixelArea]) {
    for area in areas where !area.isEmpty {
      XCopyArea(
        server.xDisplay, pixmap, target, context, Int32(area.x), Int32(area.y),
        UInt32(area.width), UInt32(area.height), Int32(area.x), Int32(area.y))
    }
  }
}
