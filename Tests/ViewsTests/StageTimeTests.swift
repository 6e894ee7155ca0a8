import Drawing
import Geometry
import Input
import Motion
import Pixels
import TestSupport
import Testing
import Views

@MainActor @Suite struct StageTimeTests {
  @Test func `a stage requests at most one frame until that frame is drawn`() {
    let fixture = StageFixture(20, 20)
    let block = Block(Rect(x: 0, y: 0, width: 5, height: 5))
    fixture.stage.root.add(block)
    fixture.frame()
    var asked = 0
    fixture.stage.onNeedsFrame = { asked += 1 }
    block.setNeedsDisplay()
    block.frame.origin.x = 9
    block.setNeedsLayout()
    #expect(asked == 1)
    fixture.frame()
    #expect(asked == 1, "drawing a frame requests no other frame")
    block.requestFrame()
    #expect(asked == 2)
  }

  @Test func `a moving view requests every next frame until it stops`() {
    let fixture = StageFixture(20, 20)
    let block = Block(Rect(x: 0, y: 0, width: 5, height: 5))
    fixture.stage.root.add(block)
    fixture.frame()
    var asked = 0
    fixture.stage.onNeedsFrame = { asked += 1 }
    block.isMoving = true
    fixture.key(.left)
    #expect(asked == 1)
    fixture.frame(after: 0.016)
    #expect(asked == 2)
    block.isMoving = false
    fixture.frame(after: 0.016)
    #expect(asked == 2)
    #expect(!fixture.stage.needsFrame)
  }

  @Test func `the earliest deadline counts, and hidden views are ignored`() {
    let fixture = StageFixture(20, 20)
    let a = Block(.zero)
    let b = Block(.zero)
    a.deadline = Timestamp(seconds: 5)
    b.deadline = Timestamp(seconds: 3)
    fixture.stage.root.add(a)
    a.add(b)
    #expect(fixture.stage.nextDeadline == Timestamp(seconds: 3))
    b.isHidden = true
    b.isMoving = true
    #expect(fixture.stage.nextDeadline == Timestamp(seconds: 5))
    fixture.frame()
    #expect(!fixture.stage.needsFrame)
  }

  @Test func `views are laid out only when their size or the scale changes`() {
    let fixture = StageFixture(20, 20)
    let block = Block(Rect(x: 0, y: 0, width: 5, height: 5))
    fixture.stage.root.add(block)
    fixture.frame()
    #expect(block.layouts == 1)
    block.frame.origin.x = 3
    fixture.frame()
    #expect(block.layouts == 1)
    block.frame.size.width = 9
    fixture.frame()
    #expect(block.layouts == 2)
    fixture.stage.scale = 2
    #expect(fixture.frame() == [fixture.stage.bounds])
    #expect(block.layouts == 3)
  }

  @Test func `a hidden view is laid out when it is shown`() {
    let fixture = StageFixture(20, 20)
    let block = Block(Rect(x: 0, y: 0, width: 5, height: 5))
    block.isHidden = true
    fixture.stage.root.add(block)
    fixture.frame()
    #expect(block.layouts == 0)
    #expect(!fixture.stage.needsFrame)
    block.isHidden = false
    #expect(fixture.stage.needsFrame)
    fixture.frame()
    #expect(block.layouts == 1)
  }

  @Test func `setting onNeedsFrame late requests the pending frame at once`() {
    let fixture = StageFixture(20, 20)
    var asked = 0
    fixture.stage.onNeedsFrame = { asked += 1 }
    #expect(asked == 1)
    fixture.stage.requestFrame()
    #expect(asked == 1)
  }

  @Test func `a view that fills its parent follows its parent's size`() {
    let fixture = StageFixture(20, 20)
    let block = Block(.zero)
    block.fillsParent = true
    fixture.stage.root.add(block)
    #expect(block.frame == fixture.stage.bounds)
    fixture.stage.size = Size(width: 30, height: 10)
    #expect(block.frame == Rect(x: 0, y: 0, width: 30, height: 10))
  }
}
