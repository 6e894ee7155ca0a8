// Page effects: pages turn as faces of a cube; a click lists the other effects.
import BrowserHost
import Samples

BrowserWindow.run("Page effects") { window in
  let pictures = Samples.landscapes(9)

  let browser = Browser()
  browser.options.pageEffect = .cube
  browser.options.clickAction = .report
  browser.pages = PageList(pictures)
  browser.hooks.tap = { [unowned browser] _ in
    browser.makeEffectChooser().open(on: window.stage)
  }
  browser.hooks.reachedEnd = { side in
    window.showToast(side < 0 ? "First picture" : "Last picture")
  }

  let grid = ThumbnailGrid(pictures)
  grid.onOpen = { window.present(browser, at: $0, over: grid) }
  window.show(grid)
}
