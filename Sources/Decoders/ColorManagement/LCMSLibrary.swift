import CLCMS
import RuntimeLibraries

/// The functions of Little CMS 2, which a helper loads before it is confined. Without the library,
/// pictures keep the colour values of their files.
package struct LCMSLibrary {
  /// A profile, transform or tone curve of the library. The code that creates one must release it.
  package typealias Object = UnsafeMutableRawPointer

  /// Opens a profile from a copy of the bytes; nil when it is invalid.
  let openProfile: @convention(c) (UnsafeRawPointer?, UInt32) -> Object?
  let makeSRGBProfile: @convention(c) () -> Object?
  /// Makes a profile of the CIE XYZ coordinates under D50; nil on failure.
  let makeXYZProfile: @convention(c) () -> Object?
  /// Makes an RGB profile from a white point, primaries, and the tone curves of red, green and
  /// blue; nil on failure.
  let makeProfile:
    @convention(c) (
      UnsafePointer<LCMSChromaticity>?, UnsafePointer<LCMSPrimaries>?, UnsafePointer<Object?>?
    ) -> Object?
  let closeProfile: @convention(c) (Object?) -> Int32
  /// Tells whether a profile has a table for a rendering intent and a direction
  /// (``LCMS_USED_AS_INPUT``): 1 or 0.
  let hasLookUpTable: @convention(c) (Object?, UInt32, UInt32) -> Int32
  /// Makes a tone curve from a context (nil), the number of its values, and the values, 65535 for
  /// 1.0; nil on failure.
  let makeCurve: @convention(c) (Object?, UInt32, UnsafePointer<UInt16>?) -> Object?
  let freeCurve: @convention(c) (Object?) -> Void
  /// Makes a transform from a source profile and pixel layout, a target profile and pixel layout, a
  /// rendering intent, and flags; nil on failure.
  let makeTransform: @convention(c) (Object?, UInt32, Object?, UInt32, UInt32, UInt32) -> Object?
  let deleteTransform: @convention(c) (Object?) -> Void
  /// Converts pixels by a transform, from the second to the third argument; the fourth is their
  /// number. Both addresses may be equal if both pixel layouts have the same size.
  package let applyTransform:
    @convention(c) (Object?, UnsafeRawPointer?, UnsafeMutableRawPointer?, UInt32) -> Void

  /// The functions of Little CMS, which the first access loads; nil when Little CMS is not
  /// installed.
  package static let shared = try? LCMSLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("liblcms2.so.2")
    openProfile = try library.function("cmsOpenProfileFromMem")
    makeSRGBProfile = try library.function("cmsCreate_sRGBProfile")
    makeXYZProfile = try library.function("cmsCreateXYZProfile")
    makeProfile = try library.function("cmsCreateRGBProfile")
    closeProfile = try library.function("cmsCloseProfile")
    hasLookUpTable = try library.function("cmsIsCLUT")
    makeCurve = try library.function("cmsBuildTabulatedToneCurve16")
    freeCurve = try library.function("cmsFreeToneCurve")
    makeTransform = try library.function("cmsCreateTransform")
    deleteTransform = try library.function("cmsDeleteTransform")
    applyTransform = try library.function("cmsDoTransform")
  }
}
