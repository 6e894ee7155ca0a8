import RuntimeLibraries

/// The functions of FreeImage, which is loaded for the first picture in one of its formats.
///
/// The type is Sendable because it is immutable: the pointers are to code.
package struct FreeImageLibrary: @unchecked Sendable {
  /// A picture (`FIBITMAP`), or memory that is read like a file (`FIMEMORY`).
  typealias Object = UnsafeMutableRawPointer
  typealias Number = @convention(c) (Object) -> UInt32

  /// A file format by its number in FreeImage.h (`FREE_IMAGE_FORMAT`).
  enum Format: Int32 {
    case pcx = 10
    case photoshop = 20
    case dds = 24
    case sgi = 28
  }

  /// The type of the samples of a picture by its number in FreeImage.h (`FREE_IMAGE_TYPE`).
  enum SampleType: Int32 {
    /// Samples of at most eight bits, with or without a palette.
    case bytes = 1
    case gray16 = 2
    case grayFloat = 6
    case rgb16 = 9
    case rgba16 = 10
    case rgbFloat = 11
    case rgbaFloat = 12
  }

  /// Makes memory readable like a file. The memory must outlive the object and is not written.
  let openMemory: @convention(c) (UnsafePointer<UInt8>?, UInt32) -> Object?
  let closeMemory: @convention(c) (Object) -> Void
  /// Decodes a picture of a format from memory; nil on failure.
  let load: @convention(c) (Int32, Object, Int32) -> Object?
  let unload: @convention(c) (Object) -> Void
  let type: @convention(c) (Object) -> Int32
  let width: Number
  let height: Number
  /// The address of a row of pixels; row 0 is the lowest one.
  let row: @convention(c) (Object, Int32) -> UnsafeMutablePointer<UInt8>?
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
    load = try library.function("FreeImage_LoadFromMemory")
    unload = try library.function("FreeImage_Unload")
    type = try library.function("FreeImage_GetImageType")
    width = try library.function("FreeImage_GetWidth")
    height = try library.function("FreeImage_GetHeight")
    row = try library.function("FreeImage_GetScanLine")
    isTransparent = try library.function("FreeImage_IsTransparent")
    makeBGRA = try library.function("FreeImage_ConvertTo32Bits")
    profile = try library.function("FreeImage_GetICCProfile")
  }
}
