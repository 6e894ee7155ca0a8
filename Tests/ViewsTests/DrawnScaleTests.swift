import Drawing
import Geometry
import Input
import Motion
import Pixels
import TestSupport
import Testing
import Views

/// Views with a `drawnScale` other than 1, as during an animation.
@MainActor @Suite struct DrawnScaleTests {
  private let fixture = StageFixture(60, 60)
  private let block = Block(Rect(x: 10, y: 10, width: 40, height: 40), .white)
  private let child = Block(Rect(x: 30, y: 0, width: 20, height: 10), .black)

  init() {
    block.add(child)
    fixture.stage.root.add(block)
    fixture.frame()
  }

  @Test func `a scaled view and its children shrink about the view's centre`() {
    block.drawnScale = 0.5
    let damage = fixture.frame()
    #expect(damage == [Rect(x: 10, y: 10, width: 50, height: 40)], "the old and the new area")
    #expect(fixture.buffer.pixel(x: 19, y: 30) == 0)
    #expect(fixture.buffer.pixel(x: 20, y: 30) == 0xFFFF_FFFF)
    #expect(fixture.buffer.pixel(x: 39, y: 39) == 0xFFFF_FFFF)
    #expect(fixture.buffer.pixel(x: 40, y: 30) == 0)
    #expect(fixture.buffer.pixel(x: 35, y: 20) == 0xFF00_0000)
    #expect(fixture.buffer.pixel(x: 44, y: 24) == 0xFF00_0000)
    #expect(fixture.buffer.pixel(x: 44, y: 25) == 0)
    #expect(fixture.picture.isSame(as: fixture.redrawn()))
  }

  @Test func `damage inside a scaled view is scaled with it`() {
    block.drawnScale = 0.5
    fixture.frame()
    child.setNeedsDisplay(Rect(x: 0, y: 0, width: 4, height: 4))
    #expect(fixture.frame() == [Rect(x: 35, y: 20, width: 2, height: 2)])
  }

  @Test func `a scaled opaque view hides only the area it covers`() {
    let behind = Block(Rect(x: 0, y: 0, width: 60, height: 60), .white)
    fixture.stage.root.insert(behind, at: 0)
    behind.isOpaque = true
    block.isOpaque = true
    block.color = .black
    fixture.frame()
    block.drawnScale = 0.5
    fixture.frame()
    #expect(fixture.buffer.pixel(x: 12, y: 12) == 0xFFFF_FFFF)
    #expect(fixture.buffer.pixel(x: 30, y: 30) == 0xFF00_0000)
    #expect(fixture.picture.isSame(as: fixture.redrawn()))
  }

  @Test func `a scaled view gets no events until its scale is 1`() {
    block.takes = { _ in true }
    block.drawnScale = 0.9
    #expect(!fixture.pointer(.pressed(.primary), 30, 30))
    block.drawnScale = 1
    #expect(fixture.pointer(.pressed(.primary), 30, 30))
    #expect(fixture.frame().isEmpty == false)
    #expect(fixture.picture.isSame(as: fixture.redrawn()))
  }

  @Test func `a scale of 0 draws nothing`() {
    block.drawnScale = 0
    fixture.frame()
    #expect(fixture.buffer.pixel(x: 30, y: 30) == 0)
  }
}
