import CX11
import Pixels
import Resampling

/// The XRender requests that put pixels into a pixmap with few bytes: opaque pixels as three planes
/// of one byte per pixel, and reduced pixels that the server enlarges.
///
/// - Source: The X Rendering Extension, version 0.11: each plane is the mask of a primary colour,
///   and `PictOpAdd` adds the three without loss.
final class PixelUpload {
  /// The number of bytes in which an opaque pixel is sent.
  static let bytesPerPixel = PixelPlanes.count

  /// The maximum number of rows of a plane that are sent in one request.
  private static let bandRows = 128
  /// The approximate size in bytes of the requests for one band of rows, without the pixels.
  private static let requestOverheadBytes = 160

  private let server: XServer
  private let visual: WindowVisual
  private let format: UnsafePointer<XRenderPictFormat>
  private let pixmap: Pixmap
  private let picture: Picture
  /// The pixmap on the server that receives the planes of one band of rows, one below the other.
  private let planes: (pixmap: Pixmap, picture: Picture, context: GC)
  /// The memory of this program for the planes of one band of rows.
  private let planeBytes: UnsafeMutablePointer<UInt8>
  private let stride: Int
  private let primaryColorPictures: [Picture]

  /// Prepares the requests for a pixmap of the given size; nil when the server lacks XRender, or
  /// memory for the planes.
  ///
  /// - Complexity: three round trips.
  init?(to pixmap: Pixmap, size: PixelSize, on server: XServer, visual: WindowVisual) {
    let display = server.xDisplay
    var (event, error): (Int32, Int32) = (0, 0)
    guard XRenderQueryExtension(display, &event, &error) != 0,
      let format = XRenderFindVisualFormat(display, visual.visual),
      let alpha = XRenderFindStandardFormat(display, Int32(PictStandardA8))
    else { return nil }
    let stride = (size.width + 3) & ~3
    var made: Pixmap = 0
    let rows = Self.bandRows * PixelPlanes.count
    let isMade = server.succeeds {
      made = XCreatePixmap(display, pixmap, UInt32(stride), UInt32(rows), 8)
    }
    guard isMade, let context = XCreateGC(display, made, 0, nil) else { return nil }
    self.server = server
    self.visual = visual
    self.stride = stride
    self.format = UnsafePointer(format)
    self.pixmap = pixmap
    picture = XRenderCreatePicture(display, pixmap, format, 0, nil)
    planes = (made, XRenderCreatePicture(display, made, alpha, 0, nil), context)
    planeBytes = .allocate(capacity: stride * rows)
    planeBytes.initialize(repeating: 0, count: stride * rows)
    primaryColorPictures = (0..<PixelPlanes.count).map { plane in
      var color = XRenderColor(
        red: plane == 0 ? .max : 0, green: plane == 1 ? .max : 0, blue: plane == 2 ? .max : 0,
        alpha: .max)
      return XRenderCreateSolidFill(display, &color)
    }
  }

  isolated deinit {
    planeBytes.deallocate()
    guard !server.isLost else { return }
    for picture in primaryColorPictures + [planes.picture, picture] {
      XRenderFreePicture(server.xDisplay, picture)
    }
    XFreeGC(server.xDisplay, planes.context)
    XFreePixmap(server.xDisplay, planes.pixmap)
  }

  /// Writes an area of a frame into the pixmap, at the same position.
  ///
  /// - Parameters:
  ///   - frame: the first byte of the frame.
  ///   - stride: the distance between two rows of the frame in bytes.
  ///   - context: a graphics context of the pixmap's depth.
  /// - Returns: the number of bytes that were sent.
  func upload(
    _ area: PixelArea, of frame: UnsafeRawPointer, stride: Int, context: GC
  ) -> Int {
    let view = Self.view(of: area, in: frame, stride: stride)
    return upload(view, to: (pixmap, picture), at: (area.x, area.y), context: context)
  }

