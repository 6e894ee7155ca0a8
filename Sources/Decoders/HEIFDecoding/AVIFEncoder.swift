import CHEIF
package import DecoderWire
package import DecodingSupport
import Pixels
package import Resampling
import RuntimeLibraries

/// The functions of libheif that encode; the library is loaded for the first AVIF file to encode.
///
/// The type is Sendable because it is immutable: the pointers are to code.
struct AVIFEncoderLibrary: @unchecked Sendable {
  typealias Context = OpaquePointer
  typealias Image = OpaquePointer
  typealias Encoder = OpaquePointer
  typealias Handle = OpaquePointer

  let makeContext: @convention(c) () -> Context?
  let freeContext: @convention(c) (Context) -> Void
  /// Stores an encoder for a compression format at the pointer; the context may be nil.
  let makeEncoder: @convention(c) (Context?, Int32, UnsafeMutablePointer<Encoder?>) -> HEIFError
  let freeEncoder: @convention(c) (Encoder) -> Void
  let setQuality: @convention(c) (Encoder, Int32) -> HEIFError
  let setIntegerParameter: @convention(c) (Encoder, UnsafePointer<CChar>, Int32) -> HEIFError
  let setStringParameter:
    @convention(c) (Encoder, UnsafePointer<CChar>, UnsafePointer<CChar>) -> HEIFError
  /// Makes an image of a width and height, in a colour space and chroma format.
  let makeImage:
    @convention(c) (Int32, Int32, Int32, Int32, UnsafeMutablePointer<Image?>) -> HEIFError
  let freeImage: @convention(c) (Image) -> Void
  /// Adds a plane for a channel to an image, with a width, a height and a number of bits a sample.
  let addPlane: @convention(c) (Image, Int32, Int32, Int32, Int32) -> HEIFError
  let plane:
    @convention(c) (Image, Int32, UnsafeMutablePointer<Int32>) -> UnsafeMutablePointer<UInt8>?
  let setProfile: @convention(c) (Image, UnsafePointer<CChar>, UnsafeRawPointer, Int) -> HEIFError
  let encode:
    @convention(c) (Context, Image, Encoder, OpaquePointer?, UnsafeMutablePointer<Handle?>) ->
      HEIFError
  let freeHandle: @convention(c) (Handle) -> Void
  let addEXIF: @convention(c) (Context, Handle, UnsafeRawPointer, Int32) -> HEIFError
  let addXMP: @convention(c) (Context, Handle, UnsafeRawPointer, Int32) -> HEIFError
  let write:
    @convention(c) (Context, UnsafeMutablePointer<HEIFWriter>, UnsafeMutableRawPointer?) ->
      HEIFError

  /// The functions of libheif, which the first access loads; nil when libheif is not installed.
  static let shared = try? AVIFEncoderLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("libheif.so.1")
    makeContext = try library.function("heif_context_alloc")
    freeContext = try library.function("heif_context_free")
    makeEncoder = try library.function("heif_context_get_encoder_for_format")
    freeEncoder = try library.function("heif_encoder_release")
    setQuality = try library.function("heif_encoder_set_lossy_quality")
    setIntegerParameter = try library.function("heif_encoder_set_parameter_integer")
    setStringParameter = try library.function("heif_encoder_set_parameter_string")
    makeImage = try library.function("heif_image_create")
    freeImage = try library.function("heif_image_release")
    addPlane = try library.function("heif_image_add_plane")
    plane = try library.function("heif_image_get_plane")
    setProfile = try library.function("heif_image_set_raw_color_profile")
    encode = try library.function("heif_context_encode_image")
    freeHandle = try library.function("heif_image_handle_release")
    addEXIF = try library.function("heif_context_add_exif_metadata")
    addXMP = try library.function("heif_context_add_XMP_metadata")
    write = try library.function("heif_context_write")
    // Newer releases load the encoders as plug-ins in this call; in a confined process they could
    // not be loaded.
    let initialize: @convention(c) (OpaquePointer?) -> HEIFError = try library.function("heif_init")
    _ = initialize(nil)
  }
}

