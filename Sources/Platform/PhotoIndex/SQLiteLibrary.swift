import CSQLite
import RuntimeLibraries

/// The functions of SQLite, looked up when a database is first opened. Their names follow those of
/// the C interface.
///
/// - Source: https://sqlite.org/c3ref/funclist.html. Sendable because it is immutable: the pointers
///   are addresses of functions.
struct SQLiteLibrary: @unchecked Sendable {
  /// The address of a `sqlite3` or `sqlite3_stmt` object.
  typealias Object = UnsafeMutableRawPointer
  /// The destructor argument of a binding function; −1 is `SQLITE_TRANSIENT`, which copies the
  /// value.
  typealias Destructor = Int

  let open:
    @convention(c) (
      UnsafePointer<CChar>, UnsafeMutablePointer<Object?>, Int32, UnsafePointer<CChar>?
    ) -> Int32
  let close: @convention(c) (Object?) -> Int32
  let busyTimeout: @convention(c) (Object?, Int32) -> Int32
  let exec:
    @convention(c) (
      Object?, UnsafePointer<CChar>, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?,
      UnsafeMutableRawPointer?
    ) -> Int32
  let prepare:
    @convention(c) (
      Object?, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<Object?>,
      UnsafeMutableRawPointer?
    ) -> Int32
  let step: @convention(c) (Object?) -> Int32
  let reset: @convention(c) (Object?) -> Int32
  let finalize: @convention(c) (Object?) -> Int32
  let bindInteger: @convention(c) (Object?, Int32, Int64) -> Int32
  let bindDouble: @convention(c) (Object?, Int32, Double) -> Int32
  let bindNull: @convention(c) (Object?, Int32) -> Int32
  let bindText: @convention(c) (Object?, Int32, UnsafePointer<CChar>?, Int32, Destructor) -> Int32
  let bindBlob: @convention(c) (Object?, Int32, UnsafeRawPointer?, Int32, Destructor) -> Int32
  let columnType: @convention(c) (Object?, Int32) -> Int32
  let columnInteger: @convention(c) (Object?, Int32) -> Int64
  let columnDouble: @convention(c) (Object?, Int32) -> Double
  let columnBlob: @convention(c) (Object?, Int32) -> UnsafeRawPointer?
  let columnBytes: @convention(c) (Object?, Int32) -> Int32

  /// The loaded SQLite library; nil where it is not installed.
  static let shared = try? SQLiteLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("libsqlite3.so.0")
    open = try library.function("sqlite3_open_v2")
    close = try library.function("sqlite3_close_v2")
    busyTimeout = try library.function("sqlite3_busy_timeout")
    exec = try library.function("sqlite3_exec")
    prepare = try library.function("sqlite3_prepare_v2")
    step = try library.function("sqlite3_step")
    reset = try library.function("sqlite3_reset")
    finalize = try library.function("sqlite3_finalize")
    bindInteger = try library.function("sqlite3_bind_int64")
    bindDouble = try library.function("sqlite3_bind_double")
    bindNull = try library.function("sqlite3_bind_null")
    bindText = try library.function("sqlite3_bind_text")
    bindBlob = try library.function("sqlite3_bind_blob")
    columnType = try library.function("sqlite3_column_type")
    columnInteger = try library.function("sqlite3_column_int64")
    columnDouble = try library.function("sqlite3_column_double")
    columnBlob = try library.function("sqlite3_column_blob")
    columnBytes = try library.function("sqlite3_column_bytes")
  }
}

/// The result codes and flags of SQLite.
///
/// - Source: https://sqlite.org/rescode.html and https://sqlite.org/c3ref/c_open_autoproxy.html.
enum SQLite {
  static let ok = SQLITE_OK
  static let busy = SQLITE_BUSY
  static let corrupt = SQLITE_CORRUPT
  static let schema = SQLITE_SCHEMA
  static let notADatabase = SQLITE_NOTADB
  static let row = SQLITE_ROW
  static let done = SQLITE_DONE
  /// The type of a column without a value.
  static let null = SQLITE_NULL
  /// The flags with which a database is opened.
  static let openFlags =
    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
  static let transient = SQLiteLibrary.Destructor(SQLITE_TRANSIENT)
}
