import CJXL
package import DecoderWire
package import DecodingSupport
import Pixels
package import Resampling
import RuntimeLibraries

/// The functions of libjxl that encode; the library is loaded for the first JPEG XL file to encode.
///
/// The type is Sendable because it is immutable: the pointers are to code.
struct JXLEncoderLibrary: @unchecked Sendable {
  typealias Pointer = UnsafeMutableRawPointer
  typealias Runner =
    @convention(c) (Pointer?, Pointer?, Pointer?, Pointer?, UInt32, UInt32) -> Int32

  let makeEncoder: @convention(c) (Pointer?) -> Pointer?
  let deleteEncoder: @convention(c) (Pointer) -> Void
  let setRunner: @convention(c) (Pointer, Runner, Pointer?) -> Int32
  let useContainer: @convention(c) (Pointer, Int32) -> Int32
  let useBoxes: @convention(c) (Pointer) -> Int32
  let addBox:
    @convention(c) (Pointer, UnsafePointer<CChar>, UnsafePointer<UInt8>, Int, Int32) -> Int32
  let initializeBasicInfo: @convention(c) (UnsafeMutablePointer<JXLBasicInfo>) -> Void
  let setBasicInfo: @convention(c) (Pointer, UnsafePointer<JXLBasicInfo>) -> Int32
  let setColors: @convention(c) (Pointer, UnsafePointer<JXLColorEncoding>) -> Int32
  let setProfile: @convention(c) (Pointer, UnsafePointer<UInt8>, Int) -> Int32
  let makeSettings: @convention(c) (Pointer, Pointer?) -> Pointer?
  let setOption: @convention(c) (Pointer, Int32, Int64) -> Int32
  let setDistance: @convention(c) (Pointer, Float) -> Int32
  let setLossless: @convention(c) (Pointer, Int32) -> Int32
  let addFrame: @convention(c) (Pointer, UnsafePointer<JXLPixelFormat>, Pointer, Int) -> Int32
  let closeInput: @convention(c) (Pointer) -> Void
  let processOutput:
    @convention(c) (
      Pointer, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int>
    ) -> Int32
  // The functions of the thread pool, which is in a library of its own.
  let runner: Runner
  let makeRunner: @convention(c) (Pointer?, Int) -> Pointer?
  let deleteRunner: @convention(c) (Pointer?) -> Void

  /// The functions of libjxl, which the first access loads; nil when libjxl is not installed.
  static let shared = try? JXLEncoderLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try JXLRuntimeLibraries.libjxl()
    let threads = try JXLRuntimeLibraries.libjxlThreads()
    makeEncoder = try library.function("JxlEncoderCreate")
    deleteEncoder = try library.function("JxlEncoderDestroy")
    setRunner = try library.function("JxlEncoderSetParallelRunner")
    useContainer = try library.function("JxlEncoderUseContainer")
    useBoxes = try library.function("JxlEncoderUseBoxes")
    addBox = try library.function("JxlEncoderAddBox")
    initializeBasicInfo = try library.function("JxlEncoderInitBasicInfo")
    setBasicInfo = try library.function("JxlEncoderSetBasicInfo")
    setColors = try library.function("JxlEncoderSetColorEncoding")
    setProfile = try library.function("JxlEncoderSetICCProfile")
    makeSettings = try library.function("JxlEncoderFrameSettingsCreate")
    setOption = try library.function("JxlEncoderFrameSettingsSetOption")
    setDistance = try library.function("JxlEncoderSetFrameDistance")
    setLossless = try library.function("JxlEncoderSetFrameLossless")
    addFrame = try library.function("JxlEncoderAddImageFrame")
    closeInput = try library.function("JxlEncoderCloseInput")
    processOutput = try library.function("JxlEncoderProcessOutput")
    runner = try threads.function("JxlThreadParallelRunner")
    makeRunner = try threads.function("JxlThreadParallelRunnerCreate")
    deleteRunner = try threads.function("JxlThreadParallelRunnerDestroy")
  }
}

