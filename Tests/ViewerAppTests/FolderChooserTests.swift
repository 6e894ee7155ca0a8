import BrowserHost
import Glibc
import Input
import TestSupport
import Testing
import Views

@testable import ViewerApp

/// The sheet in which the user chooses a folder.
@MainActor @Suite struct FolderChooserTests {
  private let top: TemporaryFolder

  init() throws {
    top = try TemporaryFolder()
    for name in ["a", "b"] { #expect(mkdir(top.file(name), 0o755) == 0) }
  }

  private func path(_ name: String) -> FilePath { FilePath(top.file(name)) }

  /// Waits until a folder is listed after an action.
  private func listing(of chooser: FolderChooser, after action: () -> Void = {}) async {
    await withCheckedContinuation { continuation in
      chooser.onFolderListed = { _ in
        chooser.onFolderListed = { _ in }
        continuation.resume()
      }
      action()
    }
  }

  private func field(of chooser: FolderChooser) throws -> TextField {
    try #require(chooser.tabStops.lazy.compactMap { $0 as? TextField }.first)
  }

  /// The folder that is chosen by a press of the button.
  private func chosen(by chooser: FolderChooser) async throws -> FilePath {
    let button = try #require(
      chooser.tabStops.lazy.compactMap { $0 as? PillButton }.first { $0.title == "Copy" })
    return await withCheckedContinuation { continuation in
      chooser.onChoose = { continuation.resume(returning: $0) }
      button.action()
    }
  }

  @Test func `the button chooses the folder that was typed and not entered`() async throws {
    let chooser = FolderChooser(in: path("a"), verb: "Copy", takesPhotos: true)
    await listing(of: chooser)
    let field = try field(of: chooser)
    #expect(field.text == top.file("a"))
    field.text = top.file("b")
    #expect(try await chosen(by: chooser) == path("b"))
  }

  @Test func `Ctrl+Enter in the path field chooses the typed folder`() async throws {
    let rig = StageRig(800, 600)
    let chooser = FolderChooser(in: path("a"), verb: "Copy", takesPhotos: true)
    chooser.open(on: rig.stage)
    await listing(of: chooser)
    let field = try field(of: chooser)
    field.text = top.file("b")
    rig.stage.setFocus(field)
    let folder = await withCheckedContinuation {
      (continuation: CheckedContinuation<FilePath, Never>) in
      chooser.onChoose = { continuation.resume(returning: $0) }
      rig.stage.receive(.key(KeyEvent(.enter, modifiers: .control, time: rig.now)))
    }
    #expect(folder == path("b"))
  }

  @Test func `a slash typed in the list begins a path, whose digits choose no favourite`()
    async throws
  {
    let rig = StageRig(800, 600)
    let chooser = FolderChooser(in: path("a"), verb: "Copy", takesPhotos: true)
    chooser.targets = [TargetFolders.Target(folder: path("b"), isFavourite: true)]
    chooser.open(on: rig.stage)
    await listing(of: chooser)
    var chosen: [FilePath] = []
    chooser.onChoose = { chosen.append($0) }
    for letter in "/1b" {
      rig.stage.receive(
        .key(KeyEvent(.character(letter), text: String(letter), time: rig.now)))
    }
    #expect(try field(of: chooser).text == "/1b")
    #expect(chosen.isEmpty && !chooser.isLeaving)
  }

  @Test func `the button chooses the listed folder`() async throws {
    let chooser = FolderChooser(in: path("a"), verb: "Copy", takesPhotos: true)
    await listing(of: chooser)
    #expect(try await chosen(by: chooser) == path("a"))
  }

  @Test func `the nearest existing folder above one that is gone is listed first`() async throws {
    let gone = path("b/gone/deeper")
    try #require(FolderChooser.nearestExisting(gone) == path("b"))
    let chooser = FolderChooser(in: gone, verb: "Copy", takesPhotos: true)
    await listing(of: chooser)
    #expect(try field(of: chooser).text == top.file("b"))
    #expect(try await chosen(by: chooser) == path("b"))
  }
}
