import CLibRaw
import RuntimeLibraries

/// The functions of libraw's C interface, which is loaded for the first camera RAW file. Their
/// names are those of the interface without the prefix `libraw_`.
///
/// - Source: https://www.libraw.org/docs/API-C.html. The type is Sendable because it is immutable:
///   the pointers are to code.
package struct LibRawLibrary: @unchecked Sendable {
  /// A file opened by libraw, a `libraw_data_t *`.
  typealias Handle = UnsafeMutableRawPointer

  /// The flags by which libraw writes nothing to standard error.
  static let withoutMessages = UInt32(LIBRAW_NO_MEMORY_MESSAGES | LIBRAW_NO_DATA_MESSAGES)

  /// The type `progress_callback`: a function that gets the context, a stage, the number of a step
  /// in the stage, and the number of steps in it. A result other than 0 cancels developing.
  typealias ProgressHandler =
    @convention(c) (UnsafeMutableRawPointer?, Int32, Int32, Int32) -> Int32

  /// The long stages of developing, by their numbers in `LibRaw_progress`.
  enum Stage {
    static let loading = LIBRAW_PROGRESS_LOAD_RAW
    static let scaling = LIBRAW_PROGRESS_SCALE_COLORS
    static let interpolation = LIBRAW_PROGRESS_INTERPOLATE
    static let conversion = LIBRAW_PROGRESS_CONVERT_RGB
  }

  let initialize: @convention(c) (UInt32) -> Handle?
  let openBuffer: @convention(c) (Handle, UnsafeRawPointer?, Int) -> Int32
  let unpackThumbnail: @convention(c) (Handle) -> Int32
  let unpackSensorData: @convention(c) (Handle) -> Int32
  let developImage: @convention(c) (Handle) -> Int32
  /// Copies the embedded preview; a JPEG gets an EXIF orientation if it has no EXIF data. nil on
  /// failure.
  let makeThumbnail:
    @convention(c) (Handle, UnsafeMutablePointer<Int32>?) -> UnsafeMutableRawPointer?
  /// Copies the developed picture; nil on failure, whose code is stored at the pointer.
  let makeImage: @convention(c) (Handle, UnsafeMutablePointer<Int32>?) -> UnsafeMutableRawPointer?
  let freeImage: @convention(c) (UnsafeMutableRawPointer) -> Void
  let width: @convention(c) (Handle) -> Int32
  let height: @convention(c) (Handle) -> Int32
  /// The multiplier of a colour component by the white balance of the camera.
  let cameraMultiplier: @convention(c) (Handle, Int32) -> Float
  let setMultiplier: @convention(c) (Handle, Int32, Float) -> Void
  let setOutputColor: @convention(c) (Handle, Int32) -> Void
  let setOutputBits: @convention(c) (Handle, Int32) -> Void
  /// Sets the function that libraw calls at the beginning and the end of each stage, and the
  /// context that it gets.
  let setProgressHandler:
    @convention(c) (Handle, ProgressHandler?, UnsafeMutableRawPointer?) -> Void
  let errorText: @convention(c) (Int32) -> UnsafePointer<CChar>?
  let close: @convention(c) (Handle) -> Void

  /// The functions of libraw, which the first access loads; nil when libraw is not installed.
  package static let shared = try? LibRawLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary(
      "libraw_r.so.20", or: "libraw_r.so.23", "libraw_r.so.24", "libraw_r.so.21", "libraw_r.so.22")
    initialize = try library.function("libraw_init")
    openBuffer = try library.function("libraw_open_buffer")
    unpackThumbnail = try library.function("libraw_unpack_thumb")
    unpackSensorData = try library.function("libraw_unpack")
    developImage = try library.function("libraw_dcraw_process")
    makeThumbnail = try library.function("libraw_dcraw_make_mem_thumb")
    makeImage = try library.function("libraw_dcraw_make_mem_image")
    freeImage = try library.function("libraw_dcraw_clear_mem")
    width = try library.function("libraw_get_iwidth")
    height = try library.function("libraw_get_iheight")
    cameraMultiplier = try library.function("libraw_get_cam_mul")
    setMultiplier = try library.function("libraw_set_user_mul")
    setOutputColor = try library.function("libraw_set_output_color")
    setOutputBits = try library.function("libraw_set_output_bps")
    setProgressHandler = try library.function("libraw_set_progress_handler")
    errorText = try library.function("libraw_strerror")
    close = try library.function("libraw_close")
  }
}
