import CLCMS
import RuntimeLibraries

/// Little CMS 2, found when the first picture needs a conversion: one in sRGB for a display in sRGB
/// does not pay for it. Where there is none, pictures keep the numbers of their files.
struct LCMSLibrary {
  /// Profiles, transforms and curves are the library's; whoever makes one lets go of it.
  typealias Object = UnsafeMutableRawPointer

  /// Copies the bytes. nil when it makes no sense of them.
  let openProfile: @convention(c) (UnsafeRawPointer?, UInt32) -> Object?
  let makeStandardProfile: @convention(c) () -> Object?
  /// From a white point, primaries, and the curves of red, green and blue.
  let makeProfile:
    @convention(c) (
      UnsafePointer<LCMSChromaticity>?, UnsafePointer<LCMSPrimaries>?, UnsafePointer<Object?>?
    ) -> Object?
  let closeProfile: @convention(c) (Object?) -> Int32
  /// From a context (nil) and so many values, 65535 for the largest.
  let makeCurve: @convention(c) (Object?, UInt32, UnsafePointer<UInt16>?) -> Object?
  let dropCurve: @convention(c) (Object?) -> Void
  /// From one profile and layout to others, with an intent and flags.
  let makeTransform: @convention(c) (Object?, UInt32, Object?, UInt32, UInt32, UInt32) -> Object?
  let dropTransform: @convention(c) (Object?) -> Void
  /// Converts so many pixels; in place where both layouts have equally many bytes.
  let transform:
    @convention(c) (Object?, UnsafeRawPointer?, UnsafeMutableRawPointer?, UInt32) -> Void

  /// Nil where the library is not installed.
  static let shared = try? LCMSLibrary()

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
