import ArgumentParser
import BrowserHost
import Desktop
import GalleryCore
import Glibc
import Imaging
import ImagingTestSupport
import Localization
import Motion
import PhotoGrid
import TestSupport
import Testing
import Views

@testable import ViewerApp

@MainActor @Suite struct GallerySceneTests {
  private let folder: TemporaryFolder
  private let rig = StageRig(480, 320)
  private let scene: GalleryScene

  init() throws {
    folder = try TemporaryFolder()
    try folder.write([1], named: "a.jpg")
    try folder.write([1, 2], named: "b.jpg")
    scene = Self.scene(of: folder)
    scene.gallery.fillsParent = true
    rig.stage.root.add(scene.gallery)
    rig.wait(0.05)
  }

  private static func scene(of folder: TemporaryFolder) -> GalleryScene {
    let request = LibraryRequest(
      title: "p", sources: [.folder(FilePath(folder.path), title: "p")])
    return GalleryScene(
      LiveLibrary(request, order: .init(), watch: nil), pipeline: .silent(), log: Log())
  }

  private var names: [String] { scene.gallery.contents.items.map(\.name) }

  /// Performs an action and waits for the change of the grid.
  private func change(after action: () -> Void) async {
    let scene = scene
    await withCheckedContinuation { continuation in
      scene.onChange = { _ in
        scene.onChange = nil
        continuation.resume()
      }
      action()
    }
  }

  @Test func `a scene reads its folder when it first appears`() async {
    #expect(names == [])
    await change { scene.willAppear() }
    #expect(names == ["a.jpg", "b.jpg"])
    #expect(scene.live.paths == scene.live.library.paths)
  }

  private func changeLanguage(to catalogue: TextCatalogue) {
    TextCatalogue.$testOverride.withValue(catalogue) { scene.languageDidChange() }
  }

  @Test func `texts of folder cards follow a catalogue that is opened later`() async throws {
    mkdir(folder.file("trip"), 0o755)
    try folder.write([1], named: "trip/c.jpg")
    await change { scene.willAppear() }
    #expect(scene.gallery.contents.cards.map(\.detail) == ["1 picture"])
    let german = TextCatalogue { message in
      message.text == "{count} picture" ? "{count} Bild" : nil
    }
    changeLanguage(to: german)
    #expect(scene.gallery.contents.cards.map(\.detail) == ["1 Bild"])
    #expect(scene.gallery.contents.items.count == 3)
  }

  @Test func `pages of a document are fitted into their cells, other pictures as preferred`() throws
  {
    let document = LibraryRequest(
      title: "p", sources: [.folder(FilePath("/x/a.pdf"), title: "a.pdf")])
    #expect(document.hasOnlyDocumentPages && !scene.isOfDocument)
    let pages = GalleryScene(
      LiveLibrary(document, order: .init(), watch: nil), pipeline: .silent(), log: Log())
    for (isWhole, fits) in [(nil, ThumbnailFit.fill), (true, .whole), (false, .fill)] {
      var options = try ViewerOptions.parse([])
      options.wholeThumbnails = isWhole
      scene.adopt(options)
      pages.adopt(options)
      #expect(scene.gallery.fit == fits && pages.gallery.fit == .whole)
    }
  }

  @Test func `the initial focus is set once`() async {
    let path = FilePath(folder.file("b.jpg"))
    scene.findInitialFocus = { $0.index(of: path) }
    await change { scene.willAppear() }
    #expect(scene.gallery.state.focus == 1)
    await change { _ = scene.perform(.reverseOrder, at: rig.now) }
    #expect(scene.gallery.state.focus == 0, "it stays with its picture")
  }

  @Test func `a focus that ends with the last photo of a filter is reported`() async throws {
    let path = FilePath(folder.file("b.jpg"))
    scene.findInitialFocus = { $0.index(of: path) }
    await change { scene.willAppear() }
    var chosen: [[String]] = []
    scene.onSelectionChange = { [unowned scene] in
      chosen.append(scene.selectedOrFocusedPhotos.map(\.displayName))
    }
    let filter = try PhotoFilter.parse("no-such-name")
    await change { scene.live.filter(by: filter) }
    #expect(names == [] && chosen == [[]])
  }

