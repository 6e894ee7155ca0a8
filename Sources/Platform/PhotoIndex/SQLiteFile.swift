import BaseDirectories
import Glibc
import Synchronization

/// The file of a SQLite database in write-ahead mode, which several programs can use at once.
///
/// All calls block on the disk. They may come from any thread; a mutex makes them run one at a
/// time.
final class SQLiteFile: Sendable {
  /// The tables of a database, and the durability of its transactions.
  struct Schema: Sendable {
    /// The version of the tables, stored in the file as `user_version`.
    var version: Int64
    /// The SQL statements that make the tables.
    var tables: String
    /// The value of `PRAGMA synchronous`, which determines the durability of transactions.
    var synchronous: String
    /// Whether the contents can be made again, so that a damaged file, or one with tables of
    /// another version, is replaced. Otherwise a damaged file is moved aside, and one of another
    /// version is not used.
    var isCache: Bool
  }

  /// The connection to the database. Sendable because the mutex around it serialises all uses.
  struct Connection: @unchecked Sendable {
    fileprivate var database: SQLiteDatabase?
    /// The inode number of the database file when it was opened; nil if unknown.
    fileprivate var inode: UInt64?
    /// The compiled query that the owner of the file runs again and again; nil before its first
    /// use.
    var compiledQuery: SQLiteDatabase.Statement?
  }

  /// The maximum time for which a call waits for another program's transaction, in milliseconds.
  private static let busyTimeoutMilliseconds: Int32 = 2000

  private let connection: Mutex<Connection>
  private let path: String
  private let schema: Schema
  private let sqlite: SQLiteLibrary

  /// Opens the database `name` in a folder.
  ///
  /// - Parameter makesFile: whether the folder and the file are made if they do not exist.
  /// - Returns: nil where SQLite is not installed, or the file cannot be opened or made.
  init?(folder: String, name: String, _ schema: Schema, makesFile: Bool) {
    guard let sqlite = SQLiteLibrary.shared,
      makesFile
        ? PrivateFolder.make(Array(folder.utf8)) == 0 : access("\(folder)/\(name)", F_OK) == 0
    else { return nil }
    let path = "\(Self.resolved(folder))/\(name)"
    guard let opened = Self.open(path, schema, sqlite) else { return nil }
    self.path = path
    self.schema = schema
    self.sqlite = sqlite
    connection = Mutex(opened)
  }

  /// Runs `body` with the database.
  ///
  /// - Returns: false when the body failed, or no database is open. A damaged database has been
  ///   replaced by an empty one, on which the call can be repeated.
  @discardableResult
  func perform(
    _ body: (SQLiteDatabase) throws(SQLiteDatabase.Failure) -> Void
  ) -> Bool {
    withConnection { _, database throws(SQLiteDatabase.Failure) in try body(database) }
  }

  /// Runs `body` with the database and the connection that contains it.
  ///
  /// - Returns: false when the body failed, or no database is open. A damaged database has been
  ///   replaced by an empty one, on which the call can be repeated.
  func withConnection(
    _ body: (inout Connection, SQLiteDatabase) throws(SQLiteDatabase.Failure) -> Void
  ) -> Bool {
    connection.withLock { connection in perform(&connection, body) }
  }

  /// Frees the memory of the page cache and of the kept query. They are made again when they are
  /// needed.
  func releaseMemory() {
    _ = withConnection { connection, database throws(SQLiteDatabase.Failure) in
      connection.compiledQuery = nil
      try database.run("PRAGMA shrink_memory")
    }
  }

  private func perform(
    _ connection: inout Connection,
    _ body: (inout Connection, SQLiteDatabase) throws(SQLiteDatabase.Failure) -> Void
  ) -> Bool {
    guard connection.database != nil else { return false }
    guard let failure = Self.failure(of: body, &connection) else { return true }
    let inode = connection.inode
    // The database is closed when it is damaged, and also when another program has replaced its
    // file.
    if failure.isDamage || Self.inode(of: path) != inode {
      // The database is closed before its files are moved: closing deletes the log by its name.
      connection = Connection()
      if failure.isDamage { Self.discardDamaged(path, schema, damaged: inode) }
      if let opened = try? Self.connect(path, schema, sqlite) { connection = opened }
    }
    return false
  }

