import PhotoBrowser
import TestSupport
import Testing

/// Filmstrips of every effect at 0, 25, 50, 75 and 100 % of a turn to the next page, and of one to
/// the previous page.
@MainActor @Suite struct PageEffectFilmstripTests {
  private static func options(_ name: String) -> BrowserOptions {
    var options = BrowserOptions()
    options.pageEffect = pageEffect(named: name)
    return options
  }

  @Test(arguments: PageEffects.builtIn.map(\.name))
  func `page effects under a drag match the recorded frames`(_ name: String) throws {
    let rig = BrowserRig(.album(3), options: Self.options(name), start: 1)
    let rest = rig.picture
    rig.capture()  // at rest on the second page
    rig.press(235, 80)
    rig.drag(to: 229, 80, over: 0.05)
    for share in [0.25, 0.5, 0.75] {
      rig.drag(to: 229 - 240 * share, 80, over: 0.1)
      rig.frame()
      rig.capture()  // the next page comes from the right
    }
    rig.drag(to: -11, 80, over: 0.1)
    rig.release()
    rig.settle()
    rig.capture()  // at rest on the third page
    #expect(rig.browser.pageIndex == 2)
    rig.perform(.turn(-1, animated: false))
    rig.settle()
    #expect(rig.picture.isSame(as: rest))
    rig.capture()
    rig.press(5, 80)
    rig.drag(to: 11, 80, over: 0.05)
    for share in [0.25, 0.5, 0.75] {
      rig.drag(to: 11 + 240 * share, 80, over: 0.1)
      rig.frame()
      rig.capture()  // the previous page comes from the left
    }
    rig.drag(to: 251, 80, over: 0.1)
    rig.release()
    rig.settle()
    rig.capture()  // at rest on the first page
    #expect(rig.browser.pageIndex == 0)
    try rig.check("effect-\(name)", columns: 5)
  }

  @Test(arguments: PageEffects.builtIn.map(\.name))
  func `vertical page effects under a drag match the recorded frames`(_ name: String) throws {
    var options = Self.options(name)
    options.tuning.axis = .vertical
    let rig = BrowserRig(.album(3), options: options, start: 1)
    rig.press(120, 155)
    rig.drag(to: 120, 149, over: 0.05)
    rig.drag(to: 120, 149 - 160 * 0.4, over: 0.1)
    rig.frame()
    rig.capture()  // the next page comes from below
    rig.drag(to: 120, 149, over: 0.1)
    rig.drag(to: 120, 149 + 160 * 0.4, over: 0.1)
    rig.frame()
    rig.capture()  // the previous page comes from above
    rig.release()
    rig.settle()
    try rig.check("effect-\(name)-vertical", columns: 2)
  }
}