/// The AVIF encoder, by libheif and the AV1 encoder that it finds.
package enum AVIFEncoder {
  /// The maximum side of an AVIF picture in pixels.
  ///
  /// - Source: AV1 Bitstream and Decoding Process Specification, 5.5.1: 16 bits.
  private static let maxSide = 65_536
  /// The speed of libaom, from 0 to 9: below 7, a file of 24 megapixels takes more than half a
  /// minute on two cores and becomes only a little smaller.
  private static let encodingSpeed: Int32 = 7
  /// The quality from which on chroma is not subsampled, as in JPEG files.
  private static let fullChromaQuality = 90
  /// The maximum number of threads that libaom uses.
  private static let maxThreads = 16

  /// Loads the library, which is not possible in a confined process; see
  /// ``PictureEncoder/loadLibrary(of:)``.
  package static func loadLibrary() { _ = AVIFEncoderLibrary.shared }

  /// The bytes of an AVIF file with the given premultiplied BGRA pixels.
  ///
  /// - Parameter quality: that of libheif, from 0 to 100.
  /// - Throws: `.missingLoader` without the library or an AV1 encoder, `.tooLarge` for a picture
  ///   that the format or the encoder does not permit.
  package static func encode(
    _ pixels: PixelView, isOpaque: Bool, quality: Int, _ extras: PictureExtras
  ) throws(DecodeFailure) -> [UInt8] {
    guard let library = AVIFEncoderLibrary.shared, let context = library.makeContext() else {
      throw DecodeFailure(.missingLoader, format: "AVIF", detail: "libheif1")
    }
    defer { library.freeContext(context) }
    guard max(pixels.size.width, pixels.size.height) <= maxSide else {
      throw DecodeFailure.sideTooLong(.avif, maxSide)
    }
    var found: OpaquePointer?
    guard library.makeEncoder(context, Int32(HEIF_COMPRESSION_AV1), &found).isOK,
      let encoder = found
    else { throw DecodeFailure(.missingLoader, format: "AVIF", detail: "libheif-plugin-aomenc") }
    defer { library.freeEncoder(encoder) }
    // Encoders other than libaom do not have all of these options, so errors are ignored.
    _ = library.setQuality(encoder, Int32(quality))
    _ = library.setIntegerParameter(encoder, "speed", encodingSpeed)
    _ = library.setIntegerParameter(
      encoder, "threads", Int32(min(maxThreads, ParallelScaling.processorCount)))
    _ = library.setStringParameter(encoder, "chroma", quality >= fullChromaQuality ? "444" : "420")
    let image = try makeImage(pixels, isOpaque: isOpaque, library)
    defer { library.freeImage(image) }
    if !extras.profile.isEmpty {
      _ = library.setProfile(image, "prof", extras.profile, extras.profile.count)
    }
    var handle: OpaquePointer?
    guard library.encode(context, image, encoder, nil, &handle).isOK, let handle else {
      throw encodingFailure
    }
    defer { library.freeHandle(handle) }
    for (bytes, add) in [(extras.exif, library.addEXIF), (extras.xmp, library.addXMP)]
    where !bytes.isEmpty {
      guard add(context, handle, bytes, Int32(clamping: bytes.count)).isOK else {
        throw encodingFailure
      }
    }
    return try fileBytes(context, library)
  }

  private static let encodingFailure = DecodeFailure(
    .tooLarge, format: "AVIF", detail: "the encoder refuses it")

  /// The pixels as an image of libheif: RGB or straight RGBA. The caller releases it.
  private static func makeImage(
    _ pixels: PixelView, isOpaque: Bool, _ library: AVIFEncoderLibrary
  ) throws(DecodeFailure) -> OpaquePointer {
    let straight = try StraightAlphaPixels(pixels, isOpaque: isOpaque)
    let (width, height) = (pixels.size.width, pixels.size.height)
    let channels = isOpaque ? 3 : 4
    var made: OpaquePointer?
    let chroma = isOpaque ? HEIF_CHROMA_RGB : HEIF_CHROMA_RGBA
    guard
      library.makeImage(
        Int32(width), Int32(height), Int32(HEIF_SPACE_RGB), Int32(chroma), &made
      ).isOK, let image = made
    else { throw encodingFailure }
    let channel = Int32(HEIF_CHANNEL_INTERLEAVED)
    var stride: Int32 = 0
    guard library.addPlane(image, channel, Int32(width), Int32(height), 8).isOK,
      let plane = library.plane(image, channel, &stride), Int(stride) >= width * channels
    else {
      library.freeImage(image)
      throw encodingFailure
    }
    straight.write(to: plane, rowStride: Int(stride))
    return image
  }

  /// The bytes of the file that a context contains.
  private static func fileBytes(
    _ context: OpaquePointer, _ library: AVIFEncoderLibrary
  ) throws(DecodeFailure) -> [UInt8] {
    var result: [UInt8] = []
    var writer = HEIFWriter(version: 1) { _, data, count, target in
      if let data, let target {
        target.assumingMemoryBound(to: [UInt8].self).pointee.append(
          contentsOf: UnsafeRawBufferPointer(start: data, count: count))
      }
      return HEIFError(code: 0, subcode: 0, message: nil)
    }
    let status = withUnsafeMutablePointer(to: &result) { library.write(context, &writer, $0) }
    guard status.isOK, !result.isEmpty else { throw encodingFailure }
    return result
  }
}

extension HEIFError {
  fileprivate var isOK: Bool { code == 0 }
}
