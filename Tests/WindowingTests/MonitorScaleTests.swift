import Geometry
import TestSupport
import Testing
import WindowingTestSupport

@testable import Windowing

@Suite struct ScreenFactorsTests {
  private func scales(
    _ list: String?, common: String? = nil, of names: [String] = ["eDP-1", "HDMI-1", "DP-2"],
    primary: Int? = nil
  ) -> [Double?] {
    ScreenScaleFactors(list, common: common).scales(of: names, primary: primary)
  }

  @Test func `named factors are those of the monitors with these names`() {
    #expect(scales("HDMI-1=1.5;eDP-1=2;") == [2, 1.5, nil])
    #expect(scales(" eDP-1 = 1.25 ;DP-9=3") == [1.25, nil, nil])
    #expect(scales("a=b=2", of: ["a", "a=b"]) == [nil, 2], "the last sign ends the name")
    #expect(scales("eDP-1=2;eDP-1=3") == [3, nil, nil])
  }

  @Test func `factors without names are in the order of the monitors, the primary one first`() {
    #expect(scales("2;1.5") == [2, 1.5, nil])
    #expect(scales("2;1.5", primary: 2) == [1.5, nil, 2])
    #expect(scales("1;2;3;4") == [1, 2, 3])
    #expect(scales("eDP-1=3;2") == [3, 2, nil])
  }

  @Test func `factors that are no plausible scale are ignored`() {
    #expect(scales("eDP-1=x;HDMI-1=;DP-2=-2") == [nil, nil, nil])
    #expect(scales("0;nan;2") == [2, nil, nil], "they have no place in the order")
    #expect(scales("0.1;20;2") == [nil, nil, 2])
    #expect(scales("inf") == [nil, nil, nil])
    #expect(scales("2", of: []) == [])
  }

  @Test func `the factor of all screens multiplies those of single ones`() {
    #expect(scales("eDP-1=2", common: "1.5") == [3, nil, nil])
    for common in ["", "x", "0", "-1"] {
      #expect(scales("eDP-1=2", common: common) == [2, nil, nil])
    }
    #expect(scales(nil, common: "2") == [nil, nil, nil])
  }

  @Test func `a list without factors is empty`() {
    for list in [nil, "", ";", "eDP-1=", "x"] as [String?] {
      #expect(ScreenScaleFactors(list).isEmpty)
    }
    #expect(!ScreenScaleFactors("2").isEmpty)
  }

  @Test func `a list of ones leaves the scale of the display, unless all factors are multiplied`() {
    #expect(ScreenScaleFactors("eDP-1=1;HDMI-1=1;").isEmpty && ScreenScaleFactors("1").isEmpty)
    #expect(scales("1;1", common: "2") == [2, 2, nil])
    #expect(scales("eDP-1=1;HDMI-1=2") == [1, 2, nil])
  }

  @Test func `the primary monitor is the chosen one, else the first`() {
    var monitors = [0.0, 10].map { Monitor(frame: Rect(x: $0, y: 0, width: 10, height: 10)) }
    #expect(monitors.primary == monitors[0])
    monitors[1].isPrimary = true
    #expect(monitors.primary == monitors[1])
    #expect([Monitor]().primary == nil)
  }
}

@Suite(
  .serialized, .tags(.display),
  .enabled(if: VirtualServer.isInstalled, "Xvfb is not installed"))
@MainActor
struct MonitorScaleTests {
  private static let halves = [0.0, 400].map { Rect(x: $0, y: 0, width: 400, height: 600) }

  @Test func `a window has the scale of its monitor, and one that crosses reports the change`()
    throws
  {
    let stage = try Stage(monitors: Self.halves, screenFactors: "part0=1.5;part1=3;")
    #expect(stage.run { stage.recorder.ticks > 0 && stage.window.isVisible })
    stage.display.finishSetup()
    #expect(stage.window.uiScale == 1.5)
    #expect(stage.window.uiScaleIncludesTextScale)
    #expect(stage.recorder.settingsChanges == 0)
    // 90 of the 200 columns are on the second monitor; then 110.
    stage.onlooker.move(stage.window.id, x: 290, y: 0)
    stage.pump()
    #expect(stage.window.uiScale == 1.5)
    stage.onlooker.move(stage.window.id, x: 310, y: 0)
    #expect(stage.run { stage.window.uiScale == 3 })
    stage.onlooker.move(stage.window.id, x: 500, y: 0)
    stage.pump()
    #expect(stage.recorder.settingsChanges == 1)
    stage.onlooker.move(stage.window.id, x: 0, y: 0)
    #expect(stage.run { stage.window.uiScale == 1.5 })
    #expect(stage.recorder.settingsChanges == 2)
  }

  @Test func `a monitor without a factor has the scale of the display`() throws {
    let stage = try Stage(monitors: Self.halves, screenFactors: "part1=3")
    #expect(stage.run { stage.recorder.ticks > 0 && stage.window.isVisible })
    stage.display.finishSetup()
    #expect(stage.window.uiScale == stage.display.uiScale)
    stage.onlooker.move(stage.window.id, x: 310, y: 0)
    #expect(stage.run { stage.window.uiScale == 3 })
    #expect(stage.display.uiScale != 3)
  }

  @Test func `a window that is not shown yet has the scale of the expected monitor`() throws {
    let list = "part0=1.5;part1=3"
    let stage = try Stage(monitors: Self.halves, screenFactors: list)
    #expect(stage.window.uiScale == 1.5)
    #expect(stage.display.primaryMonitorScale == 1.5)
    let placed = try Stage(
      monitors: Self.halves, screenFactors: list, position: Point(x: 500, y: 0))
    #expect(placed.window.uiScale == 3)
  }

  @Test func `a new layout of the monitors changes the scale`() throws {
    let stage = try Stage(monitors: Self.halves, screenFactors: "part0=1.5;part1=3")
    #expect(stage.run { stage.recorder.ticks > 0 && stage.window.isVisible })
    stage.display.finishSetup()
    #expect(stage.window.uiScale == 1.5)
    stage.onlooker.setMonitors([
      Rect(x: 0, y: 0, width: 50, height: 600), Rect(x: 50, y: 0, width: 750, height: 600),
    ])
    #expect(stage.run { stage.window.uiScale == 3 })
  }

  @Test func `without RandR the screen has the first factor without a name`() throws {
    let stage = try Stage(server: ["-extension", "RANDR"], screenFactors: "2.5")
    #expect(stage.window.uiScale == 2.5)
  }
}
