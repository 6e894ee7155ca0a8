import CLCMS
import RuntimeLibraries

/// Little CMS 2, loaded when the first picture needs a conversion: an sRGB picture on an sRGB
/// display must not pay for it. Without the library, pictures keep the values of their files.
package struct LCMSLibrary {
  /// A profile, transform or curve of the library. The code that creates one must release it.
  package typealias Object = UnsafeMutableRawPointer

  /// Opens a profile from a copy of the bytes; nil when it is invalid.
  let openProfile: @convention(c) (UnsafeRawPointer?, UInt32) -> Object?
  let makeStandardProfile: @convention(c) () -> Object?
  /// Makes an RGB profile from a white point, primaries, and the tone curves of red, green and
  /// blue.
  let makeProfile:
    @convention(c) (
      UnsafePointer<LCMSChromaticity>?, UnsafePointer<LCMSPrimaries>?, UnsafePointer<Object?>?
    ) -> Object?
  let closeProfile: @convention(c) (Object?) -> Int32
  /// Makes a curve from a context (nil), a number of values, and the values, 65535 for 1.0.
  let makeCurve: @convention(c) (Object?, UInt32, UnsafePointer<UInt16>?) -> Object?
  let dropCurve: @convention(c) (Object?) -> Void
  /// Makes a transform from source profile and layout, target profile and layout, intent, and
  /// flags.
  let makeTransform: @convention(c) (Object?, UInt32, Object?, UInt32, UInt32, UInt32) -> Object?
  let dropTransform: @convention(c) (Object?) -> Void
  /// Converts a number of pixels, in place if both layouts have the same size.
  package let transform:
    @convention(c) (Object?, UnsafeRawPointer?, UnsafeMutableRawPointer?, UInt32) -> Void

  /// The loaded library; nil where it is not installed.
  package static let shared = try? LCMSLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("liblcms2.so.2")
    openProfile = try library.function("cmsOpenProfileFromMem")
    makeStandardProfile = try library.function("cmsCreate_sRGBProfile")
    makeProfile = try library.function("cmsCreateRGBProfile")
    closeProfile = try library.function("cmsCloseProfile")
    makeCurve = try library.function("cmsBuildTabulatedToneCurve16")
    dropCurve = try library.function("cmsFreeToneCurve")
    makeTransform = try library.function("cmsCreateTransform")
    dropTransform = try library.function("cmsDeleteTransform")
    transform = try library.function("cmsDoTransform")
  }
}
