import Geometry
import Motion
import Scenes
import TestSupport
import Testing
import Views

@testable import ViewerApp

/// The bar of the grid: title, tabs and buttons beside each other.
@MainActor @Suite struct GalleryBarTests {
  private final class EmptyScene: Scene {
    let view = View()
    var title: String { "Pictures of a long summer" }
  }

  @Test(arguments: [200.0, 260, 320, 480, 800, 1600], [2, 3, 4])
  func `the controls of a bar from 200 points on do not overlap`(width: Double, tabs: Int) {
    for scale in [1.0, 2] {
      let rig = StageRig(Int(width * scale), Int(200 * scale), scale: scale)
      let container = SceneContainer(
        (0..<tabs).map { _ in SceneContainer.Tab(EmptyScene(), icon: .folder) })
      container.fillsParent = true
      let bar = TitleBar()
      bar.isOverBar = true
      bar.backButton.isHidden = true
      bar.title = "Pictures of a long summer"
      rig.stage.root.add(container)
      rig.stage.root.add(bar)
      rig.frame()
      bar.frame = Rect(
        x: 0, y: 0, width: rig.stage.size.width, height: TitleBar.height(at: scale))
      LibraryScene.layOut(container.sceneTabBar, in: bar)
      rig.frame()
      let buttons = [bar.fullscreenButton, bar.menuButton].filter { !$0.isHidden }
      let frames = container.sceneTabBar.children.map(\.frame) + buttons.map(\.frame)
      for (index, one) in frames.enumerated() {
        #expect(one.minX >= 0 && one.maxX <= bar.bounds.width)
        for other in frames[..<index] { #expect(one.intersection(other)?.isEmpty ?? true) }
      }
      for tab in container.sceneTabBar.children where tabs < 4 || width > 200 {
        #expect(tab.frame.width >= 44 * scale - 1, "a finger can hit it")
      }
      #expect((bar.titleEnd ?? 0) < (container.sceneTabBar.children.first?.frame.minX ?? 0))
      #expect(width < 260 || tabs > 2 || !bar.fullscreenButton.isHidden)
    }
  }
}
