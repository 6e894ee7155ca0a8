import CX11
import Geometry
import Pixels
import TestSupport
import Testing
import WindowingTestSupport

@testable import Windowing

@Suite(
  .serialized, .tags(.display),
  .enabled(if: VirtualServer.isInstalled, "Xvfb is not installed"))
@MainActor
struct FrameBufferTests {
  @Test func `after waiting for the server no earlier event is left to end a later read`() throws {
    let stage = try Stage()
    let server = stage.display.server
    let completion = try #require(server.extensions.shmCompletionEvent)
    let buffer = FrameBuffer(
      of: stage.window.id, on: server,
      visual: try WindowVisual(display: server.xDisplay, screen: server.screen),
      size: PixelSize(width: 200, height: 150), timers: stage.display.timers)
    buffer.present(damage: DamageRegion()) { _, _ in }
    buffer.waitForReads()
    var event = XEvent()
    let found = XCheckTypedWindowEvent(server.xDisplay, stage.window.id, completion, &event)
    #expect(found == 0)
    buffer.stop()
    withExtendedLifetime(stage) {}
  }
}
