import CArchive
import RuntimeLibraries

/// The functions of libarchive that the reader of archives uses, from `archive.h` and
/// `archive_entry.h`.
///
/// Only filters and formats inside the library are enabled, because the others start programs.
struct LibArchive: @unchecked Sendable {
  // Sendable because all properties are addresses of functions.
  typealias Handle = OpaquePointer
  typealias Entry = OpaquePointer
  typealias ReadCallback =
    @convention(c) (
      OpaquePointer?, UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafeRawPointer?>?
    ) -> Int
  typealias SkipCallback = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, Int64) -> Int64
  typealias SeekCallback =
    @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, Int64, Int32) -> Int64
  typealias HandleFunction = @convention(c) (Handle) -> Int32

  /// The Debian package with the library.
  static let package = "libarchive13"
  static let ok = ARCHIVE_OK
  static let end = ARCHIVE_EOF
  static let warning = ARCHIVE_WARN
  static let fatal = ARCHIVE_FATAL
  static let sevenZip = ARCHIVE_FORMAT_7ZIP
  /// The mask of the bits of a libarchive format number that name the family of the format.
  static let formatMask = ARCHIVE_FORMAT_BASE_MASK
  static let noFilter = ARCHIVE_FILTER_NONE
  static let fileTypeMask = UInt32(AE_IFMT)
  static let regularFile = UInt32(AE_IFREG)

  let makeReader: @convention(c) () -> Handle?
  let free: HandleFunction
  let supportFunctions: [HandleFunction]
  let setCallbackData: @convention(c) (Handle, UnsafeMutableRawPointer?) -> Int32
  let setRead: @convention(c) (Handle, ReadCallback) -> Int32
  let setSkip: @convention(c) (Handle, SkipCallback) -> Int32
  let setSeek: @convention(c) (Handle, SeekCallback) -> Int32
  let open: HandleFunction
  let nextHeader: @convention(c) (Handle, UnsafeMutablePointer<Entry?>) -> Int32
  let readDataBlock:
    @convention(c) (
      Handle, UnsafeMutablePointer<UnsafeRawPointer?>, UnsafeMutablePointer<Int>,
      UnsafeMutablePointer<Int64>
    ) -> Int32
  let message: @convention(c) (Handle) -> UnsafePointer<CChar>?
  let format: HandleFunction
  let filterCode: @convention(c) (Handle, Int32) -> Int32
  let hasEncryptedEntries: HandleFunction
  let name: @convention(c) (Entry) -> UnsafePointer<CChar>?
  let size: @convention(c) (Entry) -> Int64
  let hasSize: @convention(c) (Entry) -> Int32
  let modificationSeconds: @convention(c) (Entry) -> Int
  let fileType: @convention(c) (Entry) -> UInt32
  let link: @convention(c) (Entry) -> UnsafePointer<CChar>?
  let isEncrypted: @convention(c) (Entry) -> Int32

  /// Loads libarchive.
  init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("libarchive.so.13")
    makeReader = try library.function("archive_read_new")
    free = try library.function("archive_read_free")
    var supportFunctions: [HandleFunction] = []
    for name in [
      "filter_gzip", "filter_bzip2", "filter_xz", "filter_lzma", "format_zip", "format_tar",
    ] {
      supportFunctions.append(try library.function("archive_read_support_\(name)"))
    }
    // These filters and formats are missing in some builds of the library.
    for name in ["filter_zstd", "filter_lz4", "format_7zip", "format_rar", "format_rar5"] {
      if let function: HandleFunction = try? library.function("archive_read_support_\(name)") {
        supportFunctions.append(function)
      }
    }
    self.supportFunctions = supportFunctions
    setCallbackData = try library.function("archive_read_set_callback_data")
    setRead = try library.function("archive_read_set_read_callback")
    setSkip = try library.function("archive_read_set_skip_callback")
    setSeek = try library.function("archive_read_set_seek_callback")
    open = try library.function("archive_read_open1")
    nextHeader = try library.function("archive_read_next_header")
    readDataBlock = try library.function("archive_read_data_block")
    message = try library.function("archive_error_string")
    format = try library.function("archive_format")
    filterCode = try library.function("archive_filter_code")
    hasEncryptedEntries = try library.function("archive_read_has_encrypted_entries")
    name = try library.function("archive_entry_pathname")
    size = try library.function("archive_entry_size")
    hasSize = try library.function("archive_entry_size_is_set")
    modificationSeconds = try library.function("archive_entry_mtime")
    fileType = try library.function("archive_entry_filetype")
    link = try library.function("archive_entry_hardlink")
    isEncrypted = try library.function("archive_entry_is_data_encrypted")
  }

  /// The message of the library for its last failure on `handle`; "" without one.
  func errorMessage(of handle: Handle) -> String {
    message(handle).map { String(cString: $0) } ?? ""
  }
}
