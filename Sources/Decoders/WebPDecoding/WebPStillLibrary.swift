package import CWebP
import RuntimeLibraries

/// The functions of libwebp, looked up for the first still picture.
package struct WebPStillLibrary {
  package typealias Decoder = OpaquePointer

  let features:
    @convention(c) (
      UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<WebPFeatures>?, Int32
    ) -> Int32
  let prepare: @convention(c) (UnsafeMutablePointer<WebPConfiguration>?, Int32) -> Int32
  /// Makes an incremental decoder; the configuration must outlive it.
  package let begin:
    @convention(c) (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<WebPConfiguration>?)
      -> Decoder?
  /// Decodes as far as the bytes reach. Every call passes the data from the beginning.
  let update: @convention(c) (Decoder?, UnsafePointer<UInt8>?, Int) -> Int32
  /// Gets the pixels decoded so far: the number of complete rows, the width, the height, and the
  /// stride in bytes.
  package let rows:
    @convention(c) (
      Decoder?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?,
      UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?
    ) -> UnsafeMutablePointer<UInt8>?
  package let delete: @convention(c) (Decoder?) -> Void
  /// Decodes to straight BGRA: the file, its length, and the rows, their size and stride in bytes.
  /// Returns nil on failure.
  let decodeStraight:
    @convention(c) (
      UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, Int, Int32
    ) -> UnsafeMutablePointer<UInt8>?

  /// The loaded library; nil where it is not installed.
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
