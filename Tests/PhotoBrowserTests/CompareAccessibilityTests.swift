import AccessibilityTree
import Drawing
import Motion
import TestSupport
import Testing
import Views

@testable import PhotoBrowser

@MainActor @Suite struct CompareAccessibilityTests {
  private let rig = StageRig(480, 320)
  private let sources = (0..<2).map { _ in PageSource(.album(4)) }
  private let compare: CompareView
  private let tree: StageTree

  init() {
    let panes = sources.enumerated().map { number, source in
      let browser = Browser(options: BrowserOptions())
      browser.initialIndex = number
      browser.dataSource = source
      browser.accessiblePageTexts = { AccessiblePageTexts(name: "photo \($0)") }
      return ComparePane(number, browser: browser, caption: View())
    }
    compare = CompareView(panes, background: .black)
    rig.stage.root.add(compare)
    compare.open(at: rig.now)
    rig.settle()
    tree = StageTree(of: rig.stage, application: "viewer")
  }

  private var focus: String? {
    tree.forgetCachedElements()
    return tree.focus.flatMap { tree.element($0)?.name }
  }

  /// The names of the photos in the order in which a screen reader finds them.
  private var photos: [String] {
    tree.forgetCachedElements()
    guard let view = tree.child(0, of: StageTree.windowID) else { return [] }
    return (0..<tree.childCount(of: view)).compactMap { tree.child($0, of: view) }
      .compactMap { tree.child(0, of: $0) }.compactMap { tree.element($0)?.name }
  }

  @Test func `the photo with the ring has the focus`() {
    #expect(focus == "photo 0")
    compare.moveFocus(by: 1)
    #expect(focus == "photo 1")
    compare.moveFocus(by: 1)
    #expect(focus == "photo 0")
  }

  @Test func `an assistive program gives the focus to a photo`() throws {
    let view = try #require(tree.child(0, of: StageTree.windowID))
    let pane = try #require(tree.child(1, of: view))
    tree.perform(.focus, on: try #require(tree.child(0, of: pane)))
    #expect(compare.focusedPane.number == 1 && focus == "photo 1")
  }

  @Test func `the photos are found in reading order, whichever is in front`() {
    #expect(photos == ["photo 0", "photo 1"])
    compare.moveFocus(by: 1)
    compare.swapFocusedPane(at: rig.now)
    #expect(photos == ["photo 1", "photo 0"])
    compare.swapFocusedPane(at: rig.now)
    #expect(photos == ["photo 0", "photo 1"])
  }
}