/// The JPEG XL encoder, by libjxl.
package enum JXLEncoder {
  /// The effort from 1 to 9 (`JXL_ENC_FRAME_SETTING_EFFORT`): above 5, a file of 24 megapixels
  /// takes more than ten seconds and becomes only a little smaller.
  private static let effort: Int64 = 5
  private static let effortOption = Int32(JXL_ENCODER_EFFORT)
  private static let success = Int32(JXL_ENCODER_SUCCESS)
  private static let needsMoreOutput = Int32(JXL_ENCODER_NEED_MORE_OUTPUT)

  /// Loads libjxl, which is not possible in a confined process.
  package static func loadLibrary() { _ = JXLEncoderLibrary.shared }

  /// The bytes of a JPEG XL file with the given premultiplied BGRA pixels.
  ///
  /// - Parameter quality: from 1 to 100, which is lossless.
  /// - Throws: `.missingLoader` without libjxl, `.tooLarge` for a picture that libjxl rejects.
  package static func encode(
    _ pixels: PixelView, isOpaque: Bool, quality: Int, _ extras: PictureExtras
  ) throws(DecodeFailure) -> [UInt8] {
    guard let library = JXLEncoderLibrary.shared else {
      throw DecodeFailure(.missingLoader, format: "JPEG XL", detail: "libjxl0.7")
    }
    guard let encoder = library.makeEncoder(nil) else { throw encodingFailure }
    defer { library.deleteEncoder(encoder) }
    let runner = library.makeRunner(nil, ParallelScaling.processorCount)
    defer { library.deleteRunner(runner) }
    if let runner { _ = library.setRunner(encoder, library.runner, runner) }
    var isDone = library.useContainer(encoder, extras.hasMetadata ? 1 : 0) == success
    if extras.hasMetadata { isDone = library.useBoxes(encoder) == success && isDone }
    let isLossless = quality >= 100
    var info = JXLBasicInfo()
    library.initializeBasicInfo(&info)
    info.width = UInt32(pixels.size.width)
    info.height = UInt32(pixels.size.height)
    info.bits_per_sample = 8
    info.uses_original_profile = isLossless ? 1 : 0
    info.color_channels = 3
    info.alpha_bits = isOpaque ? 0 : 8
    info.extra_channels = isOpaque ? 0 : 1
    guard isDone, library.setBasicInfo(encoder, &info) == success,
      setColors(of: encoder, extras.profile, library),
      let settings = library.makeSettings(encoder, nil),
      library.setOption(settings, effortOption, effort) == success,
      isLossless
        ? library.setLossless(settings, 1) == success
        : library.setDistance(settings, butteraugliDistance(quality)) == success,
      addBoxes(extras, to: encoder, library)
    else { throw encodingFailure }
    let channels = isOpaque ? 3 : 4
    let samples = try straightSamples(pixels, isOpaque: isOpaque)
    var format = JXLPixelFormat(
      channels: UInt32(channels), type: Int32(JXL_UINT8), endianness: 0, alignment: 0)
    guard library.addFrame(settings, &format, samples.bytes, samples.count) == success else {
      throw encodingFailure
    }
    library.closeInput(encoder)
    return try finishedFile(of: encoder, library)
  }

  private static let encodingFailure = DecodeFailure(
    .tooLarge, format: "JPEG XL", detail: "the encoder refuses it")

  /// The Butteraugli distance for a quality from 1 to 100.
  ///
  /// - Source: `JxlEncoderDistanceFromQuality` of libjxl 0.9.
  private static func butteraugliDistance(_ quality: Int) -> Float {
    let quality = Float(quality)
    return quality >= 30
      ? 0.1 + (100 - quality) * 0.09
      : min(15, 53.0 / 3000 * quality * quality - 23.0 / 20 * quality + 25)
  }

  private static func setColors(
    of encoder: UnsafeMutableRawPointer, _ profile: [UInt8], _ library: JXLEncoderLibrary
  ) -> Bool {
    if !profile.isEmpty { return library.setProfile(encoder, profile, profile.count) == success }
    var colors = JXLColorEncoding()
    colors.color_space = Int32(JXL_SPACE_RGB)
    colors.white_point = Int32(JXL_WHITE_D65)
    colors.primaries = Int32(JXL_PRIMARIES_SRGB)
    colors.transfer_function = Int32(JXL_TRANSFER_SRGB)
    colors.rendering_intent = Int32(JXL_INTENT_RELATIVE)
    return library.setColors(encoder, &colors) == success
  }

  /// Adds the boxes for EXIF data and the XMP packet, if the picture has them.
  ///
  /// - Returns: false when libjxl rejects a box.
  /// - Source: ISO/IEC 18181-2, 9.4 (Exif, after the offset of the TIFF header) and 9.5 (xml).
  private static func addBoxes(
    _ extras: PictureExtras, to encoder: UnsafeMutableRawPointer, _ library: JXLEncoderLibrary
  ) -> Bool {
    var isDone = true
    if !extras.exif.isEmpty {
      let content = [0, 0, 0, 0] + extras.exif
      isDone = library.addBox(encoder, "Exif", content, content.count, 0) == success
    }
    if !extras.xmp.isEmpty {
      isDone =
        library.addBox(encoder, "xml ", extras.xmp, extras.xmp.count, 0) == success && isDone
    }
    return isDone
  }

  /// The pixels as interleaved RGB or straight RGBA samples without padding.
  private static func straightSamples(
    _ pixels: PixelView, isOpaque: Bool
  ) throws(DecodeFailure) -> PrivateMemory {
    let straight = try StraightAlphaPixels(pixels, isOpaque: isOpaque)
    let (width, channels) = (pixels.size.width, isOpaque ? 3 : 4)
    let memory = try PrivateMemory(byteCount: width * channels * pixels.size.height)
    straight.write(
      to: memory.bytes.assumingMemoryBound(to: UInt8.self), rowStride: width * channels)
    return memory
  }

  /// Maximum number of bytes of the file that libjxl writes at once.
  private static let maxOutputPieceBytes = 1 << 20

  private static func finishedFile(
    of encoder: UnsafeMutableRawPointer, _ library: JXLEncoderLibrary
  ) throws(DecodeFailure) -> [UInt8] {
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: maxOutputPieceBytes)
    while true {
      var status: Int32 = 1
      let writtenCount = buffer.withUnsafeMutableBufferPointer { buffer in
        var next = buffer.baseAddress
        var left = buffer.count
        status = library.processOutput(encoder, &next, &left)
        return buffer.count - left
      }
      result += buffer[..<writtenCount]
      if status == success { return result }
      guard status == needsMoreOutput else { throw encodingFailure }
    }
  }
}

extension PictureExtras {
  /// Whether there are EXIF or XMP metadata, for which the file needs a container.
  fileprivate var hasMetadata: Bool { !exif.isEmpty || !xmp.isEmpty }
}
