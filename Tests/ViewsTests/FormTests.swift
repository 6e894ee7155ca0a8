import Geometry
import Input
import Motion
import Pixels
import TestSupport
import Testing
import Views

@MainActor @Suite struct FormTests {
  private let fixture = StageFixture(400, 400)

  private func open(_ items: [any FormItem]) -> BottomSheet {
    let sheet = BottomSheet("Settings", items: items)
    sheet.reducesMotion = true
    sheet.open(on: fixture.stage)
    fixture.frame()
    return sheet
  }

  @Test func `Left and Right change the value and wrap around`() {
    var changes: [Int] = []
    let row = SettingRow("Turn", choices: ["Slide", "Fade", "Cube"], index: 1)
    row.onChange = { changes.append($0) }
    _ = open([row])
    #expect(fixture.stage.focus === row && row.accessibilityLabel == "Turn: Fade")
    for key in [KeyEvent.Name.right, .right, .left, .enter, .character(" ")] { fixture.key(key) }
    #expect(changes == [2, 0, 2, 0, 1] && row.accessibilityLabel == "Turn: Fade")
  }

  @Test func `Right switches on, Left switches off and a click toggles`() {
    var changes: [Int] = []
    let row = SettingRow("Loop", isOn: false)
    row.onChange = { changes.append($0) }
    _ = open([row])
    for key in [KeyEvent.Name.left, .right, .right, .left] { fixture.key(key) }
    let point = row.originInStage + Vector(dx: 20, dy: 10)
    fixture.click(point.x, point.y)
    #expect(changes == [1, 0, 1] && row.accessibilityLabel == "Loop: On")
  }

  @Test func `the left chevron selects the previous value, any other point the next`() {
    let row = SettingRow("Turn", choices: ["Slide", "Fade", "Cube"], index: 0)
    _ = open([row])
    let corner = row.originInStage
    fixture.click(corner.x + row.bounds.width - 14, corner.y + 20)
    #expect(row.choiceIndex == 1)
    fixture.click(corner.x + row.bounds.width - 150, corner.y + 20)
    #expect(row.choiceIndex == 0)
    fixture.click(corner.x + 20, corner.y + 20)
    #expect(row.choiceIndex == 1)
  }

  @Test func `Enter selects the next value, also after a click on the left chevron`() {
    let row = SettingRow("Turn", choices: ["Slide", "Fade", "Cube"], index: 2)
    _ = open([row])
    let corner = row.originInStage
    fixture.click(corner.x + row.bounds.width - 150, corner.y + 20)
    #expect(row.choiceIndex == 1)
    fixture.stage.setFocus(row)
    fixture.key(.enter)
    #expect(row.choiceIndex == 2)
    row.activate(at: fixture.now)
    #expect(row.choiceIndex == 0)
  }

  @Test func `Tab moves through rows, fields and buttons`() {
    let field = TextField("name", label: "Name")
    let (cancel, save) = (PillButton("Cancel"), PillButton("Save"))
    let row = SettingRow("Loop", isOn: false)
    _ = open([row, field, FormText("Words"), FormButtons([cancel, save])])
    for view in [field, cancel, save, row] as [View] {
      fixture.key(.tab)
      #expect(fixture.stage.focus === view)
    }
    fixture.key(.tab, modifiers: .shift)
    #expect(fixture.stage.focus === save)
  }

  @Test func `the values of all rows of a form have the same place, also beside a long one`() {
    let long = SettingRow("Effect", choices: ["Off", "A value with a very long name"], index: 0)
    let short = SettingRow("Turn", choices: ["Slide", "Fade"], index: 0)
    let toggle = SettingRow("Loop", isOn: true)
    let alone = SettingRow("Turn", choices: ["Slide", "Fade"], index: 0)
    _ = open([short, long, toggle])
    #expect(short.valueFrame == long.valueFrame)
    let narrow = StageFixture(400, 400)
    let sheet = BottomSheet("Settings", items: [alone])
    sheet.reducesMotion = true
    sheet.open(on: narrow.stage)
    narrow.frame()
    #expect(alone.valueFrame.width < short.valueFrame.width)
  }

  @Test func `a row that leads to another sheet has no value to align`() {
    let link = SettingRow(link: "Keyboard Shortcuts")
    let width = link.naturalWidth
    let long = SettingRow("Effect", choices: ["A value with a very, very long name"], index: 0)
    SettingRow.alignValues(of: [link, long])
    #expect(link.naturalWidth == width)
  }

  @Test func `a long title is not cut to align the value beside it`() {
    let long = SettingRow("Effect", choices: ["Off", "A value with a very long name"], index: 0)
    let title = String(repeating: "A long title ", count: 3)
    let row = SettingRow(title, choices: ["On"], index: 0)
    _ = open([row, long])
    let alone = SettingRow(title, choices: ["On"], index: 0)
    let other = StageFixture(400, 400)
    let sheet = BottomSheet("Settings", items: [alone])
    sheet.reducesMotion = true
    sheet.open(on: other.stage)
    other.frame()
    #expect(row.bounds.width == alone.bounds.width)
    #expect(row.valueFrame.minX > long.valueFrame.minX)
    #expect(row.valueFrame.minX <= alone.valueFrame.minX)
  }

  @Test func `a form fits its window, also after its text has grown`() {
    let words = FormText()
    let rows = (0..<7).map { SettingRow("A long name of a setting \($0)", isOn: $0 == 3) }
    for scale in [1.0, 2] {
      for (width, height) in [(320, 240), (900, 700), (200, 500)] {
        let fixture = StageFixture(
          Int(Double(width) * scale), Int(Double(height) * scale), scale: scale)
        let sheet = BottomSheet("Settings", items: rows + [words])
        sheet.reducesMotion = true
        sheet.open(on: fixture.stage)
        fixture.frame()
        let before = sheet.panel.frame.height
        #expect(fixture.stage.bounds.union(sheet.panel.frame) == fixture.stage.bounds)
        words.text = "This cannot be kept: there is no room on the disk."
        sheet.panelDidChange()
        fixture.frame()
        // Compressed rows end at whole pixels, so each may lose up to one pixel of height.
        #expect(sheet.panel.frame.height >= before - Double(rows.count))
        #expect(fixture.stage.bounds.union(sheet.panel.frame) == fixture.stage.bounds)
        #expect(fixture.picture.isSame(as: fixture.redrawn()))
        words.text = ""
        sheet.close()
        fixture.frame()
      }
    }
  }
}
