import GalleryCore
import Geometry
import Input
import TestSupport
import Testing
import Views

@testable import PhotoGrid

@MainActor @Suite struct FilmstripTouchTests {
  private let rig = StageRig(600, 80)
  private let strip = Filmstrip()

  init() {
    strip.leaves = Filmstrip.Leaves(count: 50, shownIndex: 0)
    strip.frame = Rect(x: 0, y: 0, width: 600, height: 80)
    rig.stage.root.add(strip)
    strip.setShown(true, animated: false)
    rig.draw()
  }

  private func touch(_ id: UInt32, _ phase: InputEvent.Touch.Phase, _ x: Double) {
    rig.stage.receive(
      .touch(InputEvent.Touch(id: id, phase, at: Point(x: x, y: 40), time: rig.now)))
  }

  @Test func `only the finger that came down last moves the row or chooses a thumbnail`() {
    var chosen: [Int] = []
    strip.onChoose = { chosen.append($0) }
    let start = strip.state.frame(of: 0, at: rig.now).minX
    touch(1, .began, 500)
    touch(1, .moved, 400)
    touch(1, .moved, 300)
    #expect(strip.state.frame(of: 0, at: rig.now).minX == start - 100)
    touch(2, .began, 50)
    touch(1, .moved, 290)
    touch(2, .moved, 40)
    #expect(strip.state.frame(of: 0, at: rig.now).minX == start - 100)
    touch(2, .moved, 30)
    #expect(strip.state.frame(of: 0, at: rig.now).minX == start - 110)
    touch(1, .ended, 290)
    touch(2, .ended, 30)
    #expect(chosen.isEmpty)

    let middle = strip.state.frame(of: 4, at: rig.now).midX
    touch(3, .began, 400)
    touch(4, .began, middle)
    touch(3, .ended, 400)
    #expect(chosen.isEmpty)
    touch(4, .ended, middle)
    #expect(chosen == [4])
  }
}