  /// Writes an area of a frame into the pixmap at lower resolution: it is sent reduced by a factor,
  /// and enlarged again by the server.
  ///
  /// - Returns: the number of bytes that were sent.
  func uploadReduced(
    _ area: PixelArea, by factor: Int, of frame: UnsafeRawPointer, stride: Int, context: GC
  ) -> Int {
    let view = Self.view(of: area, in: frame, stride: stride)
    let reduction = CoarseReduction(view.size, blockSide: factor)
    let size = reduction.size
    let reduced = Bitmap(size: size, isOpaque: false) { memory, stride in
      guard let start = memory.baseAddress else { return }
      reduction.run(view, into: PixelBuffer(size: size, stride: stride, bytes: start))
    }
    let display = server.xDisplay
    let small = XCreatePixmap(
      display, pixmap, UInt32(size.width), UInt32(size.height), UInt32(visual.depth))
    var attributes = XRenderPictureAttributes()
    attributes.repeat = RepeatPad
    let source = XRenderCreatePicture(display, small, format, UInt(CPRepeat), &attributes)
    let sent = upload(PixelView(reduced), to: (small, source), at: (0, 0), context: context)
    let scale = Int32(65536 / factor)
    var transform = XTransform(matrix: ((scale, 0, 0), (0, scale, 0), (0, 0, 65536)))
    XRenderSetPictureTransform(display, source, &transform)
    XRenderSetPictureFilter(display, source, "bilinear", nil, 0)
    XRenderComposite(
      display, PictOpSrc, source, 0, picture, 0, 0, 0, 0, Int32(area.x), Int32(area.y),
      UInt32(area.width), UInt32(area.height))
    XRenderFreePicture(display, source)
    XFreePixmap(display, small)
    return sent + Self.requestOverheadBytes
  }

  private static func view(
    of area: PixelArea, in frame: UnsafeRawPointer, stride: Int
  ) -> PixelView {
    PixelView(
      size: PixelSize(width: area.width, height: area.height), stride: stride,
      bytes: frame + area.y * stride + area.x * 4)
  }

  private func upload(
    _ view: PixelView, to target: (pixmap: Pixmap, picture: Picture), at origin: (x: Int, y: Int),
    context: GC
  ) -> Int {
    var sent = 0
    for top in Swift.stride(from: 0, to: view.size.height, by: Self.bandRows) {
      let band = PixelView(
        size: PixelSize(
          width: view.size.width, height: min(Self.bandRows, view.size.height - top)),
        stride: view.stride, bytes: view.bytes + top * view.stride)
      let corner = (Int32(origin.x), Int32(origin.y + top))
      let isOpaque = PixelPlanes.writeReturningIsOpaque(band, to: planeBytes, stride: stride)
      if isOpaque || !visual.isTranslucent {
        sent += uploadPlanes(of: band.size, to: target.picture, at: corner)
      } else {
        sent += uploadWhole(band, to: target.pixmap, at: corner, context)
      }
    }
    return sent
  }

  /// Sends the planes of a band of rows, which the server adds up in `target`.
  ///
  /// - Returns: the number of bytes that were sent.
  private func uploadPlanes(
    of size: PixelSize, to target: Picture, at corner: (x: Int32, y: Int32)
  ) -> Int {
    let display = server.xDisplay
    let (width, height) = (UInt32(size.width), UInt32(size.height))
    let rows = size.height * PixelPlanes.count
    var image = XImage()
    image.width = Int32(size.width)
    image.height = Int32(rows)
    image.format = ZPixmap
    image.data = UnsafeMutableRawPointer(planeBytes).assumingMemoryBound(to: CChar.self)
    image.byte_order = LSBFirst
    image.bitmap_unit = 32
    image.bitmap_bit_order = LSBFirst
    image.bitmap_pad = 32
    image.depth = 8
    image.bytes_per_line = Int32(stride)
    image.bits_per_pixel = 8
    XInitImage(&image)
    XPutImage(
      display, planes.pixmap, planes.context, &image, 0, 0, 0, 0, width, UInt32(rows))
    var black = XRenderColor(red: 0, green: 0, blue: 0, alpha: .max)
    XRenderFillRectangle(
      display, PictOpSrc, target, &black, corner.x, corner.y, width, height)
    for (plane, primary) in primaryColorPictures.enumerated() {
      XRenderComposite(
        display, PictOpAdd, primary, planes.picture, target, 0, 0, 0,
        Int32(plane * size.height), corner.x, corner.y, width, height)
    }
    return ((size.width + 3) & ~3) * rows + Self.requestOverheadBytes
  }

  private func uploadWhole(
    _ view: PixelView, to target: Pixmap, at corner: (x: Int32, y: Int32), _ context: GC
  ) -> Int {
    var image = visual.image(
      size: view.size, stride: view.stride, bytes: UnsafeMutableRawPointer(mutating: view.bytes))
    XPutImage(
      server.xDisplay, target, context, &image, 0, 0, corner.x, corner.y,
      UInt32(view.size.width), UInt32(view.size.height))
    return view.size.width * view.size.height * 4 + Self.requestOverheadBytes
  }
}
