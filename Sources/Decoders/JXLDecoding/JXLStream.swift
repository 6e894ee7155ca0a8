import CJXL
import ColorManagement
import DecoderWire
import DecodingSupport
import Geometry
import Pixels

/// A decoder of libjxl that runs over the bytes of a file, from event to event.
final class JXLStream {
  /// An event at which the decoder stops.
  enum Event {
    /// The header is parsed: ``JXLStream/info`` is available.
    case header
    /// The colour profile is available. The colour space of the pixels must be chosen at this
    /// event, before the first pixel.
    case colors
    /// A picture begins: ``JXLStream/durationInTicks`` is available.
    case frame
    /// The decoder needs an output buffer: ``JXLStream/setOutputBuffer(to:)``.
    case needsOutputBuffer
    /// A preview of the picture can be written to the output buffer:
    /// ``JXLStream/flushPreviewToOutput()``.
    case previewAvailable
    /// The picture is complete in the output buffer.
    case pictureComplete
    /// The file has no more pictures.
    case end
    /// The file ends before the picture does.
    case truncated
    /// The data are invalid.
    case invalidData
  }

  /// Number of worker threads, beside the calling thread, which parses the file.
  private static let threadCount = 2

  private let library: JXLLibrary
  private let decoder: JXLLibrary.Decoder
  private let runner: UnsafeMutableRawPointer?
  private let bytes: PictureBytes
  private let subscribedEvents: Int32

  /// Makes a decoder at the beginning of a file, whose bytes must outlive it.
  ///
  /// - Parameters:
  ///   - withPixels: false to parse headers only.
  ///   - withProgress: whether ``Event/previewAvailable`` is reported. Default: false.
  /// - Throws: `.tooLarge` when memory cannot be allocated.
  init(
    _ bytes: PictureBytes, _ library: JXLLibrary, withPixels: Bool, withProgress: Bool = false
  ) throws(DecodeFailure) {
    guard let decoder = library.makeDecoder(nil) else {
      throw DecodeFailure(.tooLarge, format: PictureFormat.jpegXL.name, detail: "no memory for it")
    }
    (self.library, self.decoder, self.bytes) = (library, decoder, bytes)
    runner = withPixels ? library.makeRunner(nil, Self.threadCount) : nil
    if let runner { _ = library.setRunner(decoder, library.runner, runner) }
    var events = JXL_BASIC_INFO | JXL_FRAME
    if withPixels { events |= JXL_COLOR_ENCODING | JXL_FULL_IMAGE }
    if withProgress {
      events |= JXL_FRAME_PROGRESSION
      _ = library.setProgressiveDetail(decoder, Int32(JXL_PROGRESSIVE_DC))
    }
    self.subscribedEvents = Int32(events)
    // The orientation is applied while scaling, as for all formats: libjxl would need a pass of its
    // own.
    _ = library.setKeepOrientation(decoder, 1)
    _ = library.subscribeEvents(decoder, self.subscribedEvents)
    setInputToFile()
  }

  deinit {
    library.deleteDecoder(decoder)
    library.deleteRunner(runner)
  }

  private func setInputToFile() {
    _ = library.setInput(
      decoder, bytes.raw.bindMemory(to: UInt8.self).baseAddress, bytes.count)
  }

  /// Restarts the decoder at the beginning of the file. ``Event/header`` is not repeated;
  /// ``Event/colors`` is, because libjxl forgets the chosen colour space.
  func rewind() {
    library.rewindDecoder(decoder)
    _ = library.subscribeEvents(decoder, subscribedEvents & ~Int32(JXL_BASIC_INFO))
    setInputToFile()
  }

