import Drawing
import Geometry
import Input
import Motion
import Pixels
import TestSupport
import Testing
import Views

@MainActor @Suite(.tags(.seeded)) struct StageDrawingTests {
  @Test func `a view is drawn at the offsets of its parents`() {
    let fixture = StageFixture(20, 20)
    let outer = Block(Rect(x: 2, y: 3, width: 10, height: 10), .black)
    outer.add(Block(Rect(x: 1, y: 1, width: 2, height: 2)))
    fixture.stage.root.add(outer)
    fixture.frame()
    #expect(fixture.buffer.pixel(x: 1, y: 3) == 0)
    #expect(fixture.buffer.pixel(x: 2, y: 3) == 0xFF00_0000)
    #expect(fixture.buffer.pixel(x: 3, y: 4) == 0xFFFF_FFFF)
    #expect(fixture.buffer.pixel(x: 5, y: 6) == 0xFF00_0000)
  }

  @Test func `nothing is drawn when nothing changed`() {
    let fixture = StageFixture(20, 20)
    let block = Block(Rect(x: 2, y: 2, width: 5, height: 5))
    fixture.stage.root.add(block)
    #expect(fixture.frame() == [fixture.stage.bounds])
    #expect(!fixture.stage.needsFrame)
    let before = block.drawn.count
    #expect(fixture.frame(after: 1).isEmpty)
    block.frame.origin.x = 2.2
    block.alpha = 1
    block.isHidden = false
    #expect(fixture.frame(after: 1).isEmpty, "a position in the same whole pixel is no change")
    #expect(block.drawn.count == before)
  }

  @Test func `moving a view redraws its old and its new rectangle`() {
    let fixture = StageFixture(100, 20)
    let block = Block(Rect(x: 2, y: 2, width: 5, height: 5))
    fixture.stage.root.add(block)
    fixture.frame()
    block.frame.origin.x = 60
    let damage = fixture.frame()
    #expect(
      Set(damage) == [
        Rect(x: 2, y: 2, width: 5, height: 5), Rect(x: 60, y: 2, width: 5, height: 5),
      ])
    #expect(fixture.picture.isSame(as: fixture.redrawn()))
  }

  @Test func `only the damaged area is drawn`() {
    let fixture = StageFixture(40, 40)
    let block = Block(Rect(x: 0, y: 0, width: 40, height: 40))
    fixture.stage.root.add(block)
    fixture.frame()
    fixture.spoil()
    block.setNeedsDisplay(Rect(x: 10, y: 10, width: 5.5, height: 5))
    #expect(fixture.frame() == [Rect(x: 10, y: 10, width: 6, height: 5)])
    for y in 0..<40 {
      for x in 0..<40 {
        let isInside = (10..<16).contains(x) && (10..<15).contains(y)
        #expect(fixture.buffer.pixel(x: x, y: y) == (isInside ? 0xFFFF_FFFF : 0x5A5A_5A5A))
      }
    }
  }

  @Test func `hiding or fading a view damages the area that it covered`() {
    let fixture = StageFixture(40, 40)
    let block = Block(Rect(x: 5, y: 5, width: 10, height: 10))
    let child = Block(Rect(x: 20, y: 0, width: 4, height: 4))
    block.add(child)
    fixture.stage.root.add(block)
    fixture.frame()
    block.alpha = 0.5
    #expect(fixture.frame() == [Rect(x: 5, y: 5, width: 24, height: 10)])
    #expect(fixture.buffer.pixel(x: 6, y: 6) == 0x8080_8080)
    block.isHidden = true
    #expect(!fixture.frame().isEmpty)
    #expect(fixture.buffer.pixel(x: 6, y: 6) == 0)
    child.setNeedsDisplay()
    block.alpha = 1
    #expect(fixture.frame().isEmpty, "a hidden view causes no damage")
  }

  @Test func `a view behind an opaque view is not drawn`() {
    let fixture = StageFixture(40, 40)
    let back = Block(Rect(x: 0, y: 0, width: 40, height: 40), .black)
    let front = Block(Rect(x: 0, y: 0, width: 40, height: 40))
    front.isOpaque = true
    fixture.stage.root.add(back)
    fixture.stage.root.add(front)
    fixture.frame()
    #expect(back.drawn.isEmpty)
    front.alpha = 0.9
    fixture.frame()
    #expect(back.drawn.count == 1)
  }

  @Test func `a view is not drawn behind an opaque child that covers most of it`() {
    let fixture = StageFixture(40, 40)
    let outer = Block(Rect(x: 0, y: 0, width: 40, height: 40), .black)
    let holder = View(frame: Rect(x: 4, y: 4, width: 36, height: 36))
    // It draws nothing, so that the pixels behind it can be seen.
    let inner = Block(Rect(x: 0, y: 0, width: 40, height: 40), Color(white: 1, alpha: 0))
    inner.isOpaque = true
    holder.clipsChildren = true
    holder.add(inner)
    outer.add(holder)
    fixture.stage.root.add(outer)
    fixture.spoil()
    fixture.frame()
    #expect(fixture.buffer.pixel(x: 3, y: 20) == 0xFF00_0000)
    #expect(fixture.buffer.pixel(x: 20, y: 3) == 0xFF00_0000)
    #expect(fixture.buffer.pixel(x: 4, y: 4) == 0)
    #expect(fixture.buffer.pixel(x: 39, y: 39) == 0)
    inner.isOpaque = false
    outer.setNeedsDisplay()
    fixture.frame()
    #expect(fixture.buffer.pixel(x: 4, y: 4) == 0xFF00_0000)
  }

  @Test func `children are cut off at the bounds of a view that clips`() {
    let fixture = StageFixture(40, 40)
    let outer = Block(Rect(x: 10, y: 10, width: 10, height: 10), .black)
    outer.clipsChildren = true
    let inner = Block(Rect(x: -5, y: -5, width: 8, height: 8))
    outer.add(inner)
    fixture.stage.root.add(outer)
    fixture.frame()
    #expect(fixture.buffer.pixel(x: 9, y: 9) == 0)
    #expect(fixture.buffer.pixel(x: 10, y: 10) == 0xFFFF_FFFF)
    inner.setNeedsDisplay()
    #expect(fixture.stage.damage == [Rect(x: 10, y: 10, width: 3, height: 3)])
  }

  @Test func `the background shows where no view is`() {
    let fixture = StageFixture(4, 4)
    fixture.stage.background = .black
    fixture.frame()
    #expect(fixture.buffer.pixel(x: 0, y: 0) == 0xFF00_0000)
  }

  @Test func `a repaint equals a full redraw after random changes`() {
    var g = SeededGenerator(seed: 21)
    let fixture = StageFixture(120, 90)
    var blocks: [Block] = []
    func rect() -> Rect {
      Rect(
        x: Double.random(in: -10...100, using: &g), y: Double.random(in: -10...80, using: &g),
        width: Double.random(in: 1...60, using: &g), height: Double.random(in: 1...60, using: &g))
    }
    for step in 0..<300 {
      let color = Color(
        red: Double.random(in: 0...1, using: &g), green: Double.random(in: 0...1, using: &g),
        blue: 0.5, alpha: Bool.random(using: &g) ? 1 : 0.5)
      switch Int.random(in: 0..<7, using: &g) {
      case 0 where blocks.count < 8:
        let block = Block(rect(), color)
        block.clipsChildren = Bool.random(using: &g)
        (blocks.randomElement(using: &g) ?? fixture.stage.root).add(block)
        blocks.append(block)
      case 1: blocks.randomElement(using: &g)?.frame = rect()
      case 2: blocks.randomElement(using: &g)?.alpha = Double.random(in: 0...1, using: &g)
      case 3: blocks.randomElement(using: &g)?.isHidden.toggle()
      case 4: blocks.randomElement(using: &g)?.color = color
      case 5:
        if let block = blocks.randomElement(using: &g) { fixture.stage.root.add(block) }
      default:
        let gone = blocks.randomElement(using: &g)
        gone?.removeFromParent()
        blocks.removeAll { $0.stage == nil }
      }
      fixture.frame()
      let expected = fixture.redrawn()
      #expect(
        fixture.picture.largestDifference(from: expected) == 0, "seed 21, step \(step)")
    }
  }
}
