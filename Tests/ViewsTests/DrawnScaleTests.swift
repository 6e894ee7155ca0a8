import Drawing
import Geometry
import Input
import Motion
import Pixels
import TestSupport
import Testing
import Views

/// A view that is drawn in another size than its own, for the time of an animation.
@MainActor @Suite struct DrawnScaleTests {
  private let fixture = StageFixture(60, 60)
  private let block = Block(Rect(x: 10, y: 10, width: 40, height: 40), .white)
  private let child = Block(Rect(x: 30, y: 0, width: 20, height: 10), .black)

  init() {
    block.add(child)
    fixture.stage.root.add(block)
    fixture.frame()
  }

  @Test func `it is smaller about its middle, with its children`() {
    block.drawnScale = 0.5
    let damage = fixture.frame()
    #expect(damage == [Rect(x: 10, y: 10, width: 50, height: 40)], "where it was and is")
    #expect(fixture.buffer.pixel(x: 19, y: 30) == 0)
    #expect(fixture.buffer.pixel(x: 20, y: 30) == 0xFFFF_FFFF)
    #expect(fixture.buffer.pixel(x: 39, y: 39) == 0xFFFF_FFFF)
    #expect(fixture.buffer.pixel(x: 40, y: 30) == 0)
    #expect(fixture.buffer.pixel(x: 35, y: 20) == 0xFF00_0000)
    #expect(fixture.buffer.pixel(x: 44, y: 24) == 0xFF00_0000)
    #expect(fixture.buffer.pixel(x: 44, y: 25) == 0)
    #expect(fixture.picture.isSame(as: fixture.redrawn()))
  }

  @Test func `what changes inside is drawn again where it is seen`() {
    block.drawnScale = 0.5
    fixture.frame()
    child.setNeedsDisplay(Rect(x: 0, y: 0, width: 4, height: 4))
    #expect(fixture.frame() == [Rect(x: 35, y: 20, width: 2, height: 2)])
  }

  @Test func `it hides only what it covers`() {
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

  @Test func `it feels nothing until it has its own size again`() {
    block.takes = { _ in true }
    block.drawnScale = 0.9
    #expect(!fixture.pointer(.pressed(.primary), 30, 30))
    block.drawnScale = 1
    #expect(fixture.pointer(.pressed(.primary), 30, 30))
    #expect(fixture.frame().isEmpty == false)
    #expect(fixture.picture.isSame(as: fixture.redrawn()))
  }

  @Test func `no size at all is nothing to be seen`() {
    block.drawnScale = 0
    fixture.frame()
    #expect(fixture.buffer.pixel(x: 30, y: 30) == 0)
  }
}
