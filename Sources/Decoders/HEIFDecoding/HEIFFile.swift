import CHEIF
import DecodeJobs
import DecoderWire
import DecodingSupport
import PictureMetadata
import PixbufLoading
import Pixels

/// An open HEIF or AVIF file with its pictures, the primary one first. Thumbnails, tiles and
/// auxiliary pictures are not among them.
final class HEIFFile {
  let library: HEIFLibrary
  let format: PictureFormat
  /// The items of the pictures, the primary one first; at most ``DecoderWireFormat/maxLeaves``.
  let items: [HEIFLibrary.Item]
  private let context: HEIFLibrary.Context
  private let bytes: PictureBytes

  /// Parses the boxes of the job's file, whose bytes must outlive this object.
  ///
  /// - Throws: `.damaged` or `.unsupported` with the message of libheif, `.tooLarge` without
  ///   memory.
  init(_ job: DecodeJob, _ library: HEIFLibrary, _ format: PictureFormat) throws(DecodeFailure) {
    guard let context = library.makeContext() else {
      throw DecodeFailure(.tooLarge, format: format.name, detail: "there is not enough memory")
    }
    library.setThreads(context, job.mayUseAllProcessors ? Self.threadCount : 0)
    var primaryItem: HEIFLibrary.Item = 0
    // Only the boxes are parsed; data behind them, such as a hole, are left out.
    let boxes = ContainerMetadata(job.bytes, format).loaderBytes
    var status = library.readFromMemory(context, boxes.raw.baseAddress, boxes.count, nil)
    if status.code == Int32(HEIF_ERROR_OK) {
      status = library.readPrimaryItem(context, &primaryItem)
    }
    guard status.code == Int32(HEIF_ERROR_OK) else {
      // The message belongs to the context, so it is used before the context is freed.
      let failure = Self.failure(status, job.bytes, format)
      library.freeContext(context)
      throw failure
    }
    let count = min(max(1, Int(library.imageCount(context))), DecoderWireFormat.maxLeaves)
    var list = [HEIFLibrary.Item](repeating: primaryItem, count: count)
    let found = Int(library.listImages(context, &list, Int32(count)))
    (self.library, self.format, self.context, bytes) = (library, format, context, job.bytes)
    items = [primaryItem] + list.prefix(max(0, found)).filter { $0 != primaryItem }
  }

  /// The number of threads that decode the tiles of a grid, for a picture that may use all
  /// processors.
  private static let threadCount: Int32 = 4

  deinit { library.freeContext(context) }

  /// The picture of an item of the file, not decoded yet.
  ///
  /// - Throws: the failure for the error of libheif.
  func picture(_ item: HEIFLibrary.Item) throws(DecodeFailure) -> HEIFPicture {
    var handle: HEIFLibrary.Handle?
    let status = library.makeHandle(context, item, &handle)
    guard status.code == Int32(HEIF_ERROR_OK), let handle else { throw failure(status) }
    return HEIFPicture(handle, self)
  }

  /// The failure for an error of libheif, or for an unsupported kind of file that explains it.
  func failure(_ status: HEIFError) -> DecodeFailure { Self.failure(status, bytes, format) }

  private static func failure(
    _ status: HEIFError, _ bytes: PictureBytes, _ format: PictureFormat
  ) -> DecodeFailure {
    if let kind = UnsupportedHEIF.unsupportedFeature(of: bytes, format) {
      return DecodeFailure(.unsupported, format: format.name, detail: kind)
    }
    let message = LibraryMessage.line(status.message)
    switch Int(status.code) {
    case HEIF_ERROR_MEMORY:
      return DecodeFailure(.tooLarge, format: format.name, detail: "there is not enough memory")
    case HEIF_ERROR_UNSUPPORTED_FILETYPE, HEIF_ERROR_UNSUPPORTED_FEATURE:
      return DecodeFailure(.unsupported, format: format.name, detail: message)
    default: return DecodeFailure(.damaged, format: format.name, detail: message)
    }
  }
}

/// A picture in a HEIF or AVIF file, not decoded yet.
final class HEIFPicture {
  private let file: HEIFFile
  private let handle: HEIFLibrary.Handle

  /// Makes a picture that owns `handle`.
  init(_ handle: HEIFLibrary.Handle, _ file: HEIFFile) {
    (self.handle, self.file) = (handle, file)
  }

  deinit { file.library.freeHandle(handle) }

  /// The size of the picture in pixels after all its transformations.
  var size: PixelSize {
    PixelSize(
      width: Int(file.library.width(handle)), height: Int(file.library.height(handle)))
  }

  /// The maximum number of thumbnails of a picture among which one is chosen.
  private static let maxThumbnails = 16

  /// The smallest thumbnail whose longer side has at least `longSide` pixels, among the first
  /// ``maxThumbnails``; nil when none has as many.
  func thumbnail(atLeast longSide: Int) -> HEIFPicture? {
    let count = min(Int(file.library.thumbnailCount(handle)), Self.maxThumbnails)
    guard count > 0 else { return nil }
    var items = [HEIFLibrary.Item](repeating: 0, count: count)
    let found = Int(file.library.thumbnails(handle, &items, Int32(count)))
    var best: HEIFPicture?
    for item in items.prefix(max(0, found)) {
      var handle: HEIFLibrary.Handle?
      let status = file.library.thumbnail(self.handle, item, &handle)
      guard status.code == Int32(HEIF_ERROR_OK), let handle else { continue }
      let picture = HEIFPicture(handle, file)
      guard picture.longSide >= longSide, picture.longSide < best?.longSide ?? .max else {
        continue
      }
      best = picture
    }
    return best
  }

  private var longSide: Int { max(size.width, size.height) }

  /// Decodes the samples, in the colour space in which they are coded.
  ///
  /// - Throws: the failure for the error of libheif, or `.unsupported` for an unexpected kind of
  ///   samples.
  func decode() throws(DecodeFailure) -> HEIFSamples {
    var image: HEIFLibrary.Image?
    let status = file.library.decode(
      handle, &image, Int32(HEIF_SPACE_UNDEFINED), Int32(HEIF_CHROMA_UNDEFINED), nil)
    guard status.code == Int32(HEIF_ERROR_OK), let image else { throw file.failure(status) }
    guard
      let samples = HEIFSamples(
        image, file.library, isPremultiplied: file.library.isPremultiplied(handle) != 0)
    else {
      throw DecodeFailure(
        .unsupported, format: file.format.name, detail: "samples of an unusual kind")
    }
    return samples
  }
}
