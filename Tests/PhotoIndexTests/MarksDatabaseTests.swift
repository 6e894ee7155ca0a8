import Glibc
import TestSupport
import Testing

@testable import PhotoIndex

@Suite struct MarksDatabaseTests {
  private static let (folder, name) = (Array("/a".utf8), Array("1.jpg".utf8))

  private static func marks(_ stars: Int?, size: Int64 = 10) -> MarksDatabase.Marks {
    var photo = IndexedPhoto(
      stamp: .init(modified: 1_700_000_000_123_456_789, size: size, sidecarModified: 5))
    (photo.rating, photo.flag, photo.label) = (stars, 1, 5)
    return MarksDatabase.Marks(photo)
  }

  @Test func `stored marks are read back by folder until they are removed`() throws {
    let temporary = try TemporaryFolder()
    let odd: [UInt8] = [0xFF, 0x0A, 0x27, 0x00, 0x41]
    do {
      let kept = try #require(MarksDatabase(folder: temporary.path + "/deep/state"))
      #expect(kept.store(Self.marks(4), of: Self.name, in: Self.folder))
      #expect(kept.store(Self.marks(nil), of: odd, in: Self.folder))
      #expect(kept.store(Self.marks(-1), of: Self.name, in: Array("/a/b".utf8)))
      #expect(kept.store(Self.marks(2, size: 11), of: Self.name, in: Self.folder))
    }
    let kept = try #require(MarksDatabase(folder: temporary.path + "/deep/state", makesFile: false))
    #expect(
      kept.marks(in: Self.folder) == [Self.name: Self.marks(2, size: 11), odd: Self.marks(nil)])
    let other = try #require(MarksDatabase(folder: temporary.path + "/deep/state"))
    other.remove(Self.name, in: Self.folder)
    #expect(kept.marks(in: Self.folder) == [odd: Self.marks(nil)])
    #expect(kept.marks(in: Array("/a/b".utf8)) == [Self.name: Self.marks(-1)])
  }

  @Test func `no file is made before there are marks`() throws {
    let temporary = try TemporaryFolder()
    #expect(MarksDatabase(folder: temporary.path, makesFile: false) == nil)
    #expect(access(temporary.file(MarksDatabase.fileName), F_OK) != 0)
    #expect(MarksDatabase(folder: "/dev/null/x") == nil)
  }

  @Test func `the marks stay when the index is deleted`() throws {
    let temporary = try TemporaryFolder()
    let kept = try #require(MarksDatabase(folder: temporary.path))
    _ = try #require(PhotoIndex(folder: temporary.path))
    #expect(kept.store(Self.marks(4), of: Self.name, in: Self.folder))
    #expect(PhotoIndex.delete(in: temporary.path))
    #expect(kept.marks(in: Self.folder) == [Self.name: Self.marks(4)])
  }

  @Test func `a file of a newer version is left as it is and not used`() throws {
    let temporary = try TemporaryFolder()
    do {
      let sqlite = try #require(SQLiteLibrary.shared)
      let newer = try SQLiteDatabase(
        path: temporary.file(MarksDatabase.fileName), sqlite, busyMilliseconds: 10)
      try newer.run("CREATE TABLE marks (x); PRAGMA user_version = 2")
    }
    let bytes = try temporary.read(MarksDatabase.fileName)
    #expect(MarksDatabase(folder: temporary.path) == nil)
    #expect(try temporary.read(MarksDatabase.fileName) == bytes)
  }

  @Test(arguments: [0, 4096]) func `a damaged file is moved aside`(at offset: Int) throws {
    let temporary = try TemporaryFolder()
    let path = temporary.file(MarksDatabase.fileName)
    do {
      let kept = try #require(MarksDatabase(folder: temporary.path))
      for number in 0..<30 {
        let name = Array(repeating: UInt8(ascii: "n"), count: 800) + Array("\(number)".utf8)
        _ = kept.store(Self.marks(1), of: name, in: Self.folder)
      }
    }
    // The last connection has moved the write-ahead log into the file.
    let descriptor = open(path, O_WRONLY)
    #expect(descriptor >= 0)
    let garbage = [UInt8](repeating: 7, count: 4096)
    garbage.withUnsafeBytes { _ = pwrite(descriptor, $0.baseAddress, $0.count, offset) }
    close(descriptor)
    let size = try temporary.read(MarksDatabase.fileName).count
    let kept = try #require(MarksDatabase(folder: temporary.path))
    // Damage is found when the file is opened, or when it is used.
    #expect(kept.store(Self.marks(4), of: Self.name, in: Self.folder))
    #expect(kept.marks(in: Self.folder) == [Self.name: Self.marks(4)])
    #expect(try temporary.read("\(MarksDatabase.fileName).damaged").count == size)
  }
}
