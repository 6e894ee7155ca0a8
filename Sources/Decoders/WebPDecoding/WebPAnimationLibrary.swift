package import CWebP
import RuntimeLibraries

/// The functions of libwebpdemux that decode animations.
package struct WebPAnimationLibrary {
  package typealias Decoder = OpaquePointer

  package let makeDecoder:
    @convention(c) (
      UnsafePointer<WebPBytes>?, UnsafePointer<WebPAnimationOptions>?, Int32
    ) -> Decoder?
  package let decoderInfo:
    @convention(c) (Decoder?, UnsafeMutablePointer<WebPAnimationInfo>?) -> Int32
  package let nextFrame:
    @convention(c) (
      Decoder?, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, UnsafeMutablePointer<Int32>?
    ) -> Int32
  let resetDecoder: @convention(c) (Decoder?) -> Void
  package let deleteDecoder: @convention(c) (Decoder?) -> Void

  /// The functions of libwebpdemux, which the first access loads; nil when libwebpdemux is not
  /// installed.
  package static let shared = try? WebPAnimationLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("libwebpdemux.so.2")
    makeDecoder = try library.function("WebPAnimDecoderNewInternal")
    decoderInfo = try library.function("WebPAnimDecoderGetInfo")
    nextFrame = try library.function("WebPAnimDecoderGetNext")
    resetDecoder = try library.function("WebPAnimDecoderReset")
    deleteDecoder = try library.function("WebPAnimDecoderDelete")
  }
}
