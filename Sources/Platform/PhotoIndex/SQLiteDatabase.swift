import Glibc

/// An open SQLite database. It is not thread-safe: its owner must not use it on two threads at
/// once.
final class SQLiteDatabase {
  /// The failure of a SQLite function, with its primary result code.
  struct Failure: Error, Equatable {
    let code: Int32

    /// Whether the file is damaged or no SQLite database, so that it has to be replaced.
    var isDamage: Bool { code == SQLite.corrupt || code == SQLite.notADatabase }
  }

  fileprivate let sqlite: SQLiteLibrary
  private let handle: SQLiteLibrary.Object

  /// Opens the database file at `path`, or makes it; its folder must exist. A call waits up to
  /// `busyMilliseconds` for the transaction of another program.
  init(path: String, _ sqlite: SQLiteLibrary, busyMilliseconds: Int32) throws(Failure) {
    var opened: SQLiteLibrary.Object?
    let code = path.withCString { sqlite.open($0, &opened, SQLite.openFlags, nil) }
    guard code == SQLite.ok, let opened else {
      // A handle is returned even by a failed call, and must be closed.
      _ = sqlite.close(opened)
      throw Failure(code: code & 0xFF)
    }
    self.sqlite = sqlite
    handle = opened
    _ = sqlite.busyTimeout(handle, busyMilliseconds)
  }

  deinit { _ = sqlite.close(handle) }

  /// Runs one or more SQL statements without parameters and results.
  func run(_ statements: String) throws(Failure) {
    let code = statements.withCString { sqlite.exec(handle, $0, nil, nil, nil) }
    guard code == SQLite.ok else { throw Failure(code: code & 0xFF) }
  }

  /// Compiles an SQL statement, which must not outlive the database.
  func statement(_ text: String) throws(Failure) -> Statement {
    var compiled: SQLiteLibrary.Object?
    let code = text.withCString { sqlite.prepare(handle, $0, -1, &compiled, nil) }
    guard code == SQLite.ok, let compiled else { throw Failure(code: code & 0xFF) }
    return Statement(compiled, of: self)
  }

  /// The integer in the first column of the first row that an SQL statement returns; 0 without a
  /// row.
  func firstInteger(of text: String) throws(Failure) -> Int64 {
    let statement = try statement(text)
    return try statement.next() ? statement.integer(0) ?? 0 : 0
  }
}

extension SQLiteDatabase {
  /// A compiled SQL statement. Parameters are numbered from 1, columns from 0.
  final class Statement {
    private let database: SQLiteDatabase
    private let handle: SQLiteLibrary.Object
    private var sqlite: SQLiteLibrary { database.sqlite }

    fileprivate init(_ handle: SQLiteLibrary.Object, of database: SQLiteDatabase) {
      self.handle = handle
      self.database = database
    }

    deinit { _ = sqlite.finalize(handle) }

    // MARK: Parameters

    func bind(_ number: Int32, _ value: Int64?) {
      if let value {
        _ = sqlite.bindInteger(handle, number, value)
      } else {
        _ = sqlite.bindNull(handle, number)
      }
    }

    func bind(_ number: Int32, _ value: Double?) {
      if let value {
        _ = sqlite.bindDouble(handle, number, value)
      } else {
        _ = sqlite.bindNull(handle, number)
      }
    }

    /// Binds a text to a parameter; an empty text is stored as NULL.
    func bind(_ number: Int32, _ value: String) {
      guard !value.isEmpty else {
        _ = sqlite.bindNull(handle, number)
        return
      }
      var value = value
      value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          _ = sqlite.bindText(
            handle, number, $0.baseAddress, Int32(clamping: $0.count), SQLite.transient)
        }
      }
    }

    func bind(_ number: Int32, bytes: [UInt8]) {
      bytes.withUnsafeBytes {
        _ = sqlite.bindBlob(
          handle, number, $0.baseAddress, Int32(clamping: $0.count), SQLite.transient)
      }
    }

    // MARK: Running

    /// Advances to the next row of the result; false at the end.
    func next() throws(Failure) -> Bool {
      let code = sqlite.step(handle)
      guard code == SQLite.row || code == SQLite.done else {
        _ = sqlite.reset(handle)
        throw Failure(code: code & 0xFF)
      }
      return code == SQLite.row
    }

    /// Runs a statement without results, and resets it for other parameters.
    func run() throws(Failure) {
      _ = try next()
      _ = sqlite.reset(handle)
    }

    /// Resets the statement, so that it can run again.
    func reset() { _ = sqlite.reset(handle) }

    // MARK: Columns

    func integer(_ column: Int32) -> Int64? {
      isNull(column) ? nil : sqlite.columnInteger(handle, column)
    }

    func double(_ column: Int32) -> Double? {
      isNull(column) ? nil : sqlite.columnDouble(handle, column)
    }

    /// The bytes of a text or blob in a column of the current row; empty for NULL.
    func bytes(_ column: Int32) -> [UInt8] {
      guard let start = sqlite.columnBlob(handle, column) else { return [] }
      let count = Int(sqlite.columnBytes(handle, column))
      return Array(UnsafeRawBufferPointer(start: start, count: max(0, count)))
    }

    /// Reads the text in a column of the current row into `text`; empty for NULL. If `text` has
    /// that value already, it is not assigned, so that equal texts of successive rows share their
    /// memory.
    func read(_ column: Int32, into text: inout String) {
      guard let start = sqlite.columnBlob(handle, column) else {
        text = ""
        return
      }
      let count = max(0, Int(sqlite.columnBytes(handle, column)))
      let isSame = text.withUTF8 { known in
        known.count == count && known.baseAddress.map { memcmp($0, start, count) == 0 } ?? true
      }
      guard !isSame else { return }
      text = String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }

    private func isNull(_ column: Int32) -> Bool {
      sqlite.columnType(handle, column) == SQLite.null
    }
  }
}
