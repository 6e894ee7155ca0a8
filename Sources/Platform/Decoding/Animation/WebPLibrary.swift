import CWebP
import Glibc

/// The animation decoder of libwebpdemux, looked up when the first animation is played.
struct WebPLibrary {
  typealias Decoder = OpaquePointer

  let make:
    @convention(c) (
      UnsafePointer<WebPBytes>?, UnsafePointer<WebPAnimationOptions>?, Int32
    ) -> Decoder?
  let info: @convention(c) (Decoder?, UnsafeMutablePointer<WebPAnimationInfo>?) -> Int32
  let next:
    @convention(c) (
      Decoder?, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, UnsafeMutablePointer<Int32>?
    ) -> Int32
  let reset: @convention(c) (Decoder?) -> Void
  let delete: @convention(c) (Decoder?) -> Void

  /// Nil where the library is not installed.
  static let shared = WebPLibrary()

  private init?() {
    guard let library = dlopen("libwebpdemux.so.2", RTLD_NOW | RTLD_LOCAL),
      let make = dlsym(library, "WebPAnimDecoderNewInternal"),
      let info = dlsym(library, "WebPAnimDecoderGetInfo"),
      let next = dlsym(library, "WebPAnimDecoderGetNext"),
      let reset = dlsym(library, "WebPAnimDecoderReset"),
      let delete = dlsym(library, "WebPAnimDecoderDelete")
    else { return nil }
    // The types are those of the header, webp/demux.h.
    self.make = unsafeBitCast(make, to: type(of: self.make))
    self.info = unsafeBitCast(info, to: type(of: self.info))
    self.next = unsafeBitCast(next, to: type(of: self.next))
    self.reset = unsafeBitCast(reset, to: type(of: self.reset))
    self.delete = unsafeBitCast(delete, to: type(of: self.delete))
  }
}
