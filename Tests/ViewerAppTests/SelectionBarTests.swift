import Geometry
import Input
import PhotoGrid
import TestSupport
import Testing
import Views

@testable import ViewerApp

/// The bar with the actions on the selected photos.
@MainActor @Suite struct SelectionBarTests {
  private final class Rig: StageRig {
    let bar = SelectionBar()
    var commands: [Command] = []
    var menus: [[Command]] = []

    init(_ width: Double, scale: Double = 1) {
      super.init(Int(width * scale), Int(300 * scale), scale: scale)
      bar.onCommand = { [weak self] in self?.commands.append($0) }
      bar.onMenu = { [weak self] commands, _ in self?.menus.append(commands) }
      stage.root.add(bar)
      select(12, bytes: 48_000_000)
    }

    func select(_ count: Int, bytes: Int?, stars: Int = 0) {
      bar.content = SelectionBar.Content(photoCount: count, byteCount: bytes, commonStars: stars)
      bar.layout(in: stage.root.bounds)
      wait(0.5)
    }

    var controls: [Control] { bar.children.compactMap { $0 as? Control }.filter { !$0.isHidden } }

    func control(_ label: String) throws -> Control {
      try #require(controls.first { $0.accessibilityLabel == label })
    }

    func click(_ control: Control) {
      let middle = control.bounds.center + (control.originInStage - Point.zero)
      click(middle.x, middle.y)
    }
  }

  @Test(arguments: [200.0, 400, 520, 1000], [1.0, 2, 3])
  func `nothing overlaps, and the bar stays in the window`(width: Double, scale: Double) {
    let rig = Rig(width, scale: scale)
    let bar = rig.bar.frame
    #expect(bar.minX >= 0 && bar.maxX <= width * scale && bar.maxY <= 300 * scale)
    let frames = rig.controls.map(\.frame)
    for (index, one) in frames.enumerated() {
      #expect(one.minX >= 0 && one.maxX <= bar.width)
      for other in frames[..<index] { #expect(one.intersection(other)?.isEmpty ?? true) }
    }
    #expect(rig.controls.contains { $0.accessibilityLabel == Command.delete.title })
    #expect(rig.controls.contains { $0.accessibilityLabel == "Deselect All" })
  }

  @Test func `the message about a selection has its number`() {
    #expect(ViewerWindow.selectionMessage(0) == "Nothing selected")
    #expect(ViewerWindow.selectionMessage(3) == "3 selected")
  }

  @Test func `a narrower window has less in the bar`() {
    let rig = Rig(1000)
    let densities = stride(from: 1000.0, to: 150, by: -20).map { width in
      rig.bar.layout(in: Rect(x: 0, y: 0, width: width, height: 300))
      return rig.bar.density.rawValue
    }
    #expect(densities == densities.sorted() && Set(densities).count == 5, "\(densities)")
  }

  @Test func `the buttons run their commands, and a star rates`() throws {
    let rig = Rig(1200)
    rig.click(try rig.control(Command.moveTo.title))
    rig.click(try rig.control("3 Stars"))
    rig.click(try rig.control(Command.reject.title))
    #expect(rig.commands == [.moveTo, .rate3, .reject])
    rig.select(12, bytes: 1, stars: 3)
    rig.click(try rig.control("3 Stars"))
    #expect(rig.commands.last == .rate0, "the present rating is removed")
  }

  @Test func `a window without room for all buttons has them in a menu`() throws {
    let rig = Rig(240)
    rig.click(try rig.control("More Actions"))
    #expect(rig.menus.first?.contains(.copyTo) == true)
    #expect(rig.menus.first?.contains(.rate5) == true)
  }

  @Test func `the first Tab leads to the bar, and arrow keys to its buttons`() throws {
    let rig = Rig(1200)
    func press(_ name: KeyEvent.Name) {
      _ = rig.stage.receive(.key(KeyEvent(name, time: rig.now)))
    }
    press(.tab)
    #expect(try rig.control("Deselect All").isFocused)
    press(.right)
    #expect(try rig.control("1 Star").isFocused)
    press(.enter)
    press(.left)
    press(.left)
    press(.enter)
    #expect(rig.commands == [.rate1, .deselectAll])
  }

  @Test func `the bar leaves with the last selected photo and then needs no frames`() {
    let rig = Rig(800)
    var changes = 0
    rig.bar.onVisibilityChange = { changes += 1 }
    rig.select(0, bytes: nil)
    #expect(rig.bar.isHidden && !rig.bar.isShown && changes == 1)
    #expect(!rig.bar.wantsFrame)
  }

  @Test func `reduced motion leaves the bar in its place`() {
    let rig = Rig(800)
    rig.bar.reducesMotion = true
    let frame = rig.bar.frame
    rig.bar.content = SelectionBar.Content()
    rig.wait(0.08)
    #expect(rig.bar.frame == frame)
  }

  @Test func `a click on a mark in the panel sets or removes it`() throws {
    let rig = StageRig(400, 60)
    let row = MarksRow()
    var commands: [Command] = []
    row.onCommand = { commands.append($0) }
    row.marks = PhotoMarks(stars: 2, flag: .pick, label: .green)
    row.frame = Rect(x: 0, y: 0, width: 300, height: 32)
    rig.stage.root.add(row)
    rig.frame()
    func click(_ label: String) throws {
      let control = try #require(row.children.first { $0.accessibilityLabel == label })
      rig.click(control.frame.midX, control.frame.midY)
    }
    for label in ["2 Stars", "4 Stars", Command.pick.title, Command.reject.title] {
      try click(label)
    }
    try click(Command.labelGreen.title)
    #expect(commands == [.rate0, .rate4, .unflag, .reject, .labelGreen])
    let frames = row.children.map(\.frame)
    for (one, next) in zip(frames, frames.dropFirst()) { #expect(one.maxX <= next.minX) }
    #expect(frames.last?.maxX ?? .infinity <= 292)
  }

  @Test func `the interval of a slideshow is stepped through a list of values`() {
    #expect(PhotoSlideshow.nextInterval(1, from: 3) == 4)
    #expect(PhotoSlideshow.nextInterval(-1, from: 3) == 2)
    #expect(PhotoSlideshow.nextInterval(1, from: 2.5) == 3)
    #expect(PhotoSlideshow.nextInterval(-1, from: 0.5) == 0.5)
    #expect(PhotoSlideshow.nextInterval(1, from: 90) == 90)
  }
}
