import GalleryCore
import Geometry
import Motion
import Testing

/// Restored items that fly to their cells.
@Suite struct GalleryReturnTests {
  private let start = Rect(x: 600, y: 700, width: 80, height: 40)

  /// A grid to which items have just been restored.
  ///
  /// - Parameter items: the indices of the restored items, ascending.
  private func line(restoring items: [Int], count: Int = 50, reducesMotion: Bool = false)
    -> GalleryLine
  {
    var options = GalleryOptions()
    options.reducesMotion = reducesMotion
    var line = GalleryLine(counts: [count], options: options)
    line.send(.focus(0), .press(Point(x: 1, y: 1)), .release)
    line.send(
      .change(line.change { list in for item in items { list.insert(1000 + item, at: item) } }))
    line.send(.flyIn(items, from: start))
    return line
  }

  private func cell(_ item: Int, _ line: GalleryLine) throws -> GalleryFrame.Cell {
    try #require(line.frame.cells.first { $0.item == item })
  }

  @Test func `a restored item flies from the start into its cell`() throws {
    var line = line(restoring: [7])
    let first = try cell(7, line)
    #expect(first.isFlying && first.alpha == 0 && !line.isAtRest)
    #expect(abs(first.frame.midX - start.midX) < 0.01 && abs(first.frame.midY - start.midY) < 0.01)
    #expect(first.frame.width <= start.width && first.frame.height <= start.height)
    #expect(line.frame.cells.filter(\.isFlying).count == 1)
    var (distance, alpha) = (spread(first.frame, line.rect(7)), first.alpha)
    for _ in 0..<36 {
      line.wait(1.0 / 120)
      let next = try cell(7, line)
      #expect(spread(next.frame, line.rect(7)) <= distance && next.alpha >= alpha)
      (distance, alpha) = (spread(next.frame, line.rect(7)), next.alpha)
    }
    #expect(distance < 10 && alpha > 0.99)
    line.wait()
    let last = try cell(7, line)
    #expect(line.isAtRest && last.frame == line.rect(7) && last.alpha == 1)
    #expect(!last.isFlying && !last.isMoving)
  }

  @Test func `a flying item follows its cell when the grid is scrolled, and does not jump`() throws
  {
    var line = line(restoring: [7], count: 500)
    line.wait(0.1)
    var shown = try cell(7, line).frame
    line.send(.scroll(to: 300, animated: true))
    #expect(spread(try cell(7, line).frame, shown) < 0.01)
    for _ in 0..<60 {
      line.wait(1.0 / 120)
      let next = try cell(7, line).frame
      #expect(spread(next, shown) < 90)
      shown = next
    }
    line.wait()
    #expect(try cell(7, line).frame == line.rect(7))
  }

  @Test func `a flying item goes on when the list changes, and fades out where it is removed`()
    throws
  {
    var line = line(restoring: [7])
    line.wait(0.1)
    let before = try cell(7, line)
    line.send(.change(line.change { $0.remove(at: 2) }))
    let after = try cell(6, line)
    #expect(after.isFlying && after.alpha == before.alpha)
    #expect(spread(after.frame, before.frame) < 0.01)
    line.send(.change(line.change { $0.remove(at: 6) }))
    let leaving = try #require(line.frame.departing.last)
    #expect(spread(leaving.frame, before.frame) < 3, "it shrinks a little while it fades")
    #expect(abs(leaving.alpha - before.alpha) < 0.01)
    line.wait()
    #expect(line.isAtRest && !line.frame.cells.contains(where: \.isFlying))
  }

  @Test func `at most twelve items fly, and the others fade in`() {
    let line = line(restoring: Array(1..<17))
    let cells = line.frame.cells
    #expect(cells.filter(\.isFlying).map(\.item) == Array(1...ReturnFlight.maxPhotosInFlight))
    for item in ReturnFlight.maxPhotosInFlight + 1..<17 {
      let cell = cells.first { $0.item == item }
      #expect(cell?.isFlying == false && cell?.alpha == 0)
    }
  }

  @Test func `the neighbours of an item restored after an idle time slide, and do not jump`() throws
  {
    var line = GalleryLine(counts: [50])
    line.send(.focus(0), .press(Point(x: 1, y: 1)), .release)
    line.wait()
    let places = (0..<50).map { line.rect($0) }
    line.sendUntimed(.change(line.change { $0.insert(1007, at: 7) }), afterIdle: 30)
    line.sendUntimed(.move(.item(7), extends: false), afterIdle: 0)
    line.send(.flyIn([7], from: start))
    #expect(try cell(7, line).isFlying)
    for item in 8..<20 {
      let neighbour = try cell(item, line)
      #expect(neighbour.isMoving && spread(neighbour.frame, places[item - 1]) < 0.01)
    }
    line.wait(0.05)
    let sliding = try cell(8, line).frame
    #expect(spread(sliding, places[7]) > 1 && spread(sliding, places[8]) > 1)
    line.wait()
    #expect(try cell(8, line).frame == line.rect(8) && line.isAtRest)
  }

  @Test func `an item out of view is scrolled to from the next frame on, not from the last one`() {
    var line = GalleryLine(counts: [500])
    line.wait()
    line.sendUntimed(.move(.item(400), extends: false), afterIdle: 30)
    line.effects += line.grid.advance(to: line.now)
    #expect(line.offset < 0.01 && !line.isAtRest)
    line.wait(0.05)
    #expect(line.offset > 0 && line.offset < line.grid.scroll.target)
    line.wait()
    #expect(line.isAtRest && line.offset == line.grid.scroll.target)
  }

  @Test func `an item removed after an idle time fades out, and a running motion is not delayed`()
    throws
  {
    var line = GalleryLine(counts: [50])
    line.wait()
    line.sendUntimed(.change(line.change { $0.remove(at: 3) }), afterIdle: 30)
    line.effects += line.grid.advance(to: line.now)
    #expect(line.frame.departing.map(\.alpha) == [1])
    line.wait(0.1)
    let (moving, fading) = (try cell(3, line).frame, line.frame.departing.map(\.alpha))
    line.sendUntimed(.focus(2), afterIdle: 0.1)
    line.effects += line.grid.advance(to: line.now)
    #expect(spread(try cell(3, line).frame, moving) > 1)
    #expect(line.frame.departing.map(\.alpha) != fading)
  }

  @Test func `an item out of view flies when the grid scrolls to it, and not otherwise`() throws {
    var line = line(restoring: [400], count: 500)
    #expect(line.isAtRest && !line.frame.cells.contains(where: \.isFlying))
    line.send(.reveal(400, .nearest, animated: true), .flyIn([400], from: start))
    #expect(try cell(400, line).isFlying)
    line.wait()
    #expect(try cell(400, line).frame == line.rect(400) && line.isAtRest)
  }

  @Test func `with reduced motion nothing flies`() {
    let line = line(restoring: [7], reducesMotion: true)
    #expect(line.isAtRest && line.frame.cells.allSatisfy { !$0.isFlying && $0.alpha == 1 })
  }

  @Test func `items that the grid does not have are ignored`() {
    var line = line(restoring: [7])
    line.wait()
    line.send(.flyIn([-1, 51, 4000], from: start), .flyIn([3], from: .zero))
    #expect(line.isAtRest)
  }
}
