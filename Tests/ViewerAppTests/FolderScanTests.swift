import BrowserHost
import Glibc
import TestSupport
import Testing

@testable import ViewerApp

@Suite struct FolderScanTests {
  @Test func `stamps read with a folder equal those read from its files`() throws {
    let folder = try TemporaryFolder()
    for name in ["a.jpg", "b.GIF", "c.mp4", "d.txt", "e.jpg.xmp", ".f.jpg"] {
      _ = try folder.write([1, 2, 3], named: name)
    }
    #expect(symlink("nowhere", folder.file("g.png")) == 0)
    let plain = try FolderScan.contents(of: FilePath(folder.path)).get()
    let stamped = try FolderScan.contents(of: FilePath(folder.path), withStamps: true).get()
    #expect(
      Set(stamped.pictures.map(\.path.displayName)) == ["a.jpg", "b.GIF", "c.mp4", "g.png"])
    #expect(plain.pictures.map(\.path) == stamped.pictures.map(\.path))
    #expect(plain.pictures.allSatisfy { $0.stamp == nil })
    for entry in stamped.pictures {
      #expect(entry.stamp == FileStamp.read(entry.path)?.stamp, "\(entry.path.displayName)")
    }
    #expect(stamped.sidecars == [Array("e.jpg.xmp".utf8)])
  }

  @Test func `a folder whose reading fails is listed in part, with the reason`() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], named: "a.jpg")
    let scanned = FolderScan.contents(of: FilePath(folder.path)) { handle in
      if let entry = readdir(handle) { return entry }
      errno = EIO
      return nil
    }
    let contents = try scanned.get()
    #expect(contents.pictures.map(\.path.displayName) == ["a.jpg"])
    #expect(contents.listingError?.reason == String(cString: strerror(EIO)))
    errno = EIO
    #expect(try FolderScan.contents(of: FilePath(folder.path)).get().listingError == nil)
  }

  @Test(arguments: [
    ("a.jpg", PictureName.Kind.picture), ("A.JPEG", .picture), ("a.gif", .animation),
    ("a.MP4", .clip), ("a.txt", .other), ("jpg", .other), (".jpg", .picture), ("a.", .other),
    ("a.longextension", .other), ("", .other), ("a.b/c", .other),
  ])
  func `the kind of a file comes from its extension`(name: String, kind: PictureName.Kind) {
    let bytes = Array(name.utf8)
    #expect(bytes.withUnsafeBytes(PictureName.kind) == kind)
    #expect(PictureName.isPicture(bytes) == (kind == .picture || kind == .animation))
  }

  @Test func `a tree is scanned in the order of its folders on any number of threads`() throws {
    let folder = try TemporaryFolder()
    for number in 0..<30 {
      let inner = "\(folder.path)/\(number)"
      #expect(mkdir(inner, 0o700) == 0 && mkdir(inner + "/deep", 0o700) == 0)
      _ = try folder.write([1], named: "\(number)/b.jpg")
      _ = try folder.write([1], named: "\(number)/a.jpg")
      _ = try folder.write([1], named: "\(number)/deep/c.jpg")
    }
    let request = LibraryRequest(
      title: "p", sources: [.folder(FilePath(folder.path), title: "p")])
    let library = LibraryScan(request, order: .init(isRecursive: true)).library
    let folders = library.sections.compactMap { section in
      section.folder.map { String($0.display.dropFirst(folder.path.count + 1)) }
    }
    #expect(folders == (0..<30).flatMap { ["\($0)", "\($0)/deep"] })
    #expect(library.paths.prefix(3).map(\.displayName) == ["a.jpg", "b.jpg", "c.jpg"])
    #expect(Set(library.items.map(\.id)).count == 90)
  }
}
