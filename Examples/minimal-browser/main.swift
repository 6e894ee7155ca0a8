import PhotoBrowser
import Windowing

/// Five pages, their pictures painted here; a window and a stage, joined both ways.
final class Album: BrowserDataSource, BrowserDelegate, WindowDelegate {
  let stage = Stage(size: Size(width: 900, height: 600))
  var onWake: (Timestamp) -> Void = { _ in }
  var onClose: () -> Void = {}

  func numberOfItems(in browser: Browser) -> Int { 5 }
  func browser(_ browser: Browser, reload cell: any BrowserCell, at index: Int) {
    (cell as? PhotoCell)?.content = .picture(Picture(paint(hue: Double(index) / 5)))
  }
  func browserDidDismiss(_ browser: Browser) { onClose() }

  func window(_ window: Window, didReceive event: InputEvent) { stage.receive(event) }
  func window(_ window: Window, didResizeTo size: PixelSize) { stage.size = size.size }
  func windowDidTick(_ window: Window, frame: FrameTime) {
    stage.update(at: frame)
    window.present(damage: stage.damage) { stage.draw(into: $0, repaint: $1) }
    if let time = stage.nextDeadline { onWake(time) }
    // Touchpads, monitors and the compositor can wait until something is seen.
    window.display.finishSetup()
  }
  func windowShouldClose(_ window: Window) -> Bool {
    onClose()
    return true
  }

  func paint(hue: Double) -> Bitmap {
    let size = PixelSize(width: 1200, height: 800)
    return Bitmap(size: size, isOpaque: true) { memory, stride in
      guard let bytes = memory.baseAddress else { return }
      let canvas = Canvas(PixelBuffer(size: size, stride: stride, bytes: bytes))
      let top = Color(red: hue, green: 0.4, blue: 1 - hue)
      canvas.fillGradient(canvas.bounds, top: top, bottom: Color(red: 1, green: 0.8, blue: hue))
      canvas.fillPie(center: canvas.bounds.center, radius: 200, from: 0, sweep: 7 * hue, .white)
    }
  }
}

let album = Album()
let browser = Browser()
browser.fillsParent = true
browser.indicator = DotPageIndicator()
browser.dataSource = album
browser.delegate = album
album.stage.root.add(browser)

let display = try DisplayConnection()
let loop = try EventLoop(display)
let size = PixelSize(width: 900, height: 600)
let window = try Window(display, WindowConfiguration(title: "Album", size: size))
var wake: Deadline?
album.onWake = { wake = loop.schedule(at: $0) { window.requestFrame() } }
album.onClose = { loop.stop(0) }
album.stage.onNeedsFrame = { window.requestFrame() }
window.delegate = album
window.show()
_ = loop.run()
