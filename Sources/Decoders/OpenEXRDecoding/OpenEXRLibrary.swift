import CEXR
import RuntimeLibraries

/// The functions of OpenEXRCore, which is loaded for the first OpenEXR picture.
///
/// The type is Sendable because it is immutable: the pointers are to code.
package struct OpenEXRLibrary: @unchecked Sendable {
  /// A context of the library. The functions return 0 for success.
  typealias Context = UnsafeMutableRawPointer
  typealias WindowGetter = @convention(c) (Context, Int32, UnsafeMutablePointer<EXRBox>) -> Int32
  typealias NumberGetter = @convention(c) (Context, Int32, UnsafeMutablePointer<Int32>) -> Int32
  typealias Pipeline = UnsafeMutablePointer<EXRPipeline>

  let startReading:
    @convention(c) (
      UnsafeMutablePointer<Context?>, UnsafePointer<CChar>, UnsafePointer<EXRInitializer>
    ) -> Int32
  let closeContext: @convention(c) (UnsafeMutablePointer<Context?>) -> Int32
  let partCount: @convention(c) (Context, UnsafeMutablePointer<Int32>) -> Int32
  let storageKind: NumberGetter
  let dataWindow: WindowGetter
  let displayWindow: WindowGetter
  let rowsPerChunk: NumberGetter
  let tileSizes:
    @convention(c) (
      Context, Int32, Int32, Int32, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
    ) -> Int32
  let primaries:
    @convention(c) (Context, Int32, UnsafePointer<CChar>, UnsafeMutablePointer<EXRPrimaries>) ->
      Int32
  let rowChunk: @convention(c) (Context, Int32, Int32, UnsafeMutablePointer<EXRChunk>) -> Int32
  let tileChunk:
    @convention(c) (Context, Int32, Int32, Int32, Int32, Int32, UnsafeMutablePointer<EXRChunk>) ->
      Int32
  let initializeDecoding:
    @convention(c) (Context, Int32, UnsafePointer<EXRChunk>, Pipeline) -> Int32
  let updateDecoding: @convention(c) (Context, Int32, UnsafePointer<EXRChunk>, Pipeline) -> Int32
  let chooseDefaultRoutines: @convention(c) (Context, Int32, Pipeline) -> Int32
  let runDecoding: @convention(c) (Context, Int32, Pipeline) -> Int32
  let destroyDecoding: @convention(c) (Context, Pipeline) -> Int32

  /// The functions of OpenEXRCore, which the first access loads; nil when OpenEXRCore is not
  /// installed.
  package static let shared = try? OpenEXRLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary(
      "libOpenEXRCore-3_1.so.30", or: "libOpenEXRCore-3_2.so.31", "libOpenEXRCore-3_3.so.32")
    startReading = try library.function("exr_start_read")
    closeContext = try library.function("exr_finish")
    partCount = try library.function("exr_get_count")
    storageKind = try library.function("exr_get_storage")
    dataWindow = try library.function("exr_get_data_window")
    displayWindow = try library.function("exr_get_display_window")
    rowsPerChunk = try library.function("exr_get_scanlines_per_chunk")
    tileSizes = try library.function("exr_get_tile_sizes")
    primaries = try library.function("exr_attr_get_chromaticities")
    rowChunk = try library.function("exr_read_scanline_chunk_info")
    tileChunk = try library.function("exr_read_tile_chunk_info")
    initializeDecoding = try library.function("exr_decoding_initialize")
    updateDecoding = try library.function("exr_decoding_update")
    chooseDefaultRoutines = try library.function("exr_decoding_choose_default_routines")
    runDecoding = try library.function("exr_decoding_run")
    destroyDecoding = try library.function("exr_decoding_destroy")
  }
}
