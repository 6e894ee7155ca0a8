import ArgumentParser
import BrowserHost
import TestSupport
import Testing

@testable import ViewerApp

struct DesktopSessionClientTests {
  private func words(
    showing path: String?, of list: [String] = [], filter: String? = nil,
    preferences: String? = nil
  ) -> [String] {
    DesktopSessionClient.restoreArguments(
      showing: path.map { FilePath($0) }, of: list.map { FilePath($0) }, filter: filter,
      preferences: preferences.map { FilePath($0) }, in: FilePath("/home/me")
    ).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a photo or a folder is shown again by its absolute path`() {
    #expect(words(showing: "a.jpg") == ["--no-reuse", "--", "/home/me/a.jpg"])
    #expect(words(showing: "/b") == ["--no-reuse", "--", "/b"])
    #expect(words(showing: nil) == ["--no-reuse", "--"])
    #expect(words(showing: "http://x/y.jpg").last == "http://x/y.jpg")
  }

  @Test func `a list is shown again at its photo, unless it was left or is too long`() {
    let list = ["a.jpg", "/b.jpg", "c"]
    let whole = ["/home/me/a.jpg", "/b.jpg", "/home/me/c"]
    #expect(
      words(showing: "/b.jpg", of: list) == ["--no-reuse", "--start", "/b.jpg", "--"] + whole)
    #expect(words(showing: "/d.jpg", of: list) == ["--no-reuse", "--", "/d.jpg"])
    let long = (0..<5000).map { "/\($0).jpg" }
    #expect(words(showing: "/7.jpg", of: long) == ["--no-reuse", "--", "/7.jpg"])
  }

  @Test func `a filtered grid is filtered again`() throws {
    let given = words(showing: "/b", filter: "-flag:reject rating>=3")
    #expect(given == ["--no-reuse", "--filter=-flag:reject rating>=3", "--", "/b"])
    let options = try ViewerOptions.parse(given)
    #expect(options.filter?.text == "-flag:reject rating>=3" && options.paths == ["/b"])
  }

  @Test @MainActor
  func `the given filter counts until the library of the pages has been read`() async throws {
    let folder = try TemporaryFolder()
    let given = try PhotoFilter.parse("rating>=3")
    let other = try PhotoFilter.parse("flag:pick")
    func filter(of live: LiveLibrary?) -> String? {
      DesktopSessionClient.filter(of: live, given: given)?.text
    }
    #expect(filter(of: nil) == "rating>=3", "a list that has not been filtered yet")
    let request = LibraryRequest(
      title: "p", sources: [.folder(FilePath(folder.path), title: "p")])
    let live = LiveLibrary(request, order: .init(), watch: nil)
    #expect(filter(of: live) == "rating>=3", "the folder is being read")
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      live.onChange = { [unowned live] _ in
        live.onChange = nil
        continuation.resume()
      }
      live.reload()
    }
    #expect(filter(of: live) == nil, "the user has removed the filter")
    live.filter(by: other)
    #expect(filter(of: live) == "flag:pick")
  }

  @Test func `a preferences file of the command line is used again`() {
    let given = words(showing: "/b", preferences: "p")
    #expect(given == ["--no-reuse", "--config", "/home/me/p", "--", "/b"])
  }
}
