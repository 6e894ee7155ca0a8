import CFreeImage
import RuntimeLibraries

/// The functions of FreeImage, which is loaded for the first picture in one of its formats.
///
/// The type is Sendable because it is immutable: the pointers are to code.
package struct FreeImageLibrary: @unchecked Sendable {
  /// A picture (`FIBITMAP`), or memory that is read like a file (`FIMEMORY`).
  typealias Object = UnsafeMutableRawPointer
  typealias NumberGetter = @convention(c) (Object) -> UInt32

  /// The type of the samples of a picture.
  enum SampleType {
    /// Samples of at most eight bits, with or without a palette.
    case bytes
    case gray16
    case grayFloat
    case rgb16
    case rgba16
    case rgbFloat
    case rgbaFloat

    /// The type with a number in FreeImage.h (`FREE_IMAGE_TYPE`); nil for one that is not decoded.
    init?(_ number: Int32) {
      switch number {
      case FIT_BITMAP: self = .bytes
      case FIT_UINT16: self = .gray16
      case FIT_FLOAT: self = .grayFloat
      case FIT_RGB16: self = .rgb16
      case FIT_RGBA16: self = .rgba16
      case FIT_RGBF: self = .rgbFloat
      case FIT_RGBAF: self = .rgbaFloat
      default: return nil
      }
    }
  }

  /// Makes memory readable like a file. The memory must outlive the object and is not written.
  let openMemory: @convention(c) (UnsafePointer<UInt8>?, UInt32) -> Object?
  let closeMemory: @convention(c) (Object) -> Void
  /// Decodes a picture from memory; its format is a `FREE_IMAGE_FORMAT`. nil on failure.
  let loadPicture: @convention(c) (Int32, Object, Int32) -> Object?
  let unloadPicture: @convention(c) (Object) -> Void
  let sampleType: @convention(c) (Object) -> Int32
  let width: NumberGetter
  let height: NumberGetter
  /// The address of a row of pixels; row 0 is the lowest one.
  let rowFromBottom: @convention(c) (Object, Int32) -> UnsafeMutablePointer<UInt8>?
  /// Tells whether pixels may be transparent, by an alpha channel or a palette: 1 or 0.
  let isTransparent: @convention(c) (Object) -> Int32
  /// Makes a copy of a picture with 32 bits a pixel: blue, green, red, alpha; nil on failure.
  let makeBGRA: @convention(c) (Object) -> Object?
  /// The embedded profile (`FIICCPROFILE`), owned by the picture.
  let profile: @convention(c) (Object) -> UnsafeRawPointer?

  /// The functions of FreeImage, which the first access loads; nil when FreeImage is not installed.
  package static let shared = try? FreeImageLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("libfreeimage.so.3")
    openMemory = try library.function("FreeImage_OpenMemory")
    closeMemory = try library.function("FreeImage_CloseMemory")
    loadPicture = try library.function("FreeImage_LoadFromMemory")
    unloadPicture = try library.function("FreeImage_Unload")
    sampleType = try library.function("FreeImage_GetImageType")
    width = try library.function("FreeImage_GetWidth")
    height = try library.function("FreeImage_GetHeight")
    rowFromBottom = try library.function("FreeImage_GetScanLine")
    isTransparent = try library.function("FreeImage_IsTransparent")
    makeBGRA = try library.function("FreeImage_ConvertTo32Bits")
    profile = try library.function("FreeImage_GetICCProfile")
  }
}
