import BaseDirectories
import Glibc

/// A database of the properties of photos, so that the photos can be sorted and filtered without
/// reading their files again. The database is a cache: a photo can always be shown without it.
///
/// The file is a SQLite database in write-ahead mode; several programs can use it at once. A
/// damaged file is replaced by an empty database. All calls block on the disk, so they belong on a
/// background thread; they may come from any thread, and are performed one at a time.
public final class PhotoIndex: Sendable {
  /// The maximum number of photos in the index; of more, those stored longest ago are removed.
  public static let maxRows = 1_000_000

  /// The file name of the database of photos in the folder of an index.
  public static let fileName = "photos.sqlite"

  /// The table of photos; a database with tables of another version is replaced.
  private static let schema = SQLiteFile.Schema(
    version: 7,
    tables: """
      DROP TABLE IF EXISTS photos;
      CREATE TABLE photos (
        folder BLOB NOT NULL, name BLOB NOT NULL, modified INTEGER NOT NULL,
        size INTEGER NOT NULL, taken REAL, camera TEXT, lens TEXT, rating INTEGER,
        keywords TEXT, place TEXT, stored INTEGER NOT NULL, sidecar INTEGER NOT NULL,
        width INTEGER NOT NULL, height INTEGER NOT NULL, orientation INTEGER NOT NULL,
        flag INTEGER NOT NULL, label INTEGER NOT NULL, basic INTEGER NOT NULL,
        inode INTEGER NOT NULL, sequence INTEGER NOT NULL, animated INTEGER,
        PRIMARY KEY (folder, name)) WITHOUT ROWID
      """,
    // With NORMAL, a power failure may undo the last transactions; the photos in them are read
    // again.
    synchronous: "NORMAL", isCache: true)

  private let file: SQLiteFile

  /// Opens the index of photos in a folder, which is made if necessary.
  ///
  /// - Returns: nil where SQLite is not installed, or the database cannot be opened or made.
  public init?(folder: String) {
    guard
      let file = SQLiteFile(folder: folder, name: Self.fileName, Self.schema, makesFile: true)
    else { return nil }
    self.file = file
  }

  /// The folder of the user's index of photos; nil when no cache folder is known.
  public static var userFolder: String? { BaseDirectories.ofUser.cache.map { "\($0)/pbview" } }

  /// Deletes the index of photos in a folder.
  ///
  /// - Returns: false when one of its files exists and cannot be deleted.
  public static func delete(in folder: String) -> Bool {
    ["", "-wal", "-shm"].allSatisfy { suffix in
      unlink("\(folder)/\(fileName)\(suffix)") == 0 || errno == ENOENT
    }
  }

  // MARK: Reading

  /// Calls `body` with the file name and the stored properties of every photo directly in a folder.
  ///
  /// - Parameters:
  ///   - folder: the absolute path of the folder, without a slash at the end.
  ///   - body: the closure to call. The index is locked meanwhile: other threads wait, and a use of
  ///     the index in the closure would wait forever.
  /// - Returns: false when the index could not be read.
  /// - Complexity: O(photos in the folder).
  @discardableResult
  public func read(folder: [UInt8], _ body: ([UInt8], IndexedPhoto) -> Void) -> Bool {
    file.withConnection { connection, database throws(SQLiteDatabase.Failure) in
      let query = try Self.query(of: &connection, in: database)
      defer { query.reset() }
      query.bind(1, bytes: folder)
      // The texts of each photo are compared with those of the photo before, because the photos of
      // a folder often have the same camera and lens.
      var (camera, lens, keywords, place) = ("", "", "", "")
      var texts = IndexedPhoto.Texts.none
      while try query.next() {
        query.read(4, into: &camera)
        query.read(5, into: &lens)
        query.read(7, into: &keywords)
        query.read(8, into: &place)
        var photo = IndexedPhoto(
          stamp: .init(
            modified: query.integer(1) ?? 0, size: query.integer(2) ?? 0,
            sidecarModified: query.integer(9) ?? 0),
          taken: query.double(3))
        if camera != texts.camera || lens != texts.lens || keywords != texts.keywords
          || place != texts.place
        {
          texts = IndexedPhoto.Texts(
            camera: camera, lens: lens, keywords: keywords, place: place)
        }
        photo.texts = texts
        photo.rating = query.integer(6).map { Int(clamping: $0) }
        photo.width = Int(clamping: query.integer(10) ?? 0)
        photo.height = Int(clamping: query.integer(11) ?? 0)
        photo.orientation = Int(clamping: query.integer(12) ?? 0)
        photo.flag = UInt8(clamping: query.integer(13) ?? 0)
        photo.label = UInt8(clamping: query.integer(14) ?? 0)
        photo.hasBasicMetadataOnly = query.integer(15) == 1
        photo.inode = UInt64(bitPattern: query.integer(16) ?? 0)
        photo.sequence = Int(clamping: query.integer(17) ?? 0)
        photo.isAnimated = query.integer(18).map { $0 == 1 }
        body(query.bytes(0), photo)
      }
    }
  }

