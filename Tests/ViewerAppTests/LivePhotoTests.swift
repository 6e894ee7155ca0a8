import BrowserHost
import Glibc
import PhotoGrid
import TestSupport
import Testing

@testable import ViewerApp

@Suite struct ClipNameTests {
  @Test(arguments: [
    ("a.mp4", true), ("A.MOV", true), ("film.of.us.WebM", true), ("x.m2ts", true), ("mp4", false),
    ("a.jpg", false), ("a.mp4.part", false), ("a.", false), ("", false), ("a.mp4x", false),
  ])
  func `a clip is recognised by its extension`(name: String, isClip: Bool) {
    #expect(ClipName.isClip(Array(name.utf8)) == isClip)
    #expect(PictureName.isUnhiddenPictureOrClip(Array(name.utf8)) == (isClip || name == "a.jpg"))
  }

  @Test func `no extension is both a picture's and a clip's`() {
    for name in ClipName.extensions {
      #expect(!PictureName.isPicture(Array("a.\(name)".utf8)), "\(name)")
      #expect(GalleryItem(FilePath("a.\(name)")).kind == .video)
    }
  }

  @Test func `hidden clips are not shown`() {
    #expect(!PictureName.isUnhiddenPictureOrClip(Array(".a.mp4".utf8)))
  }
}

@Suite struct LivePhotoTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ names: String..., bytes: Int = 10) throws {
    for name in names {
      try folder.write([UInt8](repeating: 1, count: bytes), named: Array(name.utf8))
    }
  }

  private var listed: [String] {
    let contents = try? FolderScan.contents(of: FilePath(folder.path)).get()
    return (contents?.pictures ?? []).map(\.path.displayName).sorted()
  }

  private func clip(of name: String) -> String? {
    LivePhoto.clip(of: FilePath(folder.file(name)))?.displayName
  }

  @Test func `a still and its clip are one item`() throws {
    try write("IMG_1.HEIC", "IMG_1.MOV", "b.jpg", "b.mp4", "c.jpg", "d.mov")
    #expect(listed == ["IMG_1.HEIC", "b.jpg", "c.jpg", "d.mov"])
    #expect(clip(of: "IMG_1.HEIC") == "IMG_1.MOV")
    #expect(clip(of: "b.jpg") == "b.mp4")
    #expect(clip(of: "c.jpg") == nil)
  }

  @Test func `a large film beside a picture of its name is a separate item`() throws {
    try write("a.jpg")
    try write("a.mp4", bytes: 17_000_000)
    #expect(listed == ["a.jpg", "a.mp4"])
    #expect(clip(of: "a.jpg") == nil)
    #expect(!LivePhoto.isClipOfPhoto(FilePath(folder.file("a.mp4"))))
  }

  @Test func `only formats that phones write form live photos`() throws {
    try write("a.png", "a.mov", "b.jpg", "b.webm", "c.jpg", "cc.mov")
    #expect(listed == ["a.mov", "a.png", "b.jpg", "b.webm", "c.jpg", "cc.mov"])
  }

  @Test func `a clip that arrives beside its still is part of the photo`() throws {
    try write("a.jpg", "a.MP4", "b.MP4")
    #expect(LivePhoto.isClipOfPhoto(FilePath(folder.file("a.MP4"))))
    #expect(!LivePhoto.isClipOfPhoto(FilePath(folder.file("b.MP4"))))
    #expect(!LivePhoto.isClipOfPhoto(FilePath(folder.file("a.jpg"))))
  }
}
