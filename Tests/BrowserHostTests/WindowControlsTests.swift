import Geometry
import Input
import PhotoBrowser
import TestSupport
import Testing
import Views
import Windowing

@testable import BrowserHost

@MainActor @Suite struct WindowControlsTests {
  /// A window with a pushed browser under a bar.
  private func pushed(fades: Bool = true) -> HostRig {
    let host = HostRig()
    host.window.fadesControls = fades
    host.showGrid()
    host.window.push(host.browser, at: 1, over: host.grid, title: "Photo")
    host.rig.settle()
    return host
  }

  private func move(_ host: HostRig, to x: Double, _ y: Double) {
    host.window.receive(
      .pointer(InputEvent.Pointer(.moved, at: Point(x: x, y: y), time: host.rig.now)))
    host.rig.wait(0.02)
  }

  @Test func `the cells of a pushed grid lie below the bar`() throws {
    let host = HostRig()
    host.window.show(ViewScene(View(), title: "Home"))
    host.rig.settle()
    host.window.push(host.grid)
    host.rig.settle()
    let cell = try #require(host.grid.cellFrame(at: 0))
    #expect(cell.minY >= host.window.titleBar.frame.maxY)
  }

  @Test func `the idle pointer hides with the controls and reappears with a movement`() {
    let host = pushed()
    move(host, to: 100, 120)
    #expect(host.window.titleBar.alpha == 1)
    host.rig.wait(3.5)
    #expect(host.window.titleBar.isHidden)
    #expect(host.systemWindow.cursor == .hidden)
    move(host, to: 120, 120)
    host.rig.wait(0.3)
    #expect(host.window.titleBar.alpha == 1)
    #expect(host.systemWindow.cursor == .arrow)
  }

  @Test func `controls stay by default, and in fullscreen they fade`() {
    let host = pushed(fades: false)
    move(host, to: 100, 120)
    host.rig.wait(3.5)
    #expect(host.window.titleBar.alpha == 1)
    host.window.toggleFullscreen()
    host.window.fullscreenDidChange()
    host.rig.wait(0.5)
    #expect(host.window.titleBar.isHidden)
    #expect(host.browser.barInsets.top > 0, "the content does not move")
    move(host, to: 100, 120)
    move(host, to: 140, 120)
    host.rig.wait(0.3)
    #expect(host.window.titleBar.alpha == 1)
  }

  @Test func `hidden controls need no wake-ups`() {
    let host = pushed()
    move(host, to: 100, 120)
    #expect(host.rig.stage.nextDeadline != nil)
    host.rig.wait(4)
    #expect(host.rig.stage.nextDeadline == nil && !host.rig.stage.needsFrame)
  }

  @Test func `the pointer is an open hand over a pannable picture and a closed hand in a drag`() {
    let host = pushed(fades: false)
    move(host, to: 100, 120)
    #expect(host.systemWindow.cursor == .arrow)
    host.key(.character("1"))
    host.key(.character("+"))
    host.key(.character("+"))
    host.rig.settle()
    move(host, to: 110, 120)
    #expect(host.systemWindow.cursor == .grab)
    host.rig.press(110, 120)
    host.rig.drag(to: 130, 120, over: 0.1)
    #expect(host.systemWindow.cursor == .grabbing)
    host.rig.release()
  }

  @Test func `a sheet replaces the sheet before it and closes with its scene`() {
    let host = pushed()
    var left: [String] = []
    func sheet(_ name: String) -> ActionSheet {
      let sheet = ActionSheet(name, entries: [MenuItem("OK") {}])
      sheet.onLeave = { left.append(name) }
      return sheet
    }
    host.window.present(sheet("One"))
    host.rig.settle()
    host.window.present(sheet("Two"))
    host.rig.settle()
    #expect(left == ["One"])
    #expect(host.window.sheet != nil)
    host.window.pop()
    host.rig.settle()
    #expect(left == ["One", "Two"])
    #expect(host.window.sheet == nil)
  }

