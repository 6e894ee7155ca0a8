package import CWebP
import RuntimeLibraries

/// The functions of libwebpdemux that decode animations.
package struct WebPLibrary {
  package typealias Decoder = OpaquePointer

  package let make:
    @convention(c) (
      UnsafePointer<WebPBytes>?, UnsafePointer<WebPAnimationOptions>?, Int32
    ) -> Decoder?
  package let info: @convention(c) (Decoder?, UnsafeMutablePointer<WebPAnimationInfo>?) -> Int32
  package let next:
    @convention(c) (
      Decoder?, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, UnsafeMutablePointer<Int32>?
    ) -> Int32
  let reset: @convention(c) (Decoder?) -> Void
  package let delete: @convention(c) (Decoder?) -> Void

  /// The functions of libwebpdemux, which the first access loads; nil when libwebpdemux is not
  /// installed.
  package static let shared = try? WebPLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("libwebpdemux.so.2")
    make = try library.function("WebPAnimDecoderNewInternal")
    info = try library.function("WebPAnimDecoderGetInfo")
    next = try library.function("WebPAnimDecoderGetNext")
    reset = try library.function("WebPAnimDecoderReset")
    delete = try library.function("WebPAnimDecoderDelete")
  }
}
