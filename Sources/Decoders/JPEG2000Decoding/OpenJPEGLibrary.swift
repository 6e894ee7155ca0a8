import CJ2K
import RuntimeLibraries

/// The functions of OpenJPEG, which is loaded for the first JPEG 2000.
///
/// The type is Sendable because it is immutable: the pointers are to code.
package struct OpenJPEGLibrary: @unchecked Sendable {
  typealias Codec = UnsafeMutableRawPointer
  typealias Stream = UnsafeMutableRawPointer
  typealias Image = UnsafeMutablePointer<J2KImage>
  typealias NumberSetter = @convention(c) (Codec, UInt32) -> Int32

  let makeCodec: @convention(c) (Int32) -> Codec?
  let freeCodec: @convention(c) (Codec) -> Void
  let setDefaults: @convention(c) (UnsafeMutablePointer<J2KParameters>) -> Void
  let setUpDecoder: @convention(c) (Codec, UnsafeMutablePointer<J2KParameters>) -> Int32
  let setThreads: @convention(c) (Codec, Int32) -> Int32
  /// Chooses whether damage is an error (1), or the undamaged part is decoded (0). nil before
  /// OpenJPEG 2.5.
  let setStrict: (@convention(c) (Codec, Int32) -> Int32)?
  private let makeStream: @convention(c) (Int, Int32) -> Stream?
  let freeStream: @convention(c) (Stream) -> Void
  let readHeader: @convention(c) (Stream, Codec, UnsafeMutablePointer<Image?>) -> Int32
  let setReduction: NumberSetter
  /// Sets the area to decode, as coordinates on the reference grid: left, top, right and bottom.
  let setDecodeArea: @convention(c) (Codec, Image, Int32, Int32, Int32, Int32) -> Int32
  let decode: @convention(c) (Codec, Stream, Image) -> Int32
  let freeImage: @convention(c) (Image) -> Void
  private let streamFunctions: [UnsafeMutableRawPointer]

  /// The functions of OpenJPEG, which the first access loads; nil when OpenJPEG is not installed.
  package static let shared = try? OpenJPEGLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("libopenjp2.so.7")
    makeCodec = try library.function("opj_create_decompress")
    freeCodec = try library.function("opj_destroy_codec")
    setDefaults = try library.function("opj_set_default_decoder_parameters")
    setUpDecoder = try library.function("opj_setup_decoder")
    setThreads = try library.function("opj_codec_set_threads")
    setStrict = try? library.function("opj_decoder_set_strict_mode")
    makeStream = try library.function("opj_stream_create")
    freeStream = try library.function("opj_stream_destroy")
    readHeader = try library.function("opj_read_header")
    setReduction = try library.function("opj_set_decoded_resolution_factor")
    setDecodeArea = try library.function("opj_set_decode_area")
    decode = try library.function("opj_decode")
    freeImage = try library.function("opj_image_destroy")
    streamFunctions = [
      try library.address("opj_stream_set_read_function"),
      try library.address("opj_stream_set_skip_function"),
      try library.address("opj_stream_set_seek_function"),
      try library.address("opj_stream_set_user_data"),
      try library.address("opj_stream_set_user_data_length"),
    ]
  }

  /// The size in bytes of the read buffer of a stream.
  private static let bufferBytes = 1 << 20

  /// Makes a stream that reads a file in memory, which must outlive the stream; nil without memory.
  func stream(of memory: UnsafeMutablePointer<J2KMemory>) -> Stream? {
    guard let stream = makeStream(Self.bufferBytes, 1) else { return nil }
    j2k_connect(
      streamFunctions[0], streamFunctions[1], streamFunctions[2], streamFunctions[3],
      streamFunctions[4], stream, memory)
    return stream
  }
}