  /// Decodes up to the next event and returns that.
  func nextEvent() -> Event {
    switch Int(library.processInput(decoder)) {
    case JXL_BASIC_INFO: .header
    case JXL_COLOR_ENCODING: .colors
    case JXL_FRAME: .frame
    case JXL_NEED_IMAGE_OUT_BUFFER: .needsOutputBuffer
    case JXL_FRAME_PROGRESSION: .previewAvailable
    case JXL_FULL_IMAGE: .pictureComplete
    case JXL_SUCCESS: .end
    case JXL_NEED_MORE_INPUT: .truncated
    default: .invalidData
    }
  }

  /// The basic information in the header of the file; valid after ``Event/header``.
  var info: JXLBasicInfo {
    var info = JXLBasicInfo()
    _ = library.basicInfo(decoder, &info)
    return info
  }

  /// The duration of the picture that has begun, in ticks.
  var durationInTicks: Int {
    var header = JXLFrameHeader()
    _ = library.frameHeader(decoder, &header)
    return Int(header.duration)
  }

  /// Chooses the colour space of the pixels. It must be called at every ``Event/colors``.
  ///
  /// A libjxl that can convert colours is asked for sRGB. PQ and HLG are kept, so that they are
  /// tone-mapped as in all formats and not by libjxl.
  /// - Returns: the colour space of the decoded pixels.
  func chooseColors(isGray: Bool) -> PictureColorSpace {
    let original = library.encoding(of: decoder, JXL_PROFILE_OF_ORIGINAL)
    if var original, PictureColorSpace.hdrTransfers.contains(Int(original.transfer_function)) {
      _ = library.setPreferredColors(decoder, &original)
    } else {
      preferSRGB(isGray: isGray)
    }
    if let coded = library.encoding(of: decoder, JXL_PROFILE_OF_DATA),
      let colors = PictureColorSpace(coded)
    {
      return colors
    }
    let profile = library.profile(of: decoder, atMost: DecoderWireFormat.maxProfileBytes)
    return PictureColorSpace(profile: profile, of: isGray ? .gray : .rgb) ?? .unknown
  }

  private func preferSRGB(isGray: Bool) {
    var encoding = JXLColorEncoding()
    encoding.color_space = Int32(isGray ? JXL_SPACE_GRAY : JXL_SPACE_RGB)
    encoding.white_point = Int32(JXL_WHITE_D65)
    encoding.primaries = Int32(JXL_PRIMARIES_SRGB)
    encoding.transfer_function = Int32(JXL_TRANSFER_SRGB)
    encoding.rendering_intent = Int32(JXL_INTENT_RELATIVE)
    _ = library.setPreferredColors(decoder, &encoding)
  }

  /// Sets the output buffer of the picture, for RGBA of eight bits a component. The memory must
  /// live until the picture is complete, and all rows, also the last, must be padded to 64 bytes.
  ///
  /// - Returns: false when libjxl rejects the buffer.
  func setOutputBuffer(to buffer: PixelBuffer) -> Bool {
    var format = JXLPixelFormat(
      channels: 4, type: Int32(JXL_UINT8), endianness: 0, alignment: 64)
    return library.setOutputBuffer(
      decoder, &format, buffer.bytes, buffer.stride * buffer.size.height)
      == Int32(JXL_SUCCESS)
  }

  /// Sets the output buffer of the picture, for RGBA of 16 bits a component. `samples` must live
  /// until the picture is complete.
  ///
  /// - Returns: false when libjxl rejects the buffer.
  func setOutputBuffer(to samples: JXLSamples) -> Bool {
    var format = JXLPixelFormat(
      channels: 4, type: Int32(JXL_UINT16), endianness: 0, alignment: JXLSamples.alignment)
    return library.setOutputBuffer(decoder, &format, samples.bytes, samples.byteCount)
      == Int32(JXL_SUCCESS)
  }

  /// Writes a coarse version of the picture, from the data decoded so far, to the output buffer.
  ///
  /// - Returns: false when too little is decoded.
  func flushPreviewToOutput() -> Bool { library.flushImage(decoder) == Int32(JXL_SUCCESS) }
}
