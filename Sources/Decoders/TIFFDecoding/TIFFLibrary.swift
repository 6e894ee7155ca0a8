import CTIFF
import RuntimeLibraries

/// The functions of libtiff, which is loaded for the first TIFF.
///
/// The type is Sendable because it is immutable: the pointers are to code.
package struct TIFFLibrary: @unchecked Sendable {
  package typealias Pointer = UnsafeMutableRawPointer

  let open: Pointer
  let getField: Pointer
  let setField: Pointer
  package let close: @convention(c) (Pointer?) -> Void
  /// Tells whether this build of the library supports a value of the tag Compression; 0 if not.
  let isCodecConfigured: @convention(c) (UInt16) -> Int32
  /// Tells whether ``readWhole`` can read the picture; if not, it returns 0 and writes the reason
  /// to a buffer of 1024 bytes.
  let canReadWhole: @convention(c) (Pointer?, UnsafeMutablePointer<CChar>) -> Int32
  /// Makes the directory at an offset in the file the current one; it returns 0 on failure.
  let setDirectory: @convention(c) (Pointer?, UInt64) -> Int32
  let isTiled: @convention(c) (Pointer?) -> Int32
  let rowSize: @convention(c) (Pointer?) -> Int
  let tileRowSize: @convention(c) (Pointer?) -> Int
  let tileSize: @convention(c) (Pointer?) -> Int
  let readRow: @convention(c) (Pointer?, Pointer, UInt32, UInt16) -> Int32
  let readTile: @convention(c) (Pointer?, Pointer, UInt32, UInt32, UInt32, UInt16) -> Int
  /// Reads the whole picture as premultiplied RGBA bytes in a given orientation; it returns 0 on
  /// failure.
  let readWhole: @convention(c) (Pointer?, UInt32, UInt32, Pointer, Int32, Int32) -> Int32

  /// The functions of libtiff, which the first access loads; nil when libtiff is not installed.
  package static let shared = try? TIFFLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("libtiff.so.6", or: "libtiff.so.5")
    open = try library.address("TIFFClientOpen")
    getField = try library.address("TIFFGetFieldDefaulted")
    setField = try library.address("TIFFSetField")
    close = try library.function("TIFFClose")
    isCodecConfigured = try library.function("TIFFIsCODECConfigured")
    canReadWhole = try library.function("TIFFRGBAImageOK")
    setDirectory = try library.function("TIFFSetSubDirectory")
    isTiled = try library.function("TIFFIsTiled")
    rowSize = try library.function("TIFFScanlineSize")
    tileRowSize = try library.function("TIFFTileRowSize")
    tileSize = try library.function("TIFFTileSize")
    readRow = try library.function("TIFFReadScanline")
    readTile = try library.function("TIFFReadTile")
    readWhole = try library.function("TIFFReadRGBAImageOriented")
    // The messages of libtiff are about its internals, so they are suppressed.
    let silence: [@convention(c) (Pointer?) -> Pointer?] = [
      try library.function("TIFFSetErrorHandler"), try library.function("TIFFSetWarningHandler"),
    ]
    for handler in silence { _ = handler(nil) }
  }
}
