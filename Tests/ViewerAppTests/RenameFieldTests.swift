import BrowserHost
import Desktop
import GalleryCore
import Geometry
import Imaging
import ImagingTestSupport
import Input
import Motion
import PhotoGrid
import TestSupport
import Testing
import Views

@testable import ViewerApp

/// The field in which a photo of a grid is renamed in place.
@MainActor @Suite struct RenameFieldTests {
  /// The calls of a field.
  private final class Calls {
    var renamed: [String] = []
    var next: [String] = []
  }

  private let folder: TemporaryFolder
  private let rig = StageRig(480, 320)
  private let scene: GalleryScene
  private let calls = Calls()

  init() async throws {
    folder = try TemporaryFolder()
    for number in 10..<40 { try folder.write([1], named: "p\(number).jpg") }
    let request = LibraryRequest(
      title: "p", sources: [.folder(FilePath(folder.path), title: "p")])
    scene = GalleryScene(
      LiveLibrary(request, order: .init(), watch: nil), pipeline: .silent(), log: Log())
    scene.gallery.fillsParent = true
    rig.stage.root.add(scene.gallery)
    rig.wait(0.05)
    await change { scene.willAppear() }
    rig.wait(1)
  }

  private func path(_ name: String) -> FilePath { FilePath(folder.file(name)) }

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

