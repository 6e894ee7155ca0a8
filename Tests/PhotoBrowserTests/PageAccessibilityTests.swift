import AccessibilityTree
import TestSupport
import Testing
import Views

@testable import PhotoBrowser

/// Tests of the current page as an element for assistive programs.
@MainActor @Suite struct PageAccessibilityTests {
  /// The texts about the pages, which change while a test runs.
  private final class Words {
    var facts: [String] = []
  }

  private let rig = BrowserRig(.album(3), width: 480, height: 320)
  private let tree: StageTree
  private let words = Words()

  init() {
    rig.settle()
    tree = StageTree(of: rig.stage, application: "viewer")
  }

  private var focus: AccessibleID? {
    tree.beginTurn()
    return tree.focus
  }

  private func descriptionChanges() -> [String] {
    (tree.focusEvents() + tree.eventsAtRest()).compactMap { event in
      guard case .descriptionChanged(_, let text) = event else { return nil }
      return text
    }
  }

  /// A screen reader would speak the whole description once more.
  @Test func `a description is reported again only when it differs from what was read`() throws {
    rig.browser.accessiblePageTexts = { [words] _ in
      AccessiblePageTexts(name: "a.jpg", facts: words.facts)
    }
    _ = descriptionChanges()
    let page = try #require(focus)
    words.facts = ["A beach"]
    #expect(descriptionChanges().isEmpty)
    let description = try #require(tree.element(page)?.description)
    #expect(description.contains("A beach"))
    tree.didRead(.description(description), of: page)
    #expect(descriptionChanges().isEmpty)
    words.facts = ["A beach at dusk"]
    let changes = descriptionChanges()
    #expect(changes.count == 1 && changes.first?.contains("A beach at dusk") == true)
    #expect(descriptionChanges().isEmpty)
  }

  @Test func `a photo keeps its element at another index`() throws {
    rig.browser.accessiblePageTexts = { _ in AccessiblePageTexts(name: "a.jpg", identity: [1]) }
    let first = try #require(focus)
    rig.perform(.turn(1, animated: false))
    rig.settle()
    #expect(rig.browser.pageIndex == 1 && focus == first)
  }

  @Test func `photos of the same name are different elements`() throws {
    rig.browser.accessiblePageTexts = { page in
      AccessiblePageTexts(name: "a.jpg", identity: [UInt8(clamping: page)])
    }
    let first = try #require(focus)
    rig.perform(.turn(1, animated: false))
    rig.settle()
    #expect(focus != nil && focus != first)
  }
}
