import DecodeJobs
import DecoderWire
import DecodingSupport
import Geometry
import PixbufLoading
import Pixels

/// A parsed SVG document that can be rendered in any size, whole or in part.
///
/// The document is parsed from memory without a base URL, so external references are not loaded.
package struct SVGDocument: ~Copyable {
  /// The number of CSS pixels per inch, by which lengths in physical units are converted.
  private static let resolution = 96.0
  /// The size in pixels of a document that states no size and has no content, like that of an HTML
  /// canvas.
  private static let fallbackSize = Size(width: 300, height: 150)

  private let library: RsvgLibrary
  /// The handle of librsvg, which this value owns.
  private let handle: OpaquePointer
  /// The natural size of the document in CSS pixels.
  let size: Size

  /// Parses `bytes`, an SVG file that may be gzip-compressed.
  ///
  /// - Throws: `.damaged` for an invalid document, `.tooLarge` for a text or embedded pictures
  ///   above the limits.
  init(
    _ bytes: PictureBytes, _ library: RsvgLibrary, _ limits: DecodeLimits
  ) throws(DecodeFailure) {
    ProcessorBudget.reduceTimeLimit(forVector: .svg)
    let text = try SVGText(bytes)
    try EmbeddedPictures(text.bytes).check(limits)
    var error: PixbufLibrary.ErrorPointer?
    let first = text.bytes.raw.bindMemory(to: UInt8.self).baseAddress
    let made = withExtendedLifetime(text) { library.makeHandle(first, text.bytes.count, &error) }
    guard let handle = made else {
      throw Self.failure(error, library)
    }
    library.setResolution(handle, Self.resolution)
    self.library = library
    self.handle = handle
    size = Self.size(of: handle, library)
  }

  deinit { library.unrefObject(handle) }

  /// The size of a document in CSS pixels: the stated size, else that of the view box, else the
  /// extent of the drawn content.
  private static func size(of handle: OpaquePointer, _ library: RsvgLibrary) -> Size {
    var stated = Size.zero
    if library.readPixelSize(handle, &stated.width, &stated.height) != 0, stated.isFiniteAndPositive
    {
      return stated
    }
    if let box = viewBox(of: handle, library), box.isFiniteAndPositive { return box }
    var ink = [0.0, 0, 0, 0]
    let viewport = [0, 0, fallbackSize.width, fallbackSize.height]
    if library.readGeometry(handle, nil, viewport, &ink, nil, nil) != 0 {
      let end = Size(width: ink[0] + ink[2], height: ink[1] + ink[3])
      if end.isFiniteAndPositive { return end }
    }
    return fallbackSize
  }

  private static func viewBox(of handle: OpaquePointer, _ library: RsvgLibrary) -> Size? {
    var has:
      (width: RsvgLibrary.GBoolean, height: RsvgLibrary.GBoolean, box: RsvgLibrary.GBoolean) =
        (0, 0, 0)
    // The C structure RsvgLength is a double and an enumeration, two words.
    var width: [UInt64] = [0, 0]
    var height: [UInt64] = [0, 0]
    var box = [0.0, 0, 0, 0]
    library.readStatedDimensions(handle, &has.width, &width, &has.height, &height, &has.box, &box)
    return has.box == 0 ? nil : Size(width: box[2], height: box[3])
  }

  /// Renders a region of the document, scaled to the size `whole`, into `buffer`: the region begins
  /// at column `x` and row `y` of the scaled document and has the size of the buffer.
  ///
  /// - Throws: the failure of librsvg, and `.tooLarge` without memory.
  func draw(
    into buffer: PixelBuffer, whole: PixelSize, x: Int, y: Int
  ) throws(DecodeFailure) {
    let region = CairoLibrary.Region(of: size, scaledTo: whole, x: x, y: y)
    try library.cairo.draw(region, into: buffer, background: 0, format: .svg) {
      context throws(DecodeFailure) in
      var error: PixbufLibrary.ErrorPointer?
      guard library.renderDocument(handle, context, [0, 0, size.width, size.height], &error) != 0
      else {
        throw Self.failure(error, library)
      }
    }
  }

  private static func failure(
    _ error: PixbufLibrary.ErrorPointer?, _ library: RsvgLibrary
  ) -> DecodeFailure {
    let message = error.flatMap(PixbufLibrary.text)
    if let error { library.freeError(error) }
    return LoaderMessages.failure(forMessage: message ?? "SVG", .svg)
  }
}

extension Size {
  /// Whether width and height are finite and positive.
  fileprivate var isFiniteAndPositive: Bool {
    width.isFinite && height.isFinite && width > 0 && height > 0
  }
}
