import CX11
import TestSupport
import Testing
import WindowingTestSupport

@testable import Windowing

/// Windows of other programs whose events this program selects: a message that names one must not
/// change the selection.
@Suite(
  .serialized, .tags(.display),
  .enabled(if: VirtualServer.isInstalled, "Xvfb is not installed"))
@MainActor
struct ReservedWindowTests {
  private final class Refusal: DropHandler {
    func dragDidMove(_ drag: IncomingDrag) -> DragAction? { nil }
    func dragDidLeave() {}
    func dragDidDrop(_ drag: IncomingDrag, finish: @escaping (DragAction?) -> Void) { finish(nil) }
  }

  @Test func `a drag in the name of the settings manager leaves its events selected`() throws {
    let stage = try Stage()
    let manager = stage.onlooker.makeSettingsManager()
    let handler = Refusal()
    stage.window.acceptDrops(by: handler)
    stage.focus()
    func isWatched() -> Bool {
      var attributes = XWindowAttributes()
      XGetWindowAttributes(stage.display.server.xDisplay, manager, &attributes)
      return attributes.your_event_mask & PropertyChangeMask != 0
    }
    #expect(isWatched())
    stage.onlooker.beginDrag(from: manager, over: stage.window.id)
    stage.pump()
    #expect(isWatched())
    withExtendedLifetime(handler) {}
  }
}

extension Onlooker {
  /// Makes a window that owns the selection of the XSETTINGS manager.
  fileprivate func makeSettingsManager() -> UInt {
    let root = XDefaultRootWindow(display)
    let window = XCreateSimpleWindow(display, root, -10, -10, 1, 1, 0, 0, 0)
    XSetSelectionOwner(display, XInternAtom(display, "_XSETTINGS_S0", 0), window, 0)
    XSync(display, 0)
    return window
  }

  /// Sends XdndEnter to a window.
  fileprivate func beginDrag(from source: UInt, over window: UInt) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = XInternAtom(display, "XdndEnter", 0)
    event.xclient.format = 32
    event.xclient.data.l = (Int(bitPattern: source), 5 << 24, 0, 0, 0)
    XSendEvent(display, window, 0, 0, &event)
    XSync(display, 0)
  }
}
