package import CWebP
import RuntimeLibraries

/// The functions of libwebp that decode still pictures.
package struct WebPStillLibrary {
  package typealias Decoder = OpaquePointer

  let readFeatures:
    @convention(c) (
      UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<WebPFeatures>?, Int32
    ) -> Int32
  let initializeConfiguration:
    @convention(c) (UnsafeMutablePointer<WebPConfiguration>?, Int32) -> Int32
  /// Makes an incremental decoder; the configuration must outlive it. nil without memory.
  package let makeIncrementalDecoder:
    @convention(c) (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<WebPConfiguration>?)
      -> Decoder?
  /// Decodes as far as the given bytes reach; every call gets the data from the beginning of the
  /// file.
  let decodeIncrementally: @convention(c) (Decoder?, UnsafePointer<UInt8>?, Int) -> Int32
  /// Stores the number of complete rows, the width, the height, and the stride in bytes of the
  /// pixels decoded so far at the pointers; it returns the address of the pixels.
  package let decodedRows:
    @convention(c) (
      Decoder?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?,
      UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?
    ) -> UnsafeMutablePointer<UInt8>?
  package let deleteDecoder: @convention(c) (Decoder?) -> Void
  /// Decodes a file to straight BGRA. The arguments are the file, its length, the memory for the
  /// rows, its size, and the stride, in bytes. It returns nil on failure.
  let decodeStraightBGRA:
    @convention(c) (
      UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, Int, Int32
    ) -> UnsafeMutablePointer<UInt8>?

  /// The functions of libwebp, which the first access loads; nil when libwebp is not installed.
  package static let shared = try? WebPStillLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("libwebp.so.7", or: "libwebp.so.6")
    readFeatures = try library.function("WebPGetFeaturesInternal")
    initializeConfiguration = try library.function("WebPInitDecoderConfigInternal")
    makeIncrementalDecoder = try library.function("WebPIDecode")
    decodeIncrementally = try library.function("WebPIUpdate")
    decodedRows = try library.function("WebPIDecGetRGB")
    deleteDecoder = try library.function("WebPIDelete")
    decodeStraightBGRA = try library.function("WebPDecodeBGRAInto")
  }
}