  /// Opens the field of a photo.
  private func open(_ name: String) throws -> RenameField {
    let file = path(name)
    let photos = Renaming.photos(
      [Transfer.Photo(shown: file, files: [file])], in: FilePath("/"))
    let field = RenameField(try #require(photos.first), at: scene.nameAnchor(of: file))
    let calls = calls
    field.onRename = { calls.renamed.append($0.targetOfShownFile.displayName) }
    field.onRenameNext = { calls.next.append($0.shown.displayName) }
    field.open(on: rig.stage)
    rig.frame()
    return field
  }

  /// Performs an action, waits for the check of the name that it begins, and compares the number of
  /// its problems.
  private func expect(
    problems: Int, of field: RenameField, after action: () -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let found: Int = await withCheckedContinuation { continuation in
      field.onCheck = { problems in
        field.onCheck = { _ in }
        continuation.resume(returning: problems)
      }
      action()
    }
    #expect(found == problems, sourceLocation: sourceLocation)
  }

  private func press(_ name: KeyEvent.Name, _ modifiers: Modifiers = []) {
    rig.stage.receive(.key(KeyEvent(name, modifiers: modifiers, time: rig.now)))
  }

  private func enter(_ text: String) {
    for character in text {
      rig.stage.receive(
        .key(KeyEvent(.character(character), text: String(character), time: rig.now)))
    }
  }

  /// The vertical centre of the field, in the stage's coordinates.
  private func middle(of field: RenameField) -> Double {
    field.field.originInStage.y + field.field.frame.height / 2
  }

  // MARK: Keys

  @Test func `Return renames the photo, whose name is selected without the extension`() async throws
  {
    let field = try open("p10.jpg")
    enter("new")
    #expect(field.field.text == "new.jpg")
    await expect(problems: 0, of: field) { press(.enter) }
    #expect(calls.renamed == ["new.jpg"] && field.parent == nil && rig.stage.focus == nil)
  }

  @Test func `Escape leaves the name as it is`() throws {
    let field = try open("p10.jpg")
    enter("new")
    press(.escape)
    #expect(calls.renamed.isEmpty && field.parent == nil && rig.stage.focus == nil)
  }

  @Test func `Return on an unchanged name closes the field only`() async throws {
    let field = try open("p10.jpg")
    await expect(problems: 0, of: field) { press(.enter) }
    #expect(calls.renamed.isEmpty && field.parent == nil)
  }

  @Test func `Tab renames the photo and goes on to the next one, Shift+Tab to the one before`()
    async throws
  {
    let field = try open("p11.jpg")
    enter("new")
    await expect(problems: 0, of: field) { press(.tab) }
    #expect(calls.renamed == ["new.jpg"] && calls.next == ["p12.jpg"])
    #expect(scene.focusedPhoto == path("p12.jpg") && field.parent == nil)
    let other = try open("p12.jpg")
    await expect(problems: 0, of: other) { press(.tab, .shift) }
    #expect(calls.renamed.count == 1 && calls.next == ["p12.jpg", "p11.jpg"])
  }

  @Test func `Tab on the last photo only renames it`() async throws {
    let field = try open("p39.jpg")
    enter("new")
    await expect(problems: 0, of: field) { press(.tab) }
    #expect(calls.renamed == ["new.jpg"] && calls.next.isEmpty && field.parent == nil)
  }

  @Test func `the keys of the grid have no effect while a name is edited`() throws {
    let field = try open("p10.jpg")
    let focus = scene.gallery.state.focus
    for key in [KeyEvent.Name.down, .up, .pageDown, .function(2)] { press(key) }
    rig.wait(0.5)
    #expect(scene.gallery.state.focus == focus && field.parent != nil)
    #expect(scene.gallery.state.offset(at: rig.now) == 0)
  }

  // MARK: Problems

  @Test func `a name that cannot be given is explained, and Return keeps the field`() async throws {
    let field = try open("p10.jpg")
    enter("a/b")
    #expect(field.warning.text == Renaming.Problem.containsSlash.sentence)
    press(.enter)
    rig.frame()
    #expect(field.parent != nil && field.warning.frame.minY >= field.field.frame.maxY)
    for _ in 0..<3 { press(.backspace) }
    await expect(problems: 1, of: field) { enter("p11") }
    #expect(field.warning.text == Renaming.Problem.alreadyExists.sentence)
    await expect(problems: 1, of: field) { press(.enter) }
    #expect(calls.renamed.isEmpty && field.parent != nil && field.field.isFocused)
    await expect(problems: 0, of: field) { enter("x") }
    #expect(field.warning.text.isEmpty)
    await expect(problems: 0, of: field) { press(.enter) }
    #expect(calls.renamed == ["p11x.jpg"] && field.parent == nil)
  }

  @Test func `the explanation is above the field at the lower edge of the window`() throws {
    let field = try open("p39.jpg")
    enter("/")
    rig.frame()
    #expect(field.warning.frame.maxY <= field.field.frame.minY)
    #expect(field.warning.originInStage.y >= 0)
  }

  // MARK: Focus

  @Test func `a press beside the field renames the photo, and opens no other one`() async throws {
    let field = try open("p10.jpg")
    var opened: [Int] = []
    scene.onOpen = { opened.append($0) }
    enter("new")
    await expect(problems: 0, of: field) { rig.press(470, 300) }
    rig.release()
    rig.wait(0.5)
    #expect(calls.renamed == ["new.jpg"] && field.parent == nil && opened.isEmpty)
  }

  @Test func `a press beside a name with a problem leaves it`() throws {
    let field = try open("p10.jpg")
    enter("/")
    rig.press(470, 300)
    #expect(calls.renamed.isEmpty && field.parent == nil)
  }

  @Test func `a press on the field moves its caret`() throws {
    let field = try open("p10.jpg")
    let place = field.field.originInStage
    rig.press(place.x + 13, place.y + 19)
    rig.release()
    enter("x")
    #expect(field.field.text == "xp10.jpg" && field.parent != nil)
  }

  @Test func `the loss of the focus renames the photo, unless its name has a problem`() throws {
    let field = try open("p10.jpg")
    enter("new")
    rig.stage.setFocus(nil)
    rig.frame()
    #expect(calls.renamed == ["new.jpg"] && field.parent == nil)
    let other = try open("p11.jpg")
    enter("/")
    rig.stage.setFocus(nil)
    rig.frame()
    #expect(calls.renamed.count == 1 && other.parent == nil)
  }

  // MARK: Place

  @Test(arguments: [false, true])
  func `the field is at the name, or at the lower edge of a cell without one`(showsNames: Bool)
    throws
  {
    scene.gallery.options.showsNames = showsNames
    rig.wait(1)
    let field = try open("p11.jpg")
    let name = try #require(scene.gallery.nameFrame(of: 1))
    #expect(abs(middle(of: field) - name.midY) <= 1)
    let left = field.field.originInStage.x
    #expect(left <= name.midX && name.midX <= left + field.field.frame.width)
  }

  @Test func `the wheel scrolls the grid, and the field stays at its cell`() throws {
    let field = try open("p10.jpg")
    let before = middle(of: field)
    let place = field.field.originInStage + Vector(dx: 20, dy: 10)
    rig.scroll(.wheel, Vector(dx: 0, dy: 1), at: place)
    rig.wait(2)
    let offset = scene.gallery.state.offset(at: rig.now)
    #expect(offset > 0 && abs(before - offset - middle(of: field)) <= 1)
    #expect(field.field.isFocused)
  }

  @Test func `typing scrolls the name back into view`() throws {
    let field = try open("p10.jpg")
    scene.gallery.perform(.scroll(to: 900, animated: false), at: rig.now)
    rig.frame()
    #expect(middle(of: field) < 0)
    enter("x")
    rig.frame()
    #expect(middle(of: field) > 0)
  }

  @Test func `the field grows with the name, but not beyond the window`() throws {
    let field = try open("p10.jpg")
    let width = field.field.frame.width
    enter(String(repeating: "w", count: 28))
    rig.frame()
    let grown = field.field.frame.width
    #expect(grown > width && grown >= field.field.naturalWidth)
    enter(String(repeating: "w", count: 200))
    rig.frame()
    let (left, most) = (field.field.originInStage.x, field.field.frame.width)
    #expect(left >= 0 && left + most <= 480 && most < field.field.naturalWidth)
  }

  // MARK: Changes

  @Test func `a photo that goes together with the focus is not renamed`() async throws {
    let field = try open("p11.jpg")
    enter("new")
    await change { scene.live.apply([.removed(path("p11.jpg").bytes)]) }
    rig.stage.setFocus(nil)
    rig.frame()
    #expect(field.parent == nil && calls.renamed.isEmpty)
  }

  @Test func `the field leaves with its photo, without renaming it`() async throws {
    let field = try open("p11.jpg")
    enter("new")
    await change { scene.live.apply([.removed(path("p10.jpg").bytes)]) }
    rig.wait(1)
    #expect(field.parent != nil, "another photo went")
    let name = try #require(scene.gallery.nameFrame(of: 0))
    #expect(abs(middle(of: field) - name.midY) <= 1, "the field followed its cell")
    await change { scene.live.apply([.removed(path("p11.jpg").bytes)]) }
    rig.wait(1)
    #expect(field.parent == nil && rig.stage.focus == nil && calls.renamed.isEmpty)
  }
}