  @Test func `the focus and the offset before a search return with the photo`() async throws {
    for number in 10..<90 { try folder.write([1], named: "p\(number).jpg") }
    await change { scene.willAppear() }
    rig.wait(0.05)
    scene.gallery.moveFocus(toPage: 52)
    rig.wait(2)
    let gallery = scene.gallery
    func offset() -> Double { gallery.state.offset(at: gallery.lastTime) }
    let (photo, start) = (scene.focusedPhoto, offset())
    #expect(photo == FilePath(folder.file("p60.jpg")) && start > 0)
    func search(_ text: String) async throws {
      let filter = try PhotoFilter.parse(text)
      await change { scene.live.filter(by: filter) }
    }
    // The list without the photo gives the focus to another one, or to none.
    try await search("a.jpg")
    try await search("no-such-name")
    #expect(names == [] && scene.focusedPhoto == nil)
    try await search("p6")
    #expect(scene.focusedPhoto == photo && offset() == 0)
    try await search("")
    #expect(scene.focusedPhoto == photo && offset() == start)
    // A photo that the user chooses in the result keeps the focus.
    try await search("p1")
    scene.gallery.moveFocus(toPage: 3)
    try await search("")
    #expect(scene.focusedPhoto == FilePath(folder.file("p13.jpg")))
  }

  @Test func `commands sort the grid`() async {
    await change { scene.willAppear() }
    await change { _ = scene.perform(.sortBySize, at: rig.now) }
    #expect(names == ["b.jpg", "a.jpg"])
    await change { _ = scene.perform(.reverseOrder, at: rig.now) }
    #expect(names == ["a.jpg", "b.jpg"])
    #expect(!scene.perform(.panLeft, at: rig.now))
  }

  @Test func `the menu has the commands that rotate and flip the selected photos`() async {
    func enabled() -> Set<Command> {
      Set(
        scene.menuCommands.compactMap { entry -> Command? in
          if case .command(let command, _, true) = entry { command } else { nil }
        })
    }
    let turns: Set<Command> = [
      .rotateRight, .rotateLeft, .flipHorizontally, .flipVertically, .turnPixels,
    ]
    #expect(enabled().isDisjoint(with: turns), "an empty grid has no photo to rotate")
    await change { scene.willAppear() }
    #expect(enabled().isSuperset(of: turns))
  }

  @Test func `the menu moves the rejected photos to the trash where there are photos`() async {
    func isEnabled() -> Bool {
      scene.menuCommands.contains { entry in
        if case .command(.deleteRejected, _, true) = entry { true } else { false }
      }
    }
    #expect(!isEnabled())
    await change { scene.willAppear() }
    #expect(isEnabled(), "no photo is selected or has the focus")
  }

  @Test func `the size of a photo that is rewritten is shown again`() async throws {
    await change { scene.willAppear() }
    var updates = 0
    scene.onSelectionChange = { updates += 1 }
    try folder.write([1, 2, 3], named: "a.jpg")
    await change { scene.live.apply([.rewritten(Array(folder.file("a.jpg").utf8))]) }
    #expect(updates > 0)
  }

  @Test func `Back leads to a folder that was left before it was read`() {
    let first = scene.live.request
    let (second, third) = (
      LibraryRequest(folder: FilePath("/none/b")), LibraryRequest(folder: FilePath("/none/c"))
    )
    scene.open(second)
    scene.open(third)
    scene.open(third)
    #expect(scene.goBack() && scene.live.request == second)
    #expect(scene.goBack() && scene.live.request == first)
    #expect(!scene.goBack())
  }

  @Test func `a folder is shown again with the focus on the photo at which it was left`()
    async throws
  {
    let other = try TemporaryFolder()
    try other.write([1], named: "c.jpg")
    try other.write([1], named: "d.jpg")
    await change { scene.willAppear() }
    scene.gallery.moveFocus(toPage: 1)
    let request = LibraryRequest(folder: FilePath(other.path))
    await change { scene.open(request, at: FilePath(other.file("d.jpg"))) }
    #expect(names == ["c.jpg", "d.jpg"] && scene.gallery.state.focus == 1)
    scene.gallery.moveFocus(toPage: 0)
    var pages: [Int] = []
    scene.onAwaitedPhotoFocus = { pages.append($0) }
    await change { _ = scene.goBack() }
    #expect(names == ["a.jpg", "b.jpg"] && scene.gallery.state.focus == 1)
    #expect(pages == [1])
    withExtendedLifetime(other) {}
  }

  @Test func `a scene without references is released`() {
    weak var gone: GalleryScene?
    do {
      let scene = Self.scene(of: folder)
      gone = scene
    }
    #expect(gone == nil)
  }
}
