import CJXL
import RuntimeLibraries

/// The shared objects of libjxl, by the versions whose functions and structures are known.
enum JXLRuntimeLibraries {
  static func libjxl() throws(RuntimeLibrary.Missing) -> RuntimeLibrary {
    try RuntimeLibrary(
      "libjxl.so.0.7", or: "libjxl.so.0.8", "libjxl.so.0.9", "libjxl.so.0.10", "libjxl.so.0.11")
  }

  /// The thread pool of libjxl, which is a shared object of its own.
  static func libjxlThreads() throws(RuntimeLibrary.Missing) -> RuntimeLibrary {
    try RuntimeLibrary(
      "libjxl_threads.so.0.7", or: "libjxl_threads.so.0.8", "libjxl_threads.so.0.9",
      "libjxl_threads.so.0.10", "libjxl_threads.so.0.11")
  }
}

/// The functions of libjxl that decode; the library is loaded for the first JPEG XL.
///
/// The type is Sendable because it is immutable: the pointers are to code.
package struct JXLLibrary: @unchecked Sendable {
  typealias Decoder = OpaquePointer
  typealias Pointer = UnsafeMutableRawPointer
  typealias Runner =
    @convention(c) (Pointer?, Pointer?, Pointer?, Pointer?, UInt32, UInt32) -> Int32

  let version: @convention(c) () -> UInt32
  let makeDecoder: @convention(c) (Pointer?) -> Decoder?
  let deleteDecoder: @convention(c) (Decoder) -> Void
  let rewindDecoder: @convention(c) (Decoder) -> Void
  let subscribeEvents: @convention(c) (Decoder, Int32) -> Int32
  let setKeepOrientation: @convention(c) (Decoder, Int32) -> Int32
  let setInput: @convention(c) (Decoder, UnsafePointer<UInt8>?, Int) -> Int32
  let processInput: @convention(c) (Decoder) -> Int32
  let basicInfo: @convention(c) (Decoder, UnsafeMutablePointer<JXLBasicInfo>) -> Int32
  let frameHeader: @convention(c) (Decoder, UnsafeMutablePointer<JXLFrameHeader>) -> Int32
  let setPreferredColors: @convention(c) (Decoder, UnsafePointer<JXLColorEncoding>) -> Int32
  let setOutputBuffer:
    @convention(c) (Decoder, UnsafePointer<JXLPixelFormat>, Pointer, Int) -> Int32
  let setProgressiveDetail: @convention(c) (Decoder, Int32) -> Int32
  let flushImage: @convention(c) (Decoder) -> Int32
  private let profileSizeFunction: Pointer
  private let profileFunction: Pointer
  private let encodingFunction: Pointer

  // The functions of the thread pool, which is in a library of its own.
  let setRunner: @convention(c) (Decoder, Runner, Pointer?) -> Int32
  let runner: Runner
  let makeRunner: @convention(c) (Pointer?, Int) -> Pointer?
  let deleteRunner: @convention(c) (Pointer?) -> Void

  /// The functions of libjxl, which the first access loads; nil when libjxl is not installed.
  package static let shared = try? JXLLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try JXLRuntimeLibraries.libjxl()
    let threads = try JXLRuntimeLibraries.libjxlThreads()
    version = try library.function("JxlDecoderVersion")
    makeDecoder = try library.function("JxlDecoderCreate")
    deleteDecoder = try library.function("JxlDecoderDestroy")
    rewindDecoder = try library.function("JxlDecoderRewind")
    subscribeEvents = try library.function("JxlDecoderSubscribeEvents")
    setKeepOrientation = try library.function("JxlDecoderSetKeepOrientation")
    setInput = try library.function("JxlDecoderSetInput")
    processInput = try library.function("JxlDecoderProcessInput")
    basicInfo = try library.function("JxlDecoderGetBasicInfo")
    frameHeader = try library.function("JxlDecoderGetFrameHeader")
    setPreferredColors = try library.function("JxlDecoderSetPreferredColorProfile")
    setOutputBuffer = try library.function("JxlDecoderSetImageOutBuffer")
    setProgressiveDetail = try library.function("JxlDecoderSetProgressiveDetail")
    flushImage = try library.function("JxlDecoderFlushImage")
    profileSizeFunction = try library.address("JxlDecoderGetICCProfileSize")
    profileFunction = try library.address("JxlDecoderGetColorAsICCProfile")
    encodingFunction = try library.address("JxlDecoderGetColorAsEncodedProfile")
    setRunner = try library.function("JxlDecoderSetParallelRunner")
    runner = try threads.function("JxlThreadParallelRunner")
    makeRunner = try threads.function("JxlThreadParallelRunnerCreate")
    deleteRunner = try threads.function("JxlThreadParallelRunnerDestroy")
  }

  /// The encoded colour profile of the file (`JXL_PROFILE_OF_ORIGINAL`) or of the decoded pixels
  /// (`JXL_PROFILE_OF_DATA`), as `target` says; nil when only an ICC profile exists.
  func encoding(of decoder: Decoder, _ target: Int) -> JXLColorEncoding? {
    var found = JXLColorEncoding()
    let status =
      version() < UInt32(JXL_WITHOUT_FORMAT)
      ? jxl_old_encoding(encodingFunction, UnsafeMutableRawPointer(decoder), Int32(target), &found)
      : jxl_encoding(encodingFunction, UnsafeMutableRawPointer(decoder), Int32(target), &found)
    return status == Int32(JXL_SUCCESS) ? found : nil
  }

  /// The ICC profile of the decoded pixels; empty when there is none, or it has more than `limit`
  /// bytes.
  func profile(of decoder: Decoder, atMost limit: Int) -> [UInt8] {
    let isOld = version() < UInt32(JXL_WITHOUT_FORMAT)
    let target = Int32(JXL_PROFILE_OF_DATA)
    var count = 0
    let status =
      isOld
      ? jxl_old_profile_size(profileSizeFunction, UnsafeMutableRawPointer(decoder), target, &count)
      : jxl_profile_size(profileSizeFunction, UnsafeMutableRawPointer(decoder), target, &count)
    guard status == Int32(JXL_SUCCESS), count > 0, count <= limit else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let got =
      isOld
      ? jxl_old_profile(profileFunction, UnsafeMutableRawPointer(decoder), target, &bytes, count)
      : jxl_profile(profileFunction, UnsafeMutableRawPointer(decoder), target, &bytes, count)
    return got == Int32(JXL_SUCCESS) ? bytes : []
  }
}
