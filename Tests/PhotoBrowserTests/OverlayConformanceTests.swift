import PhotoBrowser
import TestSupport
import Testing

/// Tests that every registered overlay has to pass, one of a host included.
@MainActor @Suite struct OverlayConformanceTests {
  /// All overlays, each in a state in which it is visible.
  private static func all() -> [(name: String, overlay: any BrowserOverlay)] {
    BrowserOverlays.register("badge", description: "a host's own") { Badge() }
    return BrowserOverlays.entries.map { ($0.name, shown($0.make())) }
  }

  private static func shown(_ overlay: any BrowserOverlay) -> any BrowserOverlay {
    switch overlay {
    case let strip as CaptionStrip: strip.caption = { Caption("Page \($0)", text: "Somewhere") }
    case let button as ViewOriginalButton: button.offer = { _ in .offered(byteCount: 12_300_000) }
    case let progress as ProgressOverlay: progress.loadingState = { _ in .share(0.4) }
    case let toast as ToastOverlay: toast.show("Saved")
    case let pill as ZoomPill: pill.replacementText = "12"
    default: break
    }
    return overlay
  }

  private static func rig(_ count: Int = 5, scale: Double = 1) -> BrowserRig {
    BrowserRig(
      .album(count, 480, 320), width: Int(480 * scale), height: Int(320 * scale), scale: scale)
  }

  @Test func `every overlay has its own name and its own description`() {
    let names = BrowserOverlays.namesAndDescriptions
    #expect(Set(names.map(\.0)).count == names.count)
    for (name, description) in names {
      #expect(!description.isEmpty, "\(name)")
      #expect(throws: Never.self) { try BrowserOverlays.make(name) }
    }
    #expect(throws: UnknownName.self) { try BrowserOverlays.make("wobble") }
  }

  @Test(arguments: [1.0, 2]) func `an overlay lies in the browser, outside the bars of the host`(
    _ scale: Double
  ) {
    for (name, overlay) in Self.all() {
      let rig = Self.rig(scale: scale)
      rig.browser.barInsets = Insets(top: 48 * scale, bottom: 10 * scale)
      rig.browser.addOverlay(overlay)
      rig.wait(0.5)
      let room = rig.browser.bounds.inset(by: rig.browser.barInsets)
      #expect(!overlay.isHidden && !overlay.frame.isEmpty, "\(name)")
      #expect(overlay.frame.union(room) == room, "\(name): \(overlay.frame)")
      #expect(overlay.alpha == 1, "\(name)")
      #expect(rig.redrawn.isSame(as: rig.picture), "\(name) misses damage")
    }
  }

  @Test func `an overlay with the keyboard focus takes keys in every frame of its fade-in`() {
    for (name, overlay) in Self.all() {
      let rig = Self.rig()
      rig.settle()
      rig.browser.addOverlay(overlay)
      overlay.alpha = 0.01
      rig.stage.setFocus(overlay)
      var opacities: [Double] = []
      for _ in 0..<5 {
        rig.frame()
        opacities.append(overlay.alpha)
      }
      #expect(opacities.allSatisfy { $0 > 0 }, "\(name): \(opacities)")
      #expect(rig.stage.focus === overlay, "\(name)")
    }
  }

  @Test func `an overlay hides during a pull-down and returns with the picture`() {
    for (name, overlay) in Self.all() {
      let rig = Self.rig()
      rig.browser.addOverlay(overlay)
      rig.wait(0.5)
      rig.press(240, 100)
      rig.drag(to: 240, 220, over: 0.4)
      rig.wait(0.5)
      #expect(overlay.alpha == 0, "\(name)")
      #expect(rig.redrawn.isSame(as: rig.picture), "\(name) misses damage")
      rig.drag(to: 240, 140, over: 0.4)
      rig.wait(0.1)
      rig.drag(to: 240, 120, over: 0.1)
      rig.release()
      rig.wait(1)
      #expect(!rig.browser.state.isDismissed && overlay.alpha == 1, "\(name)")
      #expect(rig.redrawn.isSame(as: rig.picture), "\(name) misses damage")
    }
  }

  @Test func `an overlay follows changes of the page list`() {
    for (name, overlay) in Self.all() {
      let rig = Self.rig()
      rig.browser.addOverlay(overlay)
      rig.perform(.turn(1, animated: false))
      rig.frame()
      rig.source.pages = .album(30, 480, 320)
      rig.source.renumber { $0 }
      rig.browser.insertItems(25, at: 5)
      rig.wait(0.3)
      rig.perform(.go(to: 29, animated: false))
      rig.wait(0.3)
      #expect(rig.redrawn.isSame(as: rig.picture), "\(name) misses damage")
      #expect(rig.browser.bounds.union(overlay.frame) == rig.browser.bounds, "\(name)")
      rig.source.pages = []
      rig.browser.reloadData()
      rig.wait(0.3)
    }
  }

  @Test func `an overlay belongs to one browser and is added once`() {
    for (name, overlay) in Self.all() {
      let (one, other) = (Self.rig(), Self.rig())
      one.browser.addOverlay(overlay)
      one.browser.addOverlay(overlay)
      #expect(one.browser.overlays.count == 1, "\(name)")
      other.browser.addOverlay(overlay)
      #expect(one.browser.overlays.isEmpty && other.browser.overlays.count == 1, "\(name)")
      one.wait(0.3)
      #expect(one.redrawn.isSame(as: one.picture), "\(name) left something behind")
      other.browser.removeOverlay(overlay)
      #expect(overlay.parent == nil && other.browser.overlays.isEmpty, "\(name)")
    }
  }

  @Test func `an overlay at rest draws nothing`() {
    for (name, overlay) in Self.all() where !(overlay is ToastOverlay) {
      let rig = Self.rig()
      rig.browser.addOverlay(overlay)
      rig.settle()
      let drawn = rig.drawnFrames
      rig.wait(1)
      #expect(rig.drawnFrames == drawn, "\(name)")
    }
  }

  @Test func `overlays shown together do not cover each other's text`() {
    for scale in [1.0, 2] {
      let rig = Self.rig(scale: scale)
      rig.browser.indicator = DotPageIndicator()
      let strip = CaptionStrip { _ in Caption("Norway", text: "A fjord in the evening") }
      strip.background = .panel
      let button = ViewOriginalButton { _ in .offered(byteCount: 4_200_000) }
      let others: [any BrowserOverlay] = [strip, button, CloseButton()]
      for overlay in others { rig.browser.addOverlay(overlay) }
      rig.settle()
      #expect(button.frame.maxY <= strip.frame.minY)
      // The strip lies behind the dots, its text above them.
      let dots = rig.browser.indicator?.frame ?? .zero
      #expect(strip.frame.maxY == rig.browser.bounds.maxY && dots.minY > strip.frame.minY)
      #expect(rig.redrawn.isSame(as: rig.picture))
    }
  }
}

/// An overlay that implements the required members only.
@MainActor private final class Badge: View, BrowserOverlay {
  func layout(in room: BrowserOverlays.Room) {
    frame = Rect(x: room.area.minX, y: room.area.minY, width: 20 * room.scale, height: 20)
  }
  override func draw(in canvas: Canvas, damage: Rect) { canvas.fill(bounds, .white) }
}
