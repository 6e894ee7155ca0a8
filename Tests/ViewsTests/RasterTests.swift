import Drawing
import Geometry
import Pixels
import TestSupport
import Testing
import Views

@MainActor @Suite struct RasterTests {
  /// A stage with a rasterized half-transparent block, whose child reaches beyond it, over a ground
  /// whose colour changes.
  private let fixture = StageFixture(40, 40)
  private let ground = Block(Rect(x: 0, y: 0, width: 40, height: 40), .black)
  private let block = Block(
    Rect(x: 5, y: 6, width: 10, height: 8), Color(red: 1, green: 0, blue: 0, alpha: 0.5))
  private let child = Block(Rect(x: 8, y: -2, width: 6, height: 5))

  init() {
    block.isRasterized = true
    block.add(child)
    fixture.stage.root.add(ground)
    fixture.stage.root.add(block)
  }

  @Test func `a change behind a rasterized view does not redraw the view`() {
    fixture.frame()
    #expect(fixture.buffer.pixel(x: 6, y: 10) == 0xFF80_0000)
    #expect(fixture.buffer.pixel(x: 18, y: 5) == 0xFFFF_FFFF)
    for color in [Color.white, .black, .white] {
      ground.color = color
      fixture.frame()
    }
    #expect(fixture.buffer.pixel(x: 6, y: 10) == 0xFFFF_7F7F)
    #expect(fixture.buffer.pixel(x: 30, y: 30) == 0xFFFF_FFFF)
    #expect(block.drawn.count == 1)
    #expect(child.drawn.count == 1)
  }

  @Test func `a rasterized view looks the same as a directly drawn one`() {
    fixture.frame()
    let rasterized = fixture.picture
    block.isRasterized = false
    fixture.frame()
    #expect(fixture.picture.isSame(as: rasterized))
  }

  @Test func `moving a rasterized view does not redraw it`() {
    fixture.frame()
    block.frame.origin = Point(x: 20, y: 20)
    fixture.frame()
    #expect(fixture.buffer.pixel(x: 6, y: 10) == 0xFF00_0000)
    #expect(fixture.buffer.pixel(x: 21, y: 24) == 0xFF80_0000)
    #expect(block.drawn.count == 1)
  }

  @Test func `a rasterized view fades as a whole without a redraw`() {
    fixture.frame()
    block.alpha = 0.5
    fixture.frame()
    #expect(fixture.buffer.pixel(x: 6, y: 10) == 0xFF40_0000)
    #expect(fixture.buffer.pixel(x: 18, y: 5) == 0xFF80_8080)
    #expect(block.drawn.count == 1)
  }

  @Test func `every change inside a rasterized view becomes visible`() {
    fixture.frame()
    child.color = .black
    fixture.frame()
    #expect(fixture.buffer.pixel(x: 18, y: 5) == 0xFF00_0000)
    child.color = .white
    child.frame.origin.x = 0
    fixture.frame()
    #expect(fixture.buffer.pixel(x: 18, y: 5) == 0xFF00_0000)
    #expect(fixture.buffer.pixel(x: 6, y: 5) == 0xFFFF_FFFF)
    child.isHidden = true
    fixture.frame()
    #expect(fixture.buffer.pixel(x: 6, y: 5) == 0xFF00_0000)
    block.frame.size.width = 20
    fixture.frame()
    #expect(fixture.buffer.pixel(x: 24, y: 10) == 0xFF80_0000)
    child.isHidden = false
    child.removeFromParent()
    block.add(child)
    child.alpha = 0.5
    fixture.frame()
    #expect(fixture.buffer.pixel(x: 6, y: 5) == 0xFF80_8080)
    #expect(fixture.picture.isSame(as: fixture.redrawn()))
  }

  @Test func `a rasterized view is redrawn when it is shown after hiding`() {
    fixture.frame()
    block.isHidden = true
    fixture.frame()
    #expect(fixture.buffer.pixel(x: 6, y: 10) == 0xFF00_0000)
    block.isHidden = false
    fixture.frame()
    #expect(fixture.buffer.pixel(x: 6, y: 10) == 0xFF80_0000)
    #expect(block.drawn.count == 2)
  }

  @Test func `a new interface scale redraws a rasterized view`() {
    fixture.frame()
    fixture.stage.scale = 2
    fixture.frame()
    #expect(block.drawn.count == 2)
  }

  @Test func `a view larger than the stage is drawn directly`() {
    block.frame = Rect(x: -10, y: 4, width: 60, height: 8)
    fixture.frame()
    ground.color = .white
    fixture.frame()
    #expect(block.drawn.count == 2)
    #expect(fixture.buffer.pixel(x: 39, y: 10) == 0xFFFF_7F7F)
  }
}
