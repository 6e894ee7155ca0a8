import PhotoBrowser
import Scenes
import TestSupport
import Testing

/// Tests of a browser inside a scene container that is swiped, too.
@MainActor @Suite struct NestedPagerTests {
  @MainActor private final class Page: Scene {
    let view: View
    let title = "Page"

    init(_ view: View) { self.view = view }
  }

  private let rig = StageRig(320, 240)
  private let banner = BannerView()
  private let container: SceneContainer

  init() {
    let page = View()
    banner.frame = Rect(x: 20, y: 100, width: 280, height: 100)
    page.add(banner)
    container = SceneContainer(
      [Page(View()), Page(page), Page(View())].map { SceneContainer.Tab($0, icon: .folder) },
      selected: 1)
    let pictures = [PhotoContent].album(3, 280, 100)
    banner.interval = nil
    banner.browser.pages = PageList(count: { 3 }) { $0.photo?.content = pictures[$0.index] }
    container.fillsParent = true
    rig.stage.root.add(container)
    rig.wait(0.05)
  }

  /// - Parameter moves: the number of events within a hundredth of a second; nil for a slow drag.
  private func drag(from: Point, to x: Double, moves: Int? = nil) {
    rig.press(from.x, from.y)
    if let moves {
      for move in 1...moves {
        let share = Double(move) / Double(moves)
        rig.stage.receive(
          .pointer(
            InputEvent.Pointer(
              .moved, at: Point(x: from.x + (x - from.x) * share, y: from.y),
              time: rig.now + 0.01 * share)))
      }
    } else {
      rig.drag(to: x, from.y, over: 0.3)
    }
    rig.release()
    rig.settle()
  }

  private var inBanner: Point { banner.originInStage + Vector(dx: 200, dy: 50) }

  @Test(arguments: [nil, 12]) func `A drag on the banner turns its pages, not the tabs`(
    _ moves: Int?
  ) {
    drag(from: inBanner, to: 40, moves: moves)
    #expect(banner.browser.pageIndex == 1 && container.selectedIndex == 1)
    drag(from: inBanner, to: 310, moves: moves)
    #expect(banner.browser.pageIndex == 0 && container.selectedIndex == 1)
  }

  @Test func `A drag beside the banner changes the tab`() {
    drag(from: Point(x: 280, y: 70), to: 40)
    #expect(banner.browser.pageIndex == 0 && container.selectedIndex == 2)
  }

  @Test func `At the end of a banner that does not loop, the tabs move`() {
    banner.isLooping = false
    drag(from: Point(x: 60, y: inBanner.y), to: 310)
    #expect(container.selectedIndex == 0 && banner.browser.pageIndex == 0)
  }

  @Test func `A banner of one page leaves the drag to the tabs`() {
    banner.browser.pages = PageList(count: { 1 }) { _ in }
    rig.settle()
    drag(from: inBanner, to: 40)
    #expect(container.selectedIndex == 2)
  }
}
