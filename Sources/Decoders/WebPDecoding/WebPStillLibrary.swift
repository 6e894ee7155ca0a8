package import CWebP
import RuntimeLibraries

/// The functions of libwebp that decode still pictures.
package struct WebPStillLibrary {
  package typealias Decoder = OpaquePointer

  let features:
    @convention(c) (
      UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<WebPFeatures>?, Int32
    ) -> Int32
  let prepare: @convention(c) (UnsafeMutablePointer<WebPConfiguration>?, Int32) -> Int32
  /// Makes an incremental decoder; the configuration must outlive it. nil without memory.
  package let begin:
    @convention(c) (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<WebPConfiguration>?)
      -> Decoder?
  /// Decodes as far as the given bytes reach; every call gets the data from the beginning of the
  /// file.
  let update: @convention(c) (Decoder?, UnsafePointer<UInt8>?, Int) -> Int32
  /// Stores the number of complete rows, the width, the height, and the stride in bytes of the
  /// pixels decoded so far at the pointers; it returns the address of the pixels.
  package let rows:
    @convention(c) (
      Decoder?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?,
      UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?
    ) -> UnsafeMutablePointer<UInt8>?
  package let delete: @convention(c) (Decoder?) -> Void
  /// Decodes a file to straight BGRA. The arguments are the file, its length, the memory for the
  /// rows, its size, and the stride, in bytes. It returns nil on failure.
  let decodeStraight:
    @convention(c) (
      UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, Int, Int32
    ) -> UnsafeMutablePointer<UInt8>?

  /// The functions of libwebp, which the first access loads; nil when libwebp is not installed.
  package static let shared = try? WebPStillLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("libwebp.so.7", or: "libwebp.so.6")
    features = try library.function("WebPGetFeaturesInternal")
    prepare = try library.function("WebPInitDecoderConfigInternal")
    begin = try library.function("WebPIDecode")
    update = try library.function("WebPIUpdate")
    rows = try library.function("WebPIDecGetRGB")
    delete = try library.function("WebPIDelete")
    decodeStraight = try library.function("WebPDecodeBGRAInto")
  }
}