  @Test func `a sheet replaces the sheet before it and one that opens when that leaves`() {
    let host = pushed()
    let sheets = ["One", "Two", "Three"].map { ActionSheet($0, entries: [MenuItem("OK") {}]) }
    sheets[0].onLeave = { host.window.present(sheets[1]) }
    host.window.present(sheets[0])
    host.rig.settle()
    host.window.present(sheets[2])
    host.rig.settle()
    #expect(host.window.sheet === sheets[2])
    #expect(sheets.map(\.isLeaving) == [true, true, false])
  }

  @Test func `a sheet that shows running work stays open over another scene, with the focus`() {
    let host = pushed()
    let sheet = ActionSheet("Copying", entries: [MenuItem("OK") {}])
    sheet.showsWorkInProgress = true
    host.window.present(sheet)
    host.rig.settle()
    host.window.pop()
    host.rig.settle()
    #expect(host.front == "grid")
    #expect(host.window.sheet === sheet && !sheet.isLeaving && host.rig.stage.focus != nil)
    sheet.close()
    host.rig.settle()
    #expect(host.window.sheet == nil)
  }

  @Test func `a press beside a sheet that shows running work does not close it`() {
    let host = pushed()
    for isWork in [true, false] {
      let sheet = ActionSheet("Copying", entries: [MenuItem("OK") {}])
      sheet.showsWorkInProgress = isWork
      host.window.present(sheet)
      host.rig.settle()
      host.rig.press(2, 2)
      host.rig.release()
      #expect(sheet.isLeaving != isWork)
      sheet.close()
      host.rig.settle()
    }
  }

  @Test func `a sheet that shows running work gives way to another one, and comes back`() {
    let host = pushed()
    var left: [String] = []
    func sheet(_ name: String) -> ActionSheet {
      let sheet = ActionSheet(name, entries: [MenuItem("OK") {}])
      sheet.onLeave = { left.append(name) }
      return sheet
    }
    let (work, question) = (sheet("Copying"), sheet("Rename"))
    work.showsWorkInProgress = true
    host.window.present(work)
    host.rig.settle()
    host.window.present(question)
    host.rig.settle()
    #expect(left.isEmpty && host.window.sheet === question && work.stage == nil)
    question.close()
    host.rig.settle()
    #expect(left == ["Rename"] && host.window.sheet === work && work.stage != nil)
    #expect(host.rig.stage.focus?.isInside(work) == true)
    work.close()
    host.rig.settle()
    #expect(left == ["Rename", "Copying"] && host.window.sheet == nil)
  }

  @Test func `work that ends behind another sheet does not come back`() {
    let host = pushed()
    let sheets = ["Copying", "Rename"].map { ActionSheet($0, entries: [MenuItem("OK") {}]) }
    var ends = 0
    sheets[0].showsWorkInProgress = true
    sheets[0].onLeave = { ends += 1 }
    // The progress of work does not interrupt an open sheet.
    host.window.present(sheets[1])
    host.rig.settle()
    host.window.present(sheets[0])
    host.rig.settle()
    #expect(host.window.sheet === sheets[1] && !sheets[1].isLeaving)
    sheets[0].close()
    #expect(ends == 1)
    sheets[1].close()
    host.rig.settle()
    #expect(host.window.sheet == nil && sheets[0].stage == nil)
  }

  @Test func `the host can keep the window open`() {
    let host = HostRig()
    host.showGrid()
    var asked = 0
    host.window.shouldClose = {
      asked += 1
      return asked > 1
    }
    host.key(.character("w"), .control)
    #expect(!host.systemWindow.isClosed)
    host.key(.character("w"), .control)
    #expect(host.systemWindow.isClosed)
  }

  @Test func `tooltips show the keys of the window`() {
    let host = pushed()
    #expect(host.window.titleBar.backButton.keys == ["Backspace"])
    #expect(host.window.titleBar.fullscreenButton.keys == ["F11"])
  }
}
