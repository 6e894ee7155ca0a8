import CLibRaw
package import DecodeJobs
package import DecoderWire
package import DecodingSupport
import Geometry
import PictureMetadata
import Pixels

/// The picture in a camera RAW file: the embedded preview, or the developed picture when the
/// request asks for it or the file has no preview of a sufficient size.
package final class RawContent {
  /// The form in which the picture is found. Its memory is valid while the content lives.
  package enum Form {
    /// A JPEG file, which most cameras embed as a preview.
    case jpegFile(PictureBytes)
    /// Decoded samples: the developed picture, or an uncompressed preview.
    case samples(RawSamples)
  }

  package let form: Form

  /// The function that frees the memory of ``form``.
  private let freeMemory: () -> Void

  /// The minimum longer side of a preview, relative to that of the sensor: cameras also embed tiny
  /// previews.
  private static let minPreviewExtentShare = 0.5
  /// The value of libraw's `output_color` for sRGB.
  private static let sRGBOutputColor: Int32 = 1

  /// Opens the file of a job, and gets the preview or develops the picture.
  ///
  /// - Throws: `.missingLoader` without libraw, `.tooLarge` above the limits of the request, and
  ///   `.damaged` for a file that libraw rejects.
  package init(_ job: DecodeJob) throws(DecodeFailure) {
    let name = PictureFormat.cameraRaw.name
    guard let library = LibRawLibrary.shared else {
      throw DecodeFailure(
        .missingLoader, format: name, detail: PictureFormat.cameraRaw.debianPackage)
    }
    guard let handle = library.initialize(LibRawLibrary.withoutMessages) else {
      throw DecodeFailure(.tooLarge, format: name, detail: "there is not enough memory")
    }
    defer { library.close(handle) }
    try Self.throwIfFailed(
      library.openBuffer(handle, job.bytes.raw.baseAddress, job.bytes.count), library)
    let sensor = PixelSize(
      width: Int(library.width(handle)), height: Int(library.height(handle)))
    let develops = job.request.developsRaw
    let orientation = ExifReader(job.bytes)?.orientation ?? .up
    if !develops, let preview = Self.previewContent(handle, library, of: sensor, orientation) {
      (form, freeMemory) = preview
      return
    }
    // Developing takes about fifty bytes of memory a pixel.
    try job.check(sensor, format: .cameraRaw)
    let progress = DevelopingProgress(job.reportProgress)
    defer { withExtendedLifetime(progress) {} }
    if job.reportProgress != nil { progress.register(at: handle, library) }
    (form, freeMemory) = try Self.developedContent(handle, library)
  }

  deinit { freeMemory() }

  /// The size in bytes of the memory to which ``form`` refers.
  package var byteCount: Int {
    switch form {
    case .jpegFile(let bytes): bytes.count
    case .samples(let picture): picture.samples.count
    }
  }

  private typealias Content = (form: Form, release: () -> Void)

  /// The embedded preview; nil when the file has none of a sufficient size.
  private static func previewContent(
    _ handle: LibRawLibrary.Handle, _ library: LibRawLibrary, of sensor: PixelSize,
    _ orientation: Orientation
  ) -> Content? {
    guard library.unpackThumbnail(handle) == 0, let image = library.makeThumbnail(handle, nil)
    else { return nil }
    guard let content = makeContent(of: image, library, orientation) else {
      library.freeImage(image)
      return nil
    }
    let size =
      switch content.form {
      case .jpegFile(let bytes): JPEGHeader(bytes).size
      case .samples(let picture): picture.size
      }
    let extent = Double(max(sensor.width, sensor.height))
    if Double(max(size.width, size.height)) >= minPreviewExtentShare * extent { return content }
    content.release()
    return nil
  }

  private static func developedContent(
    _ handle: LibRawLibrary.Handle, _ library: LibRawLibrary
  ) throws(DecodeFailure) -> Content {
    try throwIfFailed(library.unpackSensorData(handle), library)
    library.setOutputColor(handle, sRGBOutputColor)
    library.setOutputBits(handle, 8)
    let multipliers = (0..<4).map { library.cameraMultiplier(handle, $0) }
    if multipliers.prefix(3).allSatisfy({ $0.isFinite && $0 > 0 }) {
      for (color, multiplier) in multipliers.enumerated() {
        library.setMultiplier(handle, Int32(color), multiplier)
      }
    }
    try throwIfFailed(library.developImage(handle), library)
    var code: Int32 = 0
    guard let image = library.makeImage(handle, &code) else { throw failure(code, library) }
    guard let content = makeContent(of: image, library, .up) else {
      library.freeImage(image)
      throw DecodeFailure(.damaged, format: PictureFormat.cameraRaw.name)
    }
    return content
  }

  /// The content of an image of libraw, which is freed together with the content; nil for an image
  /// of another type, which the caller frees.
  ///
  /// - Parameter orientation: the orientation that turns samples upright: libraw turns the
  ///   developed picture, but not a preview. A JPEG states its own.
  private static func makeContent(
    of image: UnsafeMutableRawPointer, _ library: LibRawLibrary, _ orientation: Orientation
  ) -> Content? {
    let head = image.load(as: LibRawImage.self)
    let data = UnsafeRawBufferPointer(
      start: image + Int(LIBRAW_IMAGE_DATA), count: Int(head.byte_count))
    if head.type == LIBRAW_IMAGE_JPEG {
      return (.jpegFile(PictureBytes(raw: data)), { library.freeImage(image) })
    }
    let size = PixelSize(width: Int(head.width), height: Int(head.height))
    guard head.type == LIBRAW_IMAGE_BITMAP, head.bits == 8,
      let picture = RawSamples(
        size: size, channels: Int(head.colors), orientation: orientation, samples: data)
    else { return nil }
    return (.samples(picture), { library.freeImage(image) })
  }

  private static func throwIfFailed(_ code: Int32, _ library: LibRawLibrary) throws(DecodeFailure) {
    if code != 0 { throw failure(code, library) }
  }

  private static func failure(_ code: Int32, _ library: LibRawLibrary) -> DecodeFailure {
    DecodeFailure(
      .damaged, format: PictureFormat.cameraRaw.name,
      // A positive code is an error number of the system, as which libraw reports a file that ends
      // early.
      detail: code < 0 ? LibraryMessage.line(library.errorText(code)) : "")
  }
}
