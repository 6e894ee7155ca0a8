import BrowserHost
import Desktop
import Input
import TestSupport
import Testing
import Windowing

@testable import ViewerApp

/// The files and pictures in data that other programs offer.
@MainActor
@Suite(.tags(.seeded)) struct IncomingItemsTests {
  private func files(
    _ format: FileListFormat, _ text: String, host: String = ""
  ) -> (files: [String], isCut: Bool) {
    let list = format.files(in: Array(text.utf8), host: Array(host.utf8))
    return (list.files.map(\.display), list.isCut)
  }

  @Test func `a list of URIs may have comments, either line end and repetitions`() {
    let text = "# comment\r\nfile:///a%20b.jpg\r\n\r\nfile:///c.jpg\nfile:///a%20b.jpg"
    #expect(files(.uriList, text).files == ["/a b.jpg", "/c.jpg"])
  }

  @Test func `the name of this computer is allowed in a URI, another one is not`() {
    let text = "file://here/a.jpg\r\nfile://there/b.jpg\r\nfile://localhost/c.jpg"
    #expect(files(.uriList, text, host: "here").files == ["/a.jpg", "/c.jpg"])
  }

  @Test func `GNOME's list states whether the files were cut`() {
    #expect(files(.gnomeFiles, "cut\nfile:///a.jpg").isCut)
    #expect(files(.gnomeFiles, "copy\nfile:///a.jpg") == (["/a.jpg"], false))
    #expect(files(.gnomeFiles, "cut").files == [])
  }

  @Test func `Mozilla's address is UTF-16 and followed by a title`() {
    let bytes = Array("https://a.org/ü.jpg\nTitle".utf16).flatMap {
      [UInt8($0 & 0xff), UInt8($0 >> 8)]
    }
    let list = FileListFormat.mozillaURL.files(in: bytes + [7], host: [])
    #expect(list.files.count == 1)
    #expect(list.files.first?.webAddress != nil)
  }

  @Test func `a text is a list of files only when every line is a path`() {
    #expect(files(.plainText, "/a.jpg\n/b.jpg").files == ["/a.jpg", "/b.jpg"])
    #expect(files(.plainText, "a.jpg").files == [])
    #expect(files(.plainText, "/a.jpg is fine\nthat is not").files == [])
  }

  @Test func `paths are absolute and without dots`() {
    #expect(files(.uriList, "file:///a/../b/./c.jpg").files == ["/b/c.jpg"])
    #expect(files(.uriList, "javascript:alert(1)\ndata:image/png;base64,AA").files == [])
  }

  @Test func `arbitrary bytes make no path that is not absolute`() {
    var random = SeededGenerator(seed: 3)
    let parts = [
      "file://", "/", "\n", "\r", "%", "%00", "http://", "cut\n", "#", "\u{0}", "ä", "x",
    ]
    for _ in 0..<2000 {
      let text = (0..<12).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      for format in FileListFormat.allCases {
        for path in format.files(in: Array(text.utf8), host: []).files {
          #expect(path.webAddress != nil || path.bytes.first == UInt8(ascii: "/"))
          #expect(!path.bytes.contains(0))
        }
      }
    }
  }

  @Test func `the first offered type of picture is chosen, but PNG before uncompressed data`() {
    #expect(
      PictureDataType.preferred(among: ["text/html", "image/jpeg", "image/png"])?.name
        == "image/jpeg")
    #expect(PictureDataType.preferred(among: ["image/bmp", "image/png"])?.name == "image/png")
    #expect(PictureDataType.preferred(among: ["image/tiff"])?.fileExtension == "tif")
    #expect(PictureDataType.preferred(among: ["text/plain"]) == nil)
  }

  // MARK: Reading

  private func read(_ formats: [ClipboardFormat]) -> IncomingItems? {
    var result: IncomingItems?
    IncomingReader.read(OfferedData(formats)) { result = $0 }
    return result
  }

  @Test func `local files are preferred to a picture, a picture to an address`() {
    let picture = ClipboardFormat("image/png", [1, 2])
    let png = PictureDataType.preferred(among: ["image/png"])
    let file = ClipboardFormat("text/uri-list", Array("file:///a.jpg\r\n".utf8))
    #expect(read([picture, file]) == .files([FilePath("/a.jpg")], isCut: false))
    let address = ClipboardFormat("text/uri-list", Array("https://a.org/b.jpg\r\n".utf8))
    #expect(read([address, picture]) == png.map { .picture([1, 2], $0) })
    guard case .files(let files, _) = read([address]) else {
      Issue.record("no address")
      return
    }
    #expect(files.count == 1)
  }

  @Test func `KDE's marker states whether the files of a list were cut`() {
    let list = ClipboardFormat("text/uri-list", Array("file:///a.jpg\r\n".utf8))
    let cut = ClipboardFormat("application/x-kde-cutselection", Array("1".utf8))
    let copied = ClipboardFormat("application/x-kde-cutselection", Array("0".utf8))
    #expect(read([list, cut]) == .files([FilePath("/a.jpg")], isCut: true))
    #expect(read([list, copied]) == .files([FilePath("/a.jpg")], isCut: false))
  }

  @Test func `data without files and pictures is not supported`() {
    #expect(read([ClipboardFormat("text/plain", Array("words".utf8))]) == IncomingItems.none)
    #expect(read([ClipboardFormat("image/png", [])]) == IncomingItems.none)
  }

  // MARK: Drops

  @Test func `a drop opens, and copies or moves into the folder of a grid with Ctrl or Shift`() {
    let folder = FilePath("/album")
    let types = ["text/uri-list"]
    func intent(_ modifiers: Modifiers, _ folder: FilePath?) -> DropIntent? {
      DropIntent(types: types, modifiers: modifiers, folder: folder)
    }
    #expect(intent([], folder) == .open)
    #expect(intent(.control, folder) == .transfer(.copy, folder: folder))
    #expect(intent(.shift, folder) == .transfer(.move, folder: folder))
    #expect(intent(.control, nil) == .open)
    #expect(DropIntent(types: ["image/png"], modifiers: [], folder: nil) == .save)
    #expect(DropIntent(types: ["text/html"], modifiers: [], folder: nil) == nil)
    // A text may be an address, which is not copied into a folder.
    for type in ["UTF8_STRING", "text/plain"] {
      #expect(DropIntent(types: [type], modifiers: .control, folder: folder) == .open)
      #expect(DropIntent(types: [type, "image/png"], modifiers: [], folder: folder) == .save)
    }
  }

  @Test func `files that are opened are not moved`() {
    #expect(DropIntent.open.action(.move) == .copy)
    #expect(DropIntent.open.action(.link) == .link)
    #expect(DropIntent.transfer(.move, folder: FilePath("/")).action(.copy) == .move)
  }

  @Test func `the message about a pasted picture that cannot be saved states path and reason`() {
    let failure = DesktopError.unwritable(file: "/p/Pasted image.png", reason: "no space")
    let text = FileOperations.message(about: failure)
    #expect(text == "The picture could not be saved: /p/Pasted image.png: no space")
  }

  // MARK: Opening

  @Test func `one dropped file opens in its folder, several as a list`() {
    let file = OpeningArgument(path: FilePath("/p/a.jpg"), isFolder: false)
    let second = OpeningArgument(path: FilePath("/q/b.jpg"), isFolder: false)
    let folder = OpeningArgument(path: FilePath("/q"), isFolder: true)
    let one = OpeningDestination([file])
    #expect(one.photoToOpen == file.path)
    #expect(one.request.sources == [.folder(FilePath("/p"), title: "p")])
    #expect(
      OpeningDestination([file, second]).request.sources == [.files([file.path, second.path])])
    let mixed = OpeningDestination([file, folder])
    #expect(mixed.photoToOpen == nil)
    #expect(mixed.request.sources.count == 2)
  }
}
