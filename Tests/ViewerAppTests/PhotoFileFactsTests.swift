import BrowserHost
import Drawing
import Glibc
import Localization
import PhotoBrowser
import Pixels
import TestSupport
import Testing

@testable import ViewerApp

@Suite struct PhotoFileFactsTests {
  @Test func `all known facts are listed in a fixed order`() {
    var facts = PhotoFileFacts(path: FilePath("/home/anna/Norway/fjord.jpg"))
    facts.size = PixelSize(width: 6000, height: 4000)
    facts.byteCount = 4_230_000
    facts.formatName = "JPEG"
    facts.profileName = "Display P3"
    facts.modificationSeconds = 1_700_000_000
    facts.albumPosition = "3 / 20"
    let caption = facts.caption()
    #expect(caption.title == DisplayText.name("fjord.jpg"))
    let lines = caption.text.split(separator: "\n")
    let date = PhotoFileFacts.dateText(1_700_000_000) ?? ""
    let first =
      "6000 × 4000, 24 MP  ·  4.2 MB  ·  JPEG  ·  Display P3  ·  Modified \(date)  ·  3 / 20"
    #expect(lines[0].replacing("\u{A0}", with: " ") == first)
    // Lines break between facts only.
    #expect(
      lines[0].split(separator: " ").map(String.init).allSatisfy {
        $0.hasSuffix("·") || $0 == "3\u{A0}/\u{A0}20"
      })
    #expect(lines[1] == DisplayText.name("/home/anna/Norway"))
    #expect(date.hasSuffix(" Nov 2023, " + date.suffix(5)), "\(date)")
  }

  @Test func `from right to left there is no empty line, and numbers keep their order`() {
    let catalogue = TextCatalogue(numbers: .standard) { message in
      message.text == "default:LTR" ? "default:RTL" : nil
    }
    TextCatalogue.$testOverride.withValue(catalogue) {
      var facts = PhotoFileFacts(path: FilePath("/p/a.jpg"))
      facts.formatName = "JPEG"
      facts.albumPosition = "3 / 20"
      let lines = facts.caption().text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(
        lines == [
          "\u{2067}\u{2068}JPEG\u{2069}\u{A0}\u{A0}·  "
            + "\u{2066}\u{200E}3\u{A0}/\u{A0}20\u{2069}\u{2069}",
          DisplayText.name("/p")[...],
        ])
    }
  }

  @MainActor @Test func `--info has the modification date in the form of ISO 8601`() {
    let status = FileStatus.file(bytes: 4_230_000, modified: 1_700_000_000)
    let lines = InfoPrinter.fileLines(FilePath("/photos/a.jpg"), status)
    #expect(lines.map(\.name) == ["File size", "Modified", "Folder"])
    let date = lines.first { $0.name == "Modified" }?.value ?? ""
    #expect(date.hasPrefix("2023-11-1") && date.count == 19, "\(date)")
  }

  @Test func `the folder is absolute, with a tilde for the home folder`() {
    for (path, current, shown) in [
      ("a.jpg", "/home/anna/Pictures", "~/Pictures"), ("../a.jpg", "/home/anna/Pictures", "~"),
      ("data/./b/a.jpg", "/srv", "/srv/data/b"), ("/home/annabel/a.jpg", "/", "/home/annabel"),
      ("/a.jpg", "/srv", "/"),
    ] {
      var facts = PhotoFileFacts(path: FilePath(path))
      facts.currentFolder = FilePath(current)
      facts.homeFolder = FilePath("/home/anna/")
      #expect(facts.caption().text == DisplayText.name(shown), "\(path)")
    }
    #expect(FilePath("/a/b").abbreviated(home: FilePath("/")) == FilePath("/a/b"))
    #expect(FilePath("/a/b").abbreviated(home: nil) == FilePath("/a/b"))
  }

  @Test func `unknown facts are left out`() {
    var facts = PhotoFileFacts(path: FilePath("fjord.jpg"))
    #expect(facts.caption().text == DisplayText.name("/"))
    facts.size = PixelSize(width: 16, height: 16)
    #expect(facts.caption().text.hasPrefix("16\u{A0}×\u{A0}16\n"))
    facts.modificationSeconds = .infinity
    #expect(facts.caption().text.hasPrefix("16\u{A0}×\u{A0}16\n"))
  }
}