  /// Runs `body` with the database of a connection and returns its error; no reference to the
  /// database is left afterwards, so that it can be closed.
  private static func failure(
    of body: (inout Connection, SQLiteDatabase) throws(SQLiteDatabase.Failure) -> Void,
    _ connection: inout Connection
  ) -> SQLiteDatabase.Failure? {
    guard let database = connection.database else { return nil }
    do throws(SQLiteDatabase.Failure) {
      try body(&connection, database)
      return nil
    } catch {
      return error
    }
  }

  private static func open(
    _ path: String, _ schema: Schema, _ sqlite: SQLiteLibrary
  ) -> Connection? {
    let inode = inode(of: path)
    do throws(SQLiteDatabase.Failure) {
      return try connect(path, schema, sqlite)
    } catch {
      guard error.isDamage else { return nil }
      discardDamaged(path, schema, damaged: inode)
      return try? connect(path, schema, sqlite)
    }
  }

  /// Deletes the files of a damaged database, or moves them aside, unless another program has done
  /// so.
  ///
  /// - Parameter damaged: the inode number of the damaged file.
  private static func discardDamaged(_ path: String, _ schema: Schema, damaged: UInt64?) {
    guard let damaged, inode(of: path) == damaged else { return }
    for suffix in ["", "-wal", "-shm"] {
      guard !schema.isCache else {
        unlink(path + suffix)
        continue
      }
      let aside = "\(path).damaged\(suffix)"
      // A log that an earlier damaged database has left under this name does not belong to the one
      // that is moved aside now.
      unlink(aside)
      rename(path + suffix, aside)
    }
  }

  /// Opens a database, and makes its tables unless they have the version of the schema. Tables of
  /// another version are replaced in a cache; in another database, the call throws.
  private static func connect(
    _ path: String, _ schema: Schema, _ sqlite: SQLiteLibrary
  ) throws(SQLiteDatabase.Failure) -> Connection {
    let database = try SQLiteDatabase(path: path, sqlite, busyMilliseconds: busyTimeoutMilliseconds)
    // The version is read before the first change, so that a file with tables of a newer version
    // that must not be replaced is left as it is.
    let isCurrent = try isCurrent(database, schema)
    try database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = \(schema.synchronous)")
    if !isCurrent {
      try database.run("BEGIN IMMEDIATE")
      // Another program may have made the tables meanwhile.
      if try !Self.isCurrent(database, schema) {
        try database.run("\(schema.tables); PRAGMA user_version = \(schema.version)")
      }
      try database.run("COMMIT")
    }
    return Connection(database: database, inode: inode(of: path))
  }

  /// Whether a database has the tables of the schema's version.
  ///
  /// - Throws: `SQLite.schema` when the database has tables of another version, which must not be
  ///   replaced.
  private static func isCurrent(
    _ database: SQLiteDatabase, _ schema: Schema
  ) throws(SQLiteDatabase.Failure) -> Bool {
    let version = try database.firstInteger(of: "PRAGMA user_version")
    guard schema.isCache || version == 0 || version == schema.version else {
      throw SQLiteDatabase.Failure(code: SQLite.schema)
    }
    return version == schema.version
  }

  private static func inode(of path: String) -> UInt64? {
    var status = stat()
    return lstat(path, &status) == 0 ? UInt64(status.st_ino) : nil
  }

  /// The path of a folder without symbolic links: the flag `SQLITE_OPEN_NOFOLLOW`, which protects
  /// the file, refuses them in all parts of a path.
  private static func resolved(_ folder: String) -> String {
    guard let found = realpath(folder, nil) else { return folder }
    defer { free(found) }
    return String(cString: found)
  }
}
