import PhotoBrowser
import TestSupport
import Testing

/// Tests of the click that hides and shows the controls of the browser.
@MainActor @Suite struct ControlsTests {
  private let rig: BrowserRig
  private let close = CloseButton()
  private let toast = ToastOverlay()
  private var browser: Browser { rig.browser }

  init() {
    var options = BrowserOptions()
    options.isDoubleClickEnabled = false
    rig = BrowserRig(.album(3), options: options)
    browser.indicator = DotPageIndicator()
    browser.addOverlay(close)
    browser.addOverlay(toast)
    rig.settle()
  }

  private var opacities: [Double] { [browser.indicator?.alpha ?? -1, close.alpha] }

  @Test func `A click hides caption, buttons and indicator, the next one shows them`() {
    var log: [Bool] = []
    browser.hooks.controlsChange = { log.append($0) }
    rig.click(120, 80)
    rig.wait(0.05)
    #expect(opacities.allSatisfy { $0 > 0 && $0 < 1 }, "they fade")
    rig.settle()
    #expect(opacities == [0, 0] && toast.alpha == 1 && !browser.showsControls)
    #expect(rig.redrawn.isSame(as: rig.picture))
    rig.perform(.turn(1, animated: true))
    rig.settle()
    #expect(opacities == [0, 0])
    rig.click(120, 80)
    rig.settle()
    #expect(opacities == [1, 1] && log == [false, true])
    #expect(rig.listener.log.filter { $0 == "tap" }.count == 2)
    #expect(rig.redrawn.isSame(as: rig.picture))
  }

  @Test func `Hidden controls take no click`() {
    rig.click(120, 80)
    rig.settle()
    rig.click(close.frame.center.x, close.frame.center.y)
    rig.settle()
    #expect(!browser.state.isDismissed && opacities == [1, 1])
  }

  @Test func `Opening the browser shows the controls`() {
    browser.showsControls = false
    rig.settle()
    rig.perform(.close)
    rig.settle()
    browser.show(at: rig.now)
    rig.settle()
    #expect(opacities == [1, 1])
  }

  @Test func `A click that only reports leaves the controls`() {
    browser.options.clickAction = .report
    rig.click(120, 80)
    rig.settle()
    #expect(opacities == [1, 1] && rig.listener.log.contains("tap"))
  }
}
