import BaseDirectories

/// A database of the marks (rating, flag, colour label) of photos beside which no sidecar can be
/// written. The marks are stored nowhere else: a damaged database is moved aside, and one of a
/// newer version is left as it is.
///
/// The file is a SQLite database in write-ahead mode; several programs can use it at once. All
/// calls block on the disk, so they belong on a background thread; they may come from any thread,
/// and are performed one at a time.
package final class MarksDatabase: Sendable {
  /// The marks of a photo: rating, flag and colour label.
  package struct Marks: Hashable, Sendable {
    /// The state of the photo's files at the time when it was marked.
    package var stamp: IndexedPhoto.Stamp
    /// The rating of the photo: 1 to 5 stars, 0 for unrated, −1 for rejected; nil for none.
    package var rating: Int?
    /// The flag of the photo, as in ``IndexedPhoto/flag``.
    package var flag: UInt8
    /// The colour label of the photo, as in ``IndexedPhoto/label``.
    package var label: UInt8

    /// Makes the marks of a photo from its properties.
    package init(_ photo: IndexedPhoto) {
      (stamp, rating, flag, label) = (photo.stamp, photo.rating, photo.flag, photo.label)
    }
  }

  /// The file name of the database of marks in its folder.
  package static let fileName = "marks.sqlite"

  private static let schema = SQLiteFile.Schema(
    version: 1,
    tables: """
      CREATE TABLE marks (
        folder BLOB NOT NULL, name BLOB NOT NULL, size INTEGER NOT NULL,
        modified INTEGER NOT NULL, sidecar INTEGER NOT NULL, rating INTEGER,
        flag INTEGER NOT NULL, label INTEGER NOT NULL,
        PRIMARY KEY (folder, name)) WITHOUT ROWID
      """,
    synchronous: "FULL", isCache: false)

  private let file: SQLiteFile

  /// Opens the database of marks in a folder.
  ///
  /// - Parameter makesFile: whether the folder and the file are made if they do not exist. Default:
  ///   true.
  /// - Returns: nil where SQLite is not installed, or the file does not exist, is of a newer
  ///   version, or cannot be opened or made.
  package init?(folder: String, makesFile: Bool = true) {
    guard
      let file = SQLiteFile(
        folder: folder, name: Self.fileName, Self.schema, makesFile: makesFile)
    else { return nil }
    self.file = file
  }

  /// The folder of the user's database of marks; nil when no folder for state data is known.
  package static var userFolder: String? { BaseDirectories.ofUser.state.map { "\($0)/pbview" } }

  /// The marks of the photos directly in a folder, by file name, as far as they can be read.
  ///
  /// - Parameter folder: the absolute path of the folder, without a slash at the end.
  package func marks(in folder: [UInt8]) -> [[UInt8]: Marks] {
    var found: [[UInt8]: Marks] = [:]
    file.perform { database throws(SQLiteDatabase.Failure) in
      let query = try database.statement(
        """
        SELECT name, size, modified, sidecar, rating, flag, label
        FROM marks WHERE folder = ?1
        """)
      query.bind(1, bytes: folder)
      while try query.next() {
        var photo = IndexedPhoto(
          stamp: .init(
            modified: query.integer(2) ?? 0, size: query.integer(1) ?? 0,
            sidecarModified: query.integer(3) ?? 0))
        photo.rating = query.integer(4).map { Int(clamping: $0) }
        photo.flag = UInt8(clamping: query.integer(5) ?? 0)
        photo.label = UInt8(clamping: query.integer(6) ?? 0)
        found[query.bytes(0)] = Marks(photo)
      }
    }
    return found
  }

  /// Stores the marks of the photo `name` in `folder`, in place of its former marks.
  ///
  /// - Returns: false when the marks could not be stored, for instance on a full disk.
  package func store(_ marks: Marks, of name: [UInt8], in folder: [UInt8]) -> Bool {
    func attempt() -> Bool {
      file.perform { database throws(SQLiteDatabase.Failure) in
        let insert = try database.statement(
          """
          INSERT OR REPLACE INTO marks
            (folder, name, size, modified, sidecar, rating, flag, label)
          VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
          """)
        insert.bind(1, bytes: folder)
        insert.bind(2, bytes: name)
        insert.bind(3, marks.stamp.size)
        insert.bind(4, marks.stamp.modified)
        insert.bind(5, marks.stamp.sidecarModified)
        insert.bind(6, marks.rating.map { Int64($0) })
        insert.bind(7, Int64(marks.flag))
        insert.bind(8, Int64(marks.label))
        try insert.run()
      }
    }
    // A damaged database fails the first attempt, and is replaced by an empty one for the second.
    return attempt() || attempt()
  }

  /// Removes the marks of the photo `name` in `folder`; an error is ignored.
  package func remove(_ name: [UInt8], in folder: [UInt8]) {
    file.perform { database throws(SQLiteDatabase.Failure) in
      let delete = try database.statement("DELETE FROM marks WHERE folder = ?1 AND name = ?2")
      delete.bind(1, bytes: folder)
      delete.bind(2, bytes: name)
      try delete.run()
    }
  }
}