@MainActor @Suite struct SaveCopyTests {
  private final class Log {
    var saved: [String] = []
  }

  @Test func `the proposed copy lies beside the photo, with its name selected`() {
    for (path, text, name) in [
      ("/a/b.jpg", "/a/b copy.jpg", "b copy"), ("/a/.hidden", "/a/.hidden copy", ".hidden copy"),
      ("/a/b.tar.gz", "/a/b.tar copy.gz", "b.tar copy"), ("/é ø.png", "/é ø copy.png", "é ø copy"),
    ] {
      let proposal = SaveCopySheet.proposal(for: FilePath(path))
      #expect(proposal.text == text)
      let letters = Array(proposal.text)
      #expect(String(letters[proposal.name]) == name)
    }
  }

  @Test func `a typed target is relative to the photo, to the home folder or absolute`() {
    func target(_ text: String) -> String? {
      SaveCopySheet.target(text, for: FilePath("/a/b.jpg"), home: FilePath("/home/x"))?.display
    }
    #expect(target("c.jpg") == "/a/c.jpg" && target("../c.jpg") == "/c.jpg")
    #expect(target("~/c.jpg") == "/home/x/c.jpg" && target("/c.jpg") == "/c.jpg")
    #expect(target("") == nil && target("/tmp/") == nil)
    #expect(target("~") == nil && target("~/") == nil && target("~/y/..") == nil)
    #expect(target("~//c.jpg") == "/home/x/c.jpg" && target("~/../c.jpg") == "/home/c.jpg")
    #expect(target("~c.jpg") == "/a/~c.jpg", "a name may begin with a tilde")
  }

  @Test func `a typed tilde is the home folder, as the beginning of a path and alone`() {
    func typed(_ text: String, home: FilePath?) -> String {
      FilePath.typed(text, in: FilePath("/a"), shownAs: "/a/", home: home).display
    }
    for home in [FilePath("/home/x"), FilePath("/home/x/")] {
      #expect(typed("~", home: home) == "/home/x" && typed("~/", home: home) == "/home/x")
      #expect(typed("~/b/c", home: home) == "/home/x/b/c")
      #expect(typed("~b", home: home) == "/a/~b" && typed("b/~", home: home) == "/a/b/~")
    }
    #expect(typed("~/b", home: nil) == "/a/~/b" && typed("~", home: FilePath("/")) == "/")
  }

  @Test func `the proposed copy of a picture in an archive lies beside the archive`() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], named: "book.cbz")
    let source = FilePath(folder.file("book.cbz/1/a.jpg"))
    let proposal = SaveCopySheet.proposal(for: source).text
    #expect(proposal == folder.file("a copy.jpg"))
    for text in [proposal, "a copy.jpg"] {
      let copy = SaveCopySheet.target(text, for: source, home: nil)
      #expect(copy == FilePath(folder.file("a copy.jpg")))
    }
  }

  @Test func `a typed path keeps the bytes of a folder that is not UTF-8`() {
    let folder = FilePath(Array("/f".utf8) + [0xFC])
    let source = folder.appending(Array("b.jpg".utf8))
    let proposal = SaveCopySheet.proposal(for: source).text
    let copy = SaveCopySheet.target(proposal, for: source, home: nil)
    #expect(copy == folder.appending(Array("b copy.jpg".utf8)))
    let shown = FilePath(folder.childPathPrefix).display
    func typed(_ text: String) -> FilePath {
      FilePath.typed(text, in: folder, shownAs: shown, home: nil)
    }
    let new = typed(shown + "new")
    #expect(new == folder.appending(Array("new".utf8)))
    #expect(typed(folder.display) == folder && typed("../x") == FilePath("/x"))
  }
}
