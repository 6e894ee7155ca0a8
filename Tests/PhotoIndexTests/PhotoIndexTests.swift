import Glibc
import TestSupport
import Testing

@testable import PhotoIndex

@Suite struct PhotoIndexTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func photo(_ taken: Double?, size: Int64 = 10) -> IndexedPhoto {
    IndexedPhoto(stamp: .init(modified: 1_700_000_000_123_456_789, size: size), taken: taken)
  }

  private static func all(_ index: PhotoIndex, in folder: String) -> [[UInt8]: IndexedPhoto] {
    var found: [[UInt8]: IndexedPhoto] = [:]
    index.read(folder: bytes(folder)) { found[$0] = $1 }
    return found
  }

  @Test func `stored photos are read back by folder, with all facts`() throws {
    let folder = try TemporaryFolder()
    let index = try #require(PhotoIndex(folder: folder.path + "/deep/cache"))
    var full = Self.photo(1234.5)
    full.camera = "Canon EOS R5"
    full.lens = "EF 24–70"
    full.rating = -1
    (full.flag, full.label) = (2, 5)
    full.keywords = "fjord\nevening"
    full.place = "Bergen\nNorway"
    full.stamp.sidecarModified = 1_700_000_001_000_000_001
    (full.width, full.height, full.orientation) = (6000, 4000, 6)
    (full.inode, full.sequence, full.isAnimated) = (UInt64.max - 4, 61335, false)
    let odd: [UInt8] = [0xFF, 0x0A, 0x27, 0x00, 0x41]
    #expect(
      index.store(
        [
          (Self.bytes("/a"), Self.bytes("1.jpg"), full), (Self.bytes("/a"), odd, Self.photo(nil)),
          (Self.bytes("/a/b"), Self.bytes("1.jpg"), Self.photo(7)),
        ], now: 1))
    #expect(Self.all(index, in: "/a") == [Self.bytes("1.jpg"): full, odd: Self.photo(nil)])
    #expect(Self.all(index, in: "/a/b").count == 1 && Self.all(index, in: "/").isEmpty)
    #expect(index.store([(Self.bytes("/a"), odd, Self.photo(9, size: 11))], now: 2))
    #expect(Self.all(index, in: "/a")[odd] == Self.photo(9, size: 11) && index.count == 3)
  }

  @Test func `an index whose memory was freed is read and written as before`() throws {
    let folder = try TemporaryFolder()
    let index = try #require(PhotoIndex(folder: folder.path))
    index.store([(Self.bytes("/a"), Self.bytes("1.jpg"), Self.photo(1))], now: 1)
    #expect(Self.all(index, in: "/a").count == 1)
    index.releaseMemory()
    #expect(index.store([(Self.bytes("/a"), Self.bytes("2.jpg"), Self.photo(2))], now: 2))
    #expect(
      Self.all(index, in: "/a")
        == [Self.bytes("1.jpg"): Self.photo(1), Self.bytes("2.jpg"): Self.photo(2)])
  }

  @Test func `the states of photos are read by a range of names`() throws {
    let folder = try TemporaryFolder()
    let index = try #require(PhotoIndex(folder: folder.path))
    var photo = Self.photo(7, size: 11)
    photo.stamp.sidecarModified = 5
    (photo.inode, photo.rating) = (UInt64.max, 3)
    let names = ["B", "a", "b", "b\u{E9}", "c"]
    var rows: [PhotoIndex.Row] = names.map { (Self.bytes("/a"), Self.bytes($0), photo) }
    rows.append((Self.bytes("/a/b"), Self.bytes("b"), photo))
    #expect(index.store(rows, now: 1))
    var found: [String: IndexedPhoto] = [:]
    index.readStates(
      folder: Self.bytes("/a"), from: Self.bytes("a"), through: Self.bytes("b\u{E9}")
    ) {
      found[String(decoding: $0, as: UTF8.self)] = $1
    }
    #expect(found.keys.sorted() == ["a", "b", "b\u{E9}"])
    var state = IndexedPhoto(stamp: photo.stamp)
    state.inode = photo.inode
    #expect(found.values.allSatisfy { $0 == state }, "only stamp and inode number are read")
  }

  @Test func `an unknown inode number matches every file`() {
    var photo = Self.photo(1)
    #expect(photo.isOfFile(inode: 7) && photo.isOfFile(inode: 0))
    photo.inode = 7
    #expect(photo.isOfFile(inode: 7) && photo.isOfFile(inode: 0) && !photo.isOfFile(inode: 8))
  }

  @Test func `a rating out of range is clamped, in a row as well`() throws {
    var photo = Self.photo(1)
    photo.rating = 99
    #expect(photo.rating == 5)
    photo.rating = -7
    #expect(photo.rating == -1)
    let folder = try TemporaryFolder()
    let index = try #require(PhotoIndex(folder: folder.path))
    index.store([(Self.bytes("/a"), Self.bytes("1"), Self.photo(1))], now: 1)
    let sqlite = try #require(SQLiteLibrary.shared)
    let other = try SQLiteDatabase(
      path: "\(folder.path)/\(PhotoIndex.fileName)", sqlite, busyMilliseconds: 1000)
    try other.run("UPDATE photos SET rating = 120")
    #expect(Self.all(index, in: "/a").values.map(\.rating) == [5])
  }

  @Test func `photos that were read without libgexiv2 can be removed`() throws {
    let folder = try TemporaryFolder()
    let index = try #require(PhotoIndex(folder: folder.path))
    var basic = Self.photo(1)
    basic.hasBasicMetadataOnly = true
    index.store(
      [
        (Self.bytes("/a"), Self.bytes("basic"), basic),
        (Self.bytes("/a"), Self.bytes("full"), Self.photo(2)),
      ], now: 1)
    #expect(Self.all(index, in: "/a")[Self.bytes("basic")] == basic)
    #expect(index.removePhotosWithBasicMetadata())
    #expect(Self.all(index, in: "/a").keys.map { $0 } == [Self.bytes("full")])
  }

  @Test func `the index stays after closing, and two programs share it`() throws {
    let folder = try TemporaryFolder()
    do {
      let index = try #require(PhotoIndex(folder: folder.path))
      index.store([(Self.bytes("/a"), Self.bytes("1"), Self.photo(1))], now: 1)
    }
    let one = try #require(PhotoIndex(folder: folder.path))
    let two = try #require(PhotoIndex(folder: folder.path))
    one.store([(Self.bytes("/a"), Self.bytes("2"), Self.photo(2))], now: 1)
    two.store([(Self.bytes("/a"), Self.bytes("3"), Self.photo(3))], now: 1)
    #expect(Self.all(one, in: "/a").count == 3 && Self.all(two, in: "/a").count == 3)
  }

  @Test(arguments: [0, 1, 100, 4096, 20_000]) func `a damaged file is replaced`(at offset: Int)
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path + "/photos.sqlite"
    do {
      let index = try #require(PhotoIndex(folder: folder.path))
      let rows = (0..<2000).map { (Self.bytes("/a"), Self.bytes("\($0).jpg"), Self.photo(1)) }
      index.store(rows, now: 1)
    }
    // The last connection has moved the write-ahead log into the file.
    let descriptor = open(path, O_WRONLY)
    #expect(descriptor >= 0)
    let garbage = (0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }
    garbage.withUnsafeBytes { _ = pwrite(descriptor, $0.baseAddress, $0.count, offset) }
    close(descriptor)
    let index = try #require(PhotoIndex(folder: folder.path))
    // Damage is found when the index is opened, or when its rows are read.
    _ = Self.all(index, in: "/a")
    _ = index.count
    #expect(index.store([(Self.bytes("/b"), Self.bytes("1"), Self.photo(5))], now: 2))
    #expect(Self.all(index, in: "/b").count == 1)
  }

  @Test func `a database of another version is replaced, an unusable place gives no index`() throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path + "/photos.sqlite"
    do {
      let sqlite = try #require(SQLiteLibrary.shared)
      let other = try SQLiteDatabase(path: path, sqlite, busyMilliseconds: 10)
      try other.run("CREATE TABLE photos (x); PRAGMA user_version = 77")
    }
    let index = try #require(PhotoIndex(folder: folder.path))
    #expect(index.store([(Self.bytes("/b"), Self.bytes("1"), Self.photo(5))], now: 2))
    #expect(PhotoIndex(folder: "/dev/null/x") == nil)
    #expect(PhotoIndex.delete(in: folder.path))
    #expect(PhotoIndex.delete(in: folder.path), "deleting nothing succeeds")
  }

  @Test func `the folder may be behind a symbolic link, the file must not be one`() throws {
    let folder = try TemporaryFolder()
    #expect(mkdir(folder.file("real"), 0o755) == 0)
    #expect(symlink("real", folder.file("link")) == 0)
    let index = try #require(PhotoIndex(folder: folder.file("link/cache")))
    #expect(index.store([(Self.bytes("/a"), Self.bytes("1"), Self.photo(1))], now: 1))
    #expect(Self.all(index, in: "/a").count == 1)
    #expect(symlink("cache/photos.sqlite", folder.file("real/photos.sqlite")) == 0)
    #expect(PhotoIndex(folder: folder.file("real")) == nil)
  }

  @Test func `the number of rows is bounded: the oldest go first`() throws {
    let folder = try TemporaryFolder()
    let index = try #require(PhotoIndex(folder: folder.path))
    for day in 1...5 {
      index.store(
        (0..<10).map { (Self.bytes("/\(day)"), Self.bytes("\($0)"), Self.photo(1)) },
        now: Int64(day))
    }
    #expect(index.prune(to: 25))
    #expect(index.count == 25)
    #expect(Self.all(index, in: "/1").isEmpty && Self.all(index, in: "/5").count == 10)
  }
}
