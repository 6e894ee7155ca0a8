import CLCMS
import Glibc

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
  static let shared = LCMSLibrary()

  private struct Missing: Error {}

  private init?() {
    guard let library = dlopen("liblcms2.so.2", RTLD_NOW | RTLD_LOCAL) else { return nil }
    func function<F>(_ symbol: String) throws(Missing) -> F {
      guard let found = dlsym(library, symbol) else { throw Missing() }
      return unsafeBitCast(found, to: F.self)
    }
    do {
      openProfile = try function("cmsOpenProfileFromMem")
      makeStandardProfile = try function("cmsCreate_sRGBProfile")
      makeProfile = try function("cmsCreateRGBProfile")
      closeProfile = try function("cmsCloseProfile")
      makeCurve = try function("cmsBuildTabulatedToneCurve16")
      dropCurve = try function("cmsFreeToneCurve")
      makeTransform = try function("cmsCreateTransform")
      dropTransform = try function("cmsDeleteTransform")
      transform = try function("cmsDoTransform")
    } catch {
      return nil
    }
  }
}
