import CX11
import Geometry
import Input
import Pixels
import TestSupport
import Testing
import WindowingTestSupport

@testable import Windowing

@Suite(
  .serialized, .tags(.display),
  .enabled(if: VirtualServer.isInstalled, "Xvfb is not installed"))
@MainActor
struct SeveralWindowsTests {
  private func second(on stage: Stage, at x: Double) throws -> (Windowing.Window, Recorder) {
    let window = try Windowing.Window(
      stage.display,
      WindowConfiguration(
        title: "second", size: PixelSize(width: 100, height: 80), position: Point(x: x, y: 0)))
    let recorder = Recorder()
    recorder.color = 0xff40_5060
    window.delegate = recorder
    window.show()
    window.requestFrame()
    return (window, recorder)
  }

  @Test func `each of two windows draws, and closing one keeps the other`() throws {
    let stage = try Stage()
    #expect(stage.run { stage.recorder.ticks > 0 && stage.window.isVisible })
    let (window, recorder) = try second(on: stage, at: 300)
    #expect(stage.run { recorder.ticks > 0 && window.isVisible })
    stage.pump()
    #expect(stage.pixel(10, 10) == 0x10_2030)
    #expect(stage.onlooker.pixel(of: window.id, x: 10, y: 10) == 0x40_5060)
    window.close()
    stage.recorder.color = 0xff00_ff00
    stage.draw()
    #expect(stage.pixel(10, 10) == 0x00_ff00)
    let ticks = recorder.ticks
    stage.pump()
    #expect(recorder.ticks == ticks)
    #expect(stage.recorder.errors == [])
  }

  @Test func `input goes to the window under the pointer`() throws {
    let stage = try Stage()
    stage.focus()
    let (window, recorder) = try second(on: stage, at: 300)
    #expect(stage.run { recorder.ticks > 0 && window.isVisible })
    stage.onlooker.move(x: 320, y: 20)
    stage.onlooker.button(1, isPress: true)
    stage.onlooker.button(1, isPress: false)
    #expect(stage.run { recorder.kinds.last == .released(.primary) })
    #expect(!stage.recorder.kinds.contains(.pressed(.primary)))
  }

  @Test func `a window opened later knows its monitor and the changes of the monitor`() throws {
    let stage = try Stage()
    stage.onlooker.setMonitors([0.0, 400].map { Rect(x: $0, y: 0, width: 400, height: 600) })
    stage.onlooker.set("_ICC_PROFILE_1", to: ProfileTests.profile(2))
    stage.focus()
    let (window, recorder) = try second(on: stage, at: 500)
    #expect(stage.run { recorder.ticks > 0 && window.isVisible })
    #expect(window.profile == ProfileTests.profile(2))
    #expect(stage.window.profile == nil)
    stage.onlooker.set("_ICC_PROFILE_1", to: nil)
    #expect(stage.run { window.profile == nil })
    #expect(recorder.profileChanges == 1)
    #expect(stage.recorder.profileChanges == 0)
  }

  @Test func `a window opened by a click carries the time of the click`() throws {
    let stage = try Stage()
    stage.focus()
    stage.onlooker.move(x: 20, y: 20)
    stage.onlooker.button(1, isPress: true)
    #expect(stage.run { stage.recorder.kinds.last == .pressed(.primary) })
    let (window, _) = try second(on: stage, at: 300)
    let times = [stage.window, window].map {
      stage.display.server.cardinals(.netWMUserTime, of: $0.id)
    }
    #expect(times[0] == times[1] && times[0].count == 1)
  }

  @Test func `the data that a closed window has copied is not pasted any more`() throws {
    let stage = try Stage()
    let (window, recorder) = try second(on: stage, at: 300)
    #expect(stage.run { recorder.ticks > 0 && window.isVisible })
    #expect(window.copy(ClipboardFormat.text([1])))
    var types: [[String]?] = []
    stage.window.readClipboard { types.append($0?.types) }
    #expect(types == [["UTF8_STRING", "text/plain;charset=utf-8", "text/plain"]])
    window.close()
    stage.window.readClipboard { types.append($0?.types) }
    #expect(stage.run { types.count == 2 })
    #expect(types.count == 2 && types[1] == nil)
  }

  @Test func `a compositor is reported to every window`() throws {
    let stage = try Stage()
    let (window, recorder) = try second(on: stage, at: 300)
    #expect(!stage.display.isCompositing)
    stage.display.finishSetup()
    stage.onlooker.compositor(true)
    #expect(stage.run { recorder.compositing == [true] && stage.recorder.compositing == [true] })
    window.close()
  }
}
