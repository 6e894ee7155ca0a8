import BrowserHost
import Testing

@testable import ViewerApp

@Suite struct OpeningPlanTests {
  private let here = FilePath("/home/me")

  /// The arguments in a text; a name that ends with a slash is a folder.
  private func arguments(_ text: String) -> [OpeningArgument] {
    text.split(separator: " ").map {
      OpeningArgument(path: FilePath(String($0)), isFolder: $0.hasSuffix("/"))
    }
  }

  private func plan(
    _ text: String, _ wanted: OpeningPlan.Scene? = nil, isList: Bool = false
  ) -> OpeningPlan? {
    OpeningPlan(arguments(text), wanted: wanted, isList: isList, in: here)
  }

  @Test func `an empty command line has no plan`() {
    #expect(plan("") == nil)
    #expect(plan("", .grid) == nil)
  }

  @Test(arguments: [
    ("/p/", false, OpeningPlan.Scene.grid), ("a.jpg", false, .browser),
    ("a.jpg b.jpg", false, .browser), ("/p/ /q/", false, .grid), ("/p/ a.jpg", false, .grid),
    ("a.jpg /p/", false, .grid), ("a.jpg b.jpg", true, .browser), ("a.jpg", true, .browser),
    ("/p/ a.jpg", true, .browser),
  ])
  func `folders open in the grid, files and lists in the browser, unless one is requested`(
    _ given: (String, Bool, OpeningPlan.Scene)
  ) {
    #expect(plan(given.0, isList: given.1)?.scene == given.2)
    #expect(plan(given.0, .grid, isList: given.1)?.scene == .grid)
    #expect(plan(given.0, .browser, isList: given.1)?.scene == .browser)
  }

  @Test func `a web address has no folder`() {
    let path = FilePath("http://example.org/a.jpg")
    #expect(plan("http://example.org/a.jpg")?.request == .list([path]))
    #expect(plan("http://example.org/a.jpg")?.scene == .browser)
    let grid = LibraryRequest(title: "Files", sources: [.files([path])])
    #expect(plan("http://example.org/a.jpg", .grid)?.request == .gridTabs([grid]))
  }

  @Test func `the browser begins at a file, a folder or a list`() {
    #expect(plan("a.jpg")?.request == .file(FilePath("a.jpg")))
    #expect(plan("/p/", .browser)?.request == .folder(FilePath("/p/")))
    #expect(plan("a b")?.request == .list([FilePath("a"), FilePath("b")]))
    #expect(plan("/p/ a", .browser)?.request == .list([FilePath("/p/"), FilePath("a")]))
    // The list is shown exactly, also if it has one file.
    #expect(plan("a", isList: true)?.request == .list([FilePath("a")]))
  }

  @Test func `the grid of one file shows its folder, with the file in focus`() {
    let plan = plan("/p/q/a.jpg", .grid)
    #expect(plan?.focus == FilePath("/p/q/a.jpg"))
    #expect(
      plan?.request
        == .gridTabs([
          LibraryRequest(title: "q", sources: [.folder(FilePath("/p/q"), title: "q")])
        ]))
  }

  @Test func `the grid of a list is one section`() {
    let files = [FilePath("b"), FilePath("a")]
    let one = [LibraryRequest(title: "Files", sources: [.files(files)])]
    #expect(plan("b a", .grid)?.request == .gridTabs(one))
    #expect(plan("b a b", .grid, isList: true)?.request == .gridTabs(one))
  }
}

@Suite struct LibraryRequestTests {
  @Test(arguments: [
    ("album", "/home/me/album/in/a.jpg", "album/in/a.jpg"), (".", "/home/me/a.jpg", "a.jpg"),
    ("/p", "/p/a.jpg", "/p/a.jpg"), ("album", "/p/a.jpg", "/p/a.jpg"),
  ])
  func `an absolute path is found in a folder with a relative one`(
    folder: String, file: String, listed: String
  ) {
    let request = LibraryRequest(title: "", sources: [.folder(FilePath(folder), title: "")])
    #expect(request.listedPath(of: FilePath(file), in: FilePath("/home/me")) == FilePath(listed))
  }

  private func groups(_ text: String, in current: String = "/home/me") -> [LibraryRequest] {
    LibraryRequest.tabRequests(
      for: text.split(separator: " ").map {
        OpeningArgument(path: FilePath(String($0)), isFolder: $0.hasSuffix("/"))
      }, in: FilePath(current))
  }

  /// Titles of the groups, and of the folders in them.
  private func story(_ groups: [LibraryRequest]) -> [String] {
    groups.map { group in
      let parts = group.sources.map { source in
        switch source {
        case .folder(let path, let title): "\(title)=\(path.display)"
        case .files(let files): "files " + files.map(\.display).joined(separator: ",")
        }
      }
      return "\(group.title): " + parts.joined(separator: " ")
    }
  }

  @Test func `sibling folders share a tab`() {
    #expect(
      story(groups("/home/me/a/x/ /mnt/z/ /home/me/a/y/"))
        == ["a: x=/home/me/a/x y=/home/me/a/y", "z: z=/mnt/z"])
  }

  @Test func `relative folders have their real names`() {
    #expect(story(groups("./")) == ["me: me=."])
    #expect(story(groups("../")) == ["home: home=.."])
    #expect(story(groups("a/ b/")) == ["me: a=a b=b"])
    #expect(story(groups("a/.././b/")) == ["b: b=a/.././b"])
    #expect(story(groups("/")) == ["/: /=/"])
  }

  @Test func `a path given twice is shown once`() {
    #expect(story(groups("a/ ./a/ /home/me/a/ b/../a/")) == ["a: a=a"])
    #expect(story(groups("x ./x y/../x")) == ["Files: files x"])
    // A file in a folder that is shown is not listed individually.
    #expect(story(groups("a/ a/1.jpg 2.jpg")) == ["a: a=a files 2.jpg"])
  }

  @Test func `single files have a section, and a tab of their own beside several`() {
    #expect(story(groups("1.jpg a/ 2.jpg")) == ["a: files 1.jpg,2.jpg a=a"])
    #expect(story(groups("a/ 1.jpg")) == ["a: a=a files 1.jpg"])
    #expect(
      story(groups("1.jpg a/ /mnt/z/")) == ["a: a=a", "z: z=/mnt/z", "Files: files 1.jpg"])
  }

  @Test func `subfolders are named relative to the given folder`() {
    let one = LibraryRequest(title: "p", sources: [.folder(FilePath("/p"), title: "p")])
    #expect(one.title(of: FilePath("/p"), in: 0) == "p")
    #expect(one.title(of: FilePath("/p/2023/Rome"), in: 0) == "2023 / Rome")
    let two = LibraryRequest(
      title: "t",
      sources: [.folder(FilePath("."), title: "me"), .folder(FilePath("/q"), title: "q")])
    #expect(two.title(of: FilePath("2023/Rome"), in: 0) == "me / 2023 / Rome")
    #expect(two.title(of: FilePath("/q/1\n"), in: 1) == "q / 1␊")
  }
}