  /// Calls `body` with the file name and the state of every stored photo directly in a folder whose
  /// name is in a range of bytes. The photos have no other properties than stamp and inode number.
  ///
  /// - Parameters:
  ///   - folder: the absolute path of the folder, without a slash at the end.
  ///   - first: the first name of the range, in the order of bytes.
  ///   - last: the last name of the range, which is included.
  ///   - body: the closure to call; the index is locked meanwhile, as in ``read(folder:_:)``.
  /// - Returns: false when the index could not be read.
  /// - Complexity: O(photos in the range).
  @discardableResult
  package func readStates(
    folder: [UInt8], from first: [UInt8], through last: [UInt8],
    _ body: ([UInt8], IndexedPhoto) -> Void
  ) -> Bool {
    file.perform { database throws(SQLiteDatabase.Failure) in
      let query = try database.statement(
        """
        SELECT name, modified, size, sidecar, inode FROM photos
        WHERE folder = ?1 AND name BETWEEN ?2 AND ?3
        """)
      query.bind(1, bytes: folder)
      query.bind(2, bytes: first)
      query.bind(3, bytes: last)
      while try query.next() {
        var photo = IndexedPhoto(
          stamp: .init(
            modified: query.integer(1) ?? 0, size: query.integer(2) ?? 0,
            sidecarModified: query.integer(3) ?? 0))
        photo.inode = UInt64(bitPattern: query.integer(4) ?? 0)
        body(query.bytes(0), photo)
      }
    }
  }

  /// The compiled query for the photos of a folder, which is kept with the connection.
  private static func query(
    of connection: inout SQLiteFile.Connection, in database: SQLiteDatabase
  ) throws(SQLiteDatabase.Failure) -> SQLiteDatabase.Statement {
    if let query = connection.compiledQuery { return query }
    let query = try database.statement(
      """
      SELECT name, modified, size, taken, camera, lens, rating, keywords, place, sidecar,
        width, height, orientation, flag, label, basic, inode, sequence, animated
      FROM photos WHERE folder = ?1
      """)
    connection.compiledQuery = query
    return query
  }

  /// The number of photos in the index; 0 when it cannot be read.
  public var count: Int {
    var count = 0
    file.perform { database throws(SQLiteDatabase.Failure) in
      count = Int(clamping: try database.firstInteger(of: "SELECT count(*) FROM photos"))
    }
    return count
  }

  // MARK: Writing

  /// A photo to store: the path of its folder without a slash at the end, its file name, and its
  /// properties.
  public typealias Row = (folder: [UInt8], name: [UInt8], photo: IndexedPhoto)

  /// Stores photos in one transaction; a stored photo of the same folder and name is replaced.
  ///
  /// - Parameter now: the current time in seconds since 1970, by which ``prune(to:)`` finds the
  ///   oldest rows.
  /// - Returns: false when the photos could not be stored, for instance on a full disk.
  @discardableResult
  public func store(_ rows: [Row], now: Int64) -> Bool {
    guard !rows.isEmpty else { return true }
    return file.perform { database throws(SQLiteDatabase.Failure) in
      try database.run("BEGIN IMMEDIATE")
      do throws(SQLiteDatabase.Failure) {
        let insert = try database.statement(
          """
          INSERT OR REPLACE INTO photos
            (folder, name, modified, size, taken, camera, lens, rating, keywords, place, stored,
             sidecar, width, height, orientation, flag, label, basic,
             inode, sequence, animated)
          VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
            ?19, ?20, ?21)
          """)
        for row in rows {
          insert.bind(1, bytes: row.folder)
          insert.bind(2, bytes: row.name)
          insert.bind(3, row.photo.stamp.modified)
          insert.bind(4, row.photo.stamp.size)
          insert.bind(5, row.photo.taken)
          insert.bind(6, row.photo.camera)
          insert.bind(7, row.photo.lens)
          insert.bind(8, row.photo.rating.map { Int64($0) })
          insert.bind(9, row.photo.keywords)
          insert.bind(10, row.photo.place)
          insert.bind(11, now)
          insert.bind(12, row.photo.stamp.sidecarModified)
          insert.bind(13, Int64(row.photo.width))
          insert.bind(14, Int64(row.photo.height))
          insert.bind(15, Int64(row.photo.orientation))
          insert.bind(16, Int64(row.photo.flag))
          insert.bind(17, Int64(row.photo.label))
          insert.bind(18, Int64(row.photo.hasBasicMetadataOnly ? 1 : 0))
          insert.bind(19, Int64(bitPattern: row.photo.inode))
          insert.bind(20, Int64(row.photo.sequence))
          insert.bind(21, row.photo.isAnimated.map { Int64($0 ? 1 : 0) })
          try insert.run()
        }
        try database.run("COMMIT")
      } catch {
        try? database.run("ROLLBACK")
        throw error
      }
    }
  }

  /// Removes the photos that were stored longest ago, down to `maxRows` photos; returns false when
  /// that failed.
  @discardableResult
  public func prune(to maxRows: Int = PhotoIndex.maxRows) -> Bool {
    file.perform { database throws(SQLiteDatabase.Failure) in
      let count = Int(clamping: try database.firstInteger(of: "SELECT count(*) FROM photos"))
      guard count > maxRows else { return }
      let delete = try database.statement(
        """
        DELETE FROM photos WHERE (folder, name) IN
          (SELECT folder, name FROM photos ORDER BY stored LIMIT ?1)
        """)
      delete.bind(1, Int64(count - maxRows))
      try delete.run()
    }
  }

  /// Removes the photos whose properties were read without libgexiv2, so that their files are read
  /// again; returns false when that failed.
  ///
  /// - Complexity: O(photos).
  @discardableResult
  public func removePhotosWithBasicMetadata() -> Bool {
    file.perform { database throws(SQLiteDatabase.Failure) in
      try database.run("DELETE FROM photos WHERE basic = 1")
    }
  }

  // MARK: Memory

  /// Frees the memory that speeds up repeated calls, such as the cache of the database's pages.
  package func releaseMemory() { file.releaseMemory() }
}
