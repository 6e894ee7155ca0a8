import BrowserCore
import Geometry
import Motion
import TestSupport
import Testing

/// The panes of a comparison, and the zoom that they share.
@Suite(.tags(.seeded)) struct CompareTests {
  // MARK: Linked zoom

  private static func zoom(of size: Size, in viewport: Size) -> ZoomState {
    ZoomState(
      content: size, viewport: viewport,
      levels: ZoomLevels(content: size, viewport: viewport, axis: .vertical))
  }

  /// The scale relative to fit, and the point of the picture in the middle of the viewport.
  private static func view(_ zoom: ZoomState, at t: Timestamp) -> (ratio: Double, middle: Point) {
    let rect = zoom.rect(at: t)
    return (
      zoom.scale(at: t) / zoom.levels.fit,
      Point(
        x: (zoom.viewport.width / 2 - rect.minX) / rect.width,
        y: (zoom.viewport.height / 2 - rect.minY) / rect.height)
    )
  }

  private let pane = Size(width: 600, height: 500)

  @Test
  func `photos of one aspect ratio show the same part in every frame of a zoom`() {
    var leader = Self.zoom(of: Size(width: 6000, height: 4000), in: pane)
    var follower = Self.zoom(of: Size(width: 1500, height: 1000), in: pane)
    var t = Timestamp(seconds: 1)
    for step in 0..<5 {
      leader.zoom(to: leader.targetScale * 1.5, at: Point(x: 120, y: 400), animated: true, time: t)
      for _ in 0..<step * 3 {
        t = t + 0.016
        follower.follow(leader, at: t)
        let (a, b) = (Self.view(leader, at: t), Self.view(follower, at: t))
        #expect(isNear(a.ratio, b.ratio, 1e-9) && isNear(a.middle, b.middle, 1e-9))
        #expect(follower.isSettled(at: t) == leader.isSettled(at: t))
      }
    }
  }

  @Test
  func `a follower leaves no gap at its edges and is centred where it is smaller than its pane`() {
    var random = SeededGenerator(seed: 16)
    for _ in 0..<300 {
      func size() -> Size {
        Size(
          width: Double.random(in: 200...8000, using: &random).rounded(),
          height: Double.random(in: 200...8000, using: &random).rounded())
      }
      var leader = Self.zoom(of: size(), in: pane)
      var follower = Self.zoom(of: size(), in: Size(width: 500, height: 700))
      let t = Timestamp(seconds: 1)
      leader.zoom(
        to: leader.levels.fit * Double.random(in: 1...16, using: &random),
        at: Point(
          x: Double.random(in: 0...600, using: &random),
          y: Double.random(in: 0...500, using: &random)),
        animated: false, time: t)
      follower.follow(leader, at: t)
      let rect = follower.rect(at: t)
      let bounds = PanBounds(shown: rect.size, viewport: follower.viewport)
      #expect(isNear(bounds.clamped(rect.origin), rect.origin, 1e-6))
      #expect(follower.scale(at: t) <= follower.levels.maximum * 1.000_001)
      #expect(follower.scale(at: t) >= follower.levels.minimum * 0.999_999)
      #expect(follower.isSettled(at: t))
    }
  }

  @Test func `a follower springs back from a limit together with the leader`() {
    var leader = Self.zoom(of: Size(width: 3000, height: 2000), in: pane)
    var follower = Self.zoom(of: Size(width: 300, height: 200), in: pane)
    let t = Timestamp(seconds: 1)
    leader.grabPinch(centroid: Point(x: 300, y: 250), at: t)
    leader.pinch(factor: 1000, centroid: Point(x: 300, y: 250))
    follower.follow(leader, at: t)
    let excess = leader.scale(at: t) / leader.levels.maximum
    #expect(excess > 1.1)
    #expect(isNear(follower.scale(at: t) / follower.levels.maximum, excess, 1e-9))
    #expect(!follower.isSettled(at: t))
  }

  @Test func `a photo that joins moves to the part of the leader without a jump`() {
    var leader = Self.zoom(of: Size(width: 3000, height: 2000), in: pane)
    var joining = Self.zoom(of: Size(width: 3000, height: 2000), in: pane)
    let t = Timestamp(seconds: 1)
    leader.zoom(to: 1, at: Point(x: 100, y: 100), animated: false, time: t)
    let before = joining.rect(at: t)
    joining.animateToView(of: leader, at: t)
    #expect(isNear(joining.rect(at: t).origin, before.origin, 1e-6))
    let end = t + 3
    #expect(joining.isSettled(at: end) && !joining.isFollowing)
    #expect(isNear(joining.rect(at: end).origin, leader.rect(at: end).origin, 0.01))
  }

  // MARK: Panes

  @Test func `the focus goes round the panes`() {
    var panes = ComparisonPanes(count: 3)
    panes.moveFocus(by: -1)
    #expect(panes.focus == 2)
    panes.moveFocus(by: 1)
    #expect(panes.focus == 0)
    let isKnown = panes.setFocus(7)
    #expect(!isKnown)
  }

  @Test func `swapping exchanges the focused photo with the first, or the first with the second`() {
    var panes = ComparisonPanes(count: 4)
    panes.setFocus(2)
    panes.swapFocusedPane()
    #expect(panes.order == [2, 1, 0, 3] && panes.focus == 2)
    panes.swapFocusedPane()
    #expect(panes.order == [1, 2, 0, 3])
  }

  @Test func `promoting moves the focused photo first, and the focus to the photo it replaces`() {
    var panes = ComparisonPanes(count: 3)
    panes.setFocus(2)
    panes.promoteFocusedPane()
    #expect(panes.order == [2, 1, 0] && panes.focus == 0)
    panes.setFocus(2)
    panes.promoteFocusedPane()
    #expect(panes.order == [2, 1, 0] && panes.focus == 1)
  }

  @Test func `a removed pane hands focus and lead to its neighbour, and one pane stays`() {
    var panes = ComparisonPanes(count: 2)
    panes.setFocus(1)
    panes.setLeader(1)
    panes.remove(1)
    #expect(panes.order == [0] && panes.focus == 0 && panes.leader == 0)
    panes.remove(0)
    #expect(panes.order == [0])
  }

  @Test func `the next photo into the comparison is the one after all that are shown`() {
    #expect(ComparisonPanes.nextPage(after: [4, 1, 2], count: 9) == 5)
    #expect(ComparisonPanes.nextPage(after: [8, 1], count: 9) == nil)
    #expect(ComparisonPanes.nearestFreePage(after: 2, step: 1, others: [3, 4], count: 9) == 5)
    #expect(ComparisonPanes.nearestFreePage(after: 2, step: -1, others: [1, 0], count: 9) == nil)
  }

  // MARK: Layout

  private static func grid(_ count: Int, _ width: Double, _ height: Double) -> PaneGrid {
    PaneGrid(
      count: count, in: Rect(x: 6, y: 54, width: width, height: height), gap: 6, aspectRatio: 1.5,
      taken: Size(width: 8, height: 38))
  }

  @Test(arguments: [
    (2, 1900.0, 1000.0, 2), (2, 700.0, 1200.0, 1), (3, 1900.0, 500.0, 3), (4, 1900.0, 1000.0, 2),
    (4, 2400.0, 300.0, 4),
  ])
  func `panes are in as many columns as show photos largest`(
    count: Int, width: Double, height: Double, columns: Int
  ) { #expect(Self.grid(count, width, height).columns == columns) }

  @Test func `panes have one size, lie inside the area and do not overlap`() {
    for count in 1...4 {
      for (width, height) in [(1900.0, 1000.0), (701, 1203), (333, 332), (30, 20)] {
        let grid = Self.grid(count, width, height)
        let frames = (0..<count).map(grid.frame)
        for (index, frame) in frames.enumerated() {
          #expect(frame.size == grid.paneSize)
          #expect(frame.minX >= grid.area.minX && frame.maxX <= grid.area.maxX + 1)
          #expect(frame.maxY <= grid.area.maxY + 1)
          for other in frames[(index + 1)...] {
            #expect(frame.intersection(other).map(\.isEmpty) ?? true)
          }
        }
      }
    }
  }

  @Test func `arrow keys find the pane in their direction`() {
    let grid = Self.grid(4, 1900, 1000)
    #expect(grid.index(from: 0, towards: Vector(dx: 1, dy: 0)) == 1)
    #expect(grid.index(from: 0, towards: Vector(dx: 0, dy: 1)) == 2)
    #expect(grid.index(from: 3, towards: Vector(dx: -1, dy: 0)) == 2)
    #expect(grid.index(from: 3, towards: Vector(dx: 0, dy: -1)) == 1)
    #expect(grid.index(from: 1, towards: Vector(dx: 1, dy: 0)) == nil)
    // The single pane of the last row is centred below the others.
    let three = PaneGrid(
      count: 3, columns: 2, in: Rect(x: 0, y: 0, width: 600, height: 600), gap: 0)
    #expect(three.index(from: 1, towards: Vector(dx: 0, dy: 1)) == 2)
    #expect(three.frame(at: 2).minX == 150)
  }
}
