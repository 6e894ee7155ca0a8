import AccessibilityTree
import Motion
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
    tree.forgetCachedElements()
    return tree.focus
  }

  private func descriptionChanges() -> [String] {
    (tree.focusEvents() + tree.remainingEvents()).compactMap { event in
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
    #expect(descriptionChanges() == ["A beach at dusk"])
    #expect(descriptionChanges().isEmpty)
  }

  /// A screen reader would speak position and size once more.
  @Test func `of a caption that becomes known later, only the caption is spoken`() throws {
    rig.browser.accessiblePageTexts = { [words] _ in
      AccessiblePageTexts(name: "a.jpg", facts: words.facts)
    }
    _ = descriptionChanges()
    let page = try #require(focus)
    let description = try #require(tree.element(page)?.description)
    #expect(description.hasPrefix("1 of 3"))
    tree.didRead(.description(description), of: page)
    words.facts = ["Holidays", "A beach, at dusk, a beach"]
    let events = (tree.focusEvents() + tree.remainingEvents()).filter { event in
      switch event {
      case .descriptionChanged, .descriptionOutdated: true
      default: false
      }
    }
    #expect(
      events == [
        .descriptionChanged(page, "Holidays, A beach, at dusk, a beach"),
        .descriptionOutdated(page),
      ])
    words.facts = ["Holidays", "A beach, at dusk, a beach, a beach"]
    #expect(descriptionChanges() == ["a beach"])
  }

  @Test func `a description that has lost facts, or that changes during a motion, is not spoken`()
    throws
  {
    rig.browser.accessiblePageTexts = { [words] _ in
      AccessiblePageTexts(name: "a.jpg", facts: words.facts)
    }
    words.facts = ["3 stars", "A beach"]
    _ = descriptionChanges()
    let page = try #require(focus)
    let description = try #require(tree.element(page)?.description)
    tree.didRead(.description(description), of: page)
    words.facts = ["A beach"]
    let events = tree.focusEvents() + tree.remainingEvents()
    #expect(events.contains(.descriptionOutdated(page)))
    #expect(
      !events.contains {
        if case .descriptionChanged = $0 { true } else { false }
      })
    words.facts = ["A beach", "At dusk"]
    #expect((tree.focusEvents() + tree.remainingEvents(isMoving: true)).isEmpty)
    #expect(descriptionChanges().first?.contains("At dusk") == true)
  }

  /// A screen reader would speak the new rating twice.
  @Test func `a change that a toast tells is not reported as a description, too`() throws {
    rig.browser.accessiblePageTexts = { [words] _ in
      AccessiblePageTexts(name: "a.jpg", facts: words.facts)
    }
    var seconds = 100.0
    tree.now = { Timestamp(seconds: seconds) }
    let toast = Toast()
    rig.stage.root.add(toast)
    _ = descriptionChanges()
    let page = try #require(focus)
    let description = try #require(tree.element(page)?.description)
    tree.didRead(.description(description), of: page)
    words.facts = ["3 stars"]
    toast.show("Rate 3 stars")
    rig.wait(0.1)
    #expect(descriptionChanges().isEmpty)
    seconds += 3
    words.facts = ["2 stars"]
    #expect(descriptionChanges().first?.contains("2 stars") == true)
  }

  /// A screen reader would speak a label with the name of the browser.
  @Test func `the page indicator is a status bar`() throws {
    let stage = StageRig(200, 100)
    let tree = StageTree(of: stage.stage, application: "viewer")
    for indicator in [DotPageIndicator(), NumberPageIndicator()] as [any PageIndicator] {
      indicator.reload(count: 3, index: 1)
      stage.stage.root.add(indicator)
      stage.frame()
      tree.forgetCachedElements()
      let id = try #require(tree.child(0, of: StageTree.windowID))
      #expect(tree.element(id)?.role == .statusBar)
      indicator.removeFromParent()
    }
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
