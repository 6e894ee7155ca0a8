import PhotoBrowser
import TestSupport
import Testing

/// Tests of the layout of corner buttons and messages.
@MainActor @Suite struct OverlayLayoutTests {
  /// A corner button of a host.
  private final class CornerButton: View, BrowserOverlay {
    let corner: BrowserOverlays.Room.Corner

    init(_ corner: BrowserOverlays.Room.Corner) {
      self.corner = corner
      super.init()
    }

    func layout(in room: BrowserOverlays.Room) {
      frame = room.frame(of: Size(width: 36, height: 36), in: corner, margin: 14)
    }
  }

  @Test func `A corner button lies beside a centred pill, where the close button does`() {
    let rig = BrowserRig(.album(9, 480, 320), width: 480, height: 320)
    let (close, own) = (CloseButton(), CornerButton(.topRight))
    rig.browser.indicator = NumberPageIndicator()
    rig.browser.addOverlay(close)
    rig.browser.addOverlay(own)
    rig.settle()
    #expect(close.frame == Rect(x: 14, y: 14, width: 36, height: 36))
    #expect(own.frame == Rect(x: 480 - 50, y: 14, width: 36, height: 36))
  }

  @Test func `Buttons in the same corner do not overlap, nor a strip over the whole width`() {
    let rig = BrowserRig(.album(9, 480, 320), width: 480, height: 320)
    let (close, own, low) = (CloseButton(), CornerButton(.topLeft), CornerButton(.bottomRight))
    let strip = CaptionStrip { _ in Caption("Norway") }
    strip.background = .panel
    for overlay in [strip, close, own, low] as [any BrowserOverlay] {
      rig.browser.addOverlay(overlay)
    }
    rig.settle()
    #expect(own.frame == Rect(x: 14, y: 64, width: 36, height: 36))
    #expect(low.frame.maxY == strip.frame.minY - 14)
  }

  @Test func `A strip that is added behind a badge moves it up, like one that came first`() {
    let rig = BrowserRig(.album(9, 480, 320), width: 480, height: 320)
    let (first, badge) = (CornerButton(.topLeft), CornerButton(.bottomRight))
    rig.browser.addOverlay(first)
    rig.browser.addOverlay(badge)
    rig.settle()
    #expect(badge.frame.maxY == 320 - 14)
    let strip = CaptionStrip { _ in Caption("Norway") }
    rig.browser.addOverlay(strip, behind: badge)
    rig.settle()
    #expect(badge.frame.maxY == strip.frame.minY - 14)
    #expect(rig.browser.overlays.map { $0 === strip } == [false, true, false])
    let children = strip.parent?.children ?? []
    #expect(children.firstIndex { $0 === strip } ?? 9 < children.firstIndex { $0 === badge } ?? -1)
  }

  @Test func `A badge that has no room above or below a panel at the side lies beside it`() {
    var room = BrowserOverlays.Room(area: Rect(x: 0, y: 48, width: 800, height: 600))
    room.sideInsets = Insets(right: 336)
    let size = Size(width: 60, height: 24)
    func frame(_ corner: BrowserOverlays.Room.Corner) -> Rect {
      room.frame(of: size, in: corner, margin: 12)
    }
    room.occupied = [Rect(x: 464, y: 60, width: 324, height: 576)]
    #expect(frame(.bottomRight) == Rect(x: 800 - 336 - 72, y: 612, width: 60, height: 24))
    #expect(frame(.topRight) == Rect(x: 800 - 336 - 72, y: 60, width: 60, height: 24))
    #expect(frame(.bottomLeft) == Rect(x: 12, y: 612, width: 60, height: 24))
    room.occupied[0].size.height = 300
    #expect(frame(.bottomRight) == Rect(x: 728, y: 612, width: 60, height: 24))
  }

  @Test func `A message lies above the controls of a clip`() {
    let rig = BrowserRig([], width: 480, height: 320)
    rig.browser.pages = PageList(
      count: { 1 }, kind: { _ in PageList.CellKind("clip") { ClipCell() } }, fill: { _ in })
    let toast = ToastOverlay()
    rig.browser.addOverlay(toast)
    rig.settle()
    toast.show("Saved")
    rig.wait(0.1)
    #expect(toast.frame == Rect(x: 0, y: 0, width: 480, height: 320 - 96))
    #expect(rig.browser.messageArea == toast.frame)
  }

  @Test func `A fade of an overlay without a message draws nothing`() {
    let rig = BrowserRig(.album(3, 480, 320), width: 480, height: 320)
    let toast = ToastOverlay()
    rig.browser.addOverlay(toast)
    rig.settle()
    #expect(!toast.frame.isEmpty && toast.paintedArea.isEmpty)
    toast.show("Saved")
    rig.wait(0.1)
    #expect(!toast.paintedArea.isEmpty)
  }

  @Test(arguments: TransitionStyle.Offscreen.allCases)
  func `The slot of a page without a thumbnail is filled while the page closes`(
    _ style: TransitionStyle.Offscreen
  ) {
    for pulls in [false, true] {
      var options = BrowserOptions()
      options.offscreenStyle = style
      let flight = FlightRig(options: options)
      flight.host.missing = [1]
      flight.show(1)
      flight.rig.settle()
      var emptied: [Int] = []
      flight.rig.afterFrame = {
        if (flight.browser.shownFrame?.backdrop ?? 1) < 1, let slot = flight.grid.emptySlot {
          emptied.append(slot)
        }
      }
      if pulls {
        flight.rig.press(120, 60)
        flight.rig.drag(to: 120, 140, over: 0.2)
        flight.rig.release()
      } else {
        flight.rig.perform(.close)
      }
      flight.rig.settle()
      #expect(flight.browser.state.isDismissed && emptied.isEmpty, "\(pulls): \(emptied.count)")
    }
  }
}
