import CX11
import Geometry
import Glibc
import Input
import Motion
import Pixels
import TestSupport
import Testing
import WindowingTestSupport

@testable import Windowing

@Suite(
  .serialized, .tags(.display),
  .enabled(if: VirtualServer.isInstalled, "Xvfb is not installed: no windows are tested"))
@MainActor
struct LiveWindowTests {
  @Test func `a window appears with the pixels that were drawn`() throws {
    let stage = try Stage()
    #expect(stage.run { stage.recorder.ticks > 0 && stage.window.isVisible })
    stage.pump()
    #expect(stage.pixel(0, 0) == 0x10_2030)
    #expect(stage.pixel(199, 149) == 0x10_2030)
    #expect(stage.recorder.errors == [])
  }

  @Test func `without shared memory the pixels go through the connection`() throws {
    let stage = try Stage(server: ["-extension", "MIT-SHM"])
    #expect(stage.display.server.extensions.shmCompletionEvent == nil)
    #expect(stage.run { stage.recorder.ticks > 0 && stage.window.isVisible })
    stage.pump()
    #expect(stage.pixel(199, 149) == 0x10_2030)
  }

  @Test func `without shared memory a frame waits until the server has processed the last one`()
    throws
  {
    let stage = try Stage(server: ["-extension", "MIT-SHM"])
    #expect(stage.run { stage.recorder.ticks > 0 && stage.window.isVisible })
    stage.pump()
    // Every pixel changes, because small changes do not wait for the server.
    stage.window.present(damage: [Rect(x: 0, y: 0, width: 200, height: 150)]) { pixels, _ in
      for y in 0..<150 {
        memset(pixels.bytes + y * pixels.stride, Int32(y + 1), 200 * 4)
      }
    }
    stage.window.requestFrame()
    #expect(!stage.window.isFrameDue, "the server has not answered")
    let before = stage.recorder.ticks
    #expect(stage.run { stage.recorder.ticks > before })
  }

  @Test func `without shared memory a moved picture and a change arrive exactly`() throws {
    let stage = try Stage(server: ["-extension", "MIT-SHM"])
    #expect(stage.run { stage.recorder.ticks > 0 && stage.window.isVisible })
    let whole = Rect(x: 0, y: 0, width: 200, height: 150)
    func color(_ x: Int, _ y: Int) -> UInt32 { 0xff00_0000 | UInt32(x * 7 + y * 1024 & 0xff_ffff) }
    for shift in [0, 23, -40, 5] {
      stage.window.present(damage: [whole]) { pixels, _ in
        for y in 0..<150 {
          for x in 0..<200 {
            let row = pixels.bytes + y * pixels.stride
            row.storeBytes(of: color(x + shift + 300, y), toByteOffset: x * 4, as: UInt32.self)
          }
        }
      }
      stage.pump()
      for (x, y) in [(0, 0), (199, 149), (100, 75), (3, 140), (180, 7)] {
        #expect(stage.pixel(Int32(x), Int32(y)) == UInt(color(x + shift + 300, y) & 0xff_ffff))
      }
    }
  }

  @Test func `only damage is drawn and sent`() throws {
    let stage = try Stage()
    #expect(stage.run { stage.recorder.ticks > 0 && stage.window.isVisible })
    stage.recorder.color = 0xffff_0000
    stage.recorder.damage = [Rect(x: 10, y: 10, width: 20, height: 20)]
    stage.draw()
    #expect(stage.recorder.repaints.last == [Rect(x: 10, y: 10, width: 20, height: 20)])
    #expect(stage.pixel(15, 15) == 0xff_0000)
    #expect(stage.pixel(35, 35) == 0x10_2030)
  }

  @Test func `a buffer is repainted with the damage that it missed`() throws {
    let stage = try Stage()
    #expect(stage.run { stage.recorder.ticks > 0 && stage.window.isVisible })
    // Two presents without an answer in between: the second needs the other buffer.
    let rects = [Rect(x: 0, y: 0, width: 8, height: 8), Rect(x: 20, y: 0, width: 8, height: 8)]
    let patches = Array(zip(rects, [0xff00_ff00, 0xff00_00ff] as [UInt32]))
    var drawn: [[Rect]] = []
    for (index, rect) in rects.enumerated() {
      stage.window.present(damage: [rect]) { pixels, repaint in
        drawn.append(repaint)
        // The callback fills all patches so far within the repaint: the other buffer lacks the
        // first one.
        for (patch, color) in patches[...index]
        where repaint.contains(where: { $0.union(patch) == $0 }) {
          Recorder.fill(pixels, patch, color)
        }
      }
    }
    // The server decides the free buffer; the repaint contains the damage in either case.
    for (rect, repaint) in zip(rects, drawn) {
      #expect(repaint.contains { $0.union(rect) == $0 })
    }
    stage.pump()
    #expect(stage.pixel(4, 4) == 0x00_ff00)
    #expect(stage.pixel(24, 4) == 0x00_00ff)
  }

  @Test func `a new size is reported once and drawn whole`() throws {
    let stage = try Stage()
    #expect(stage.run { stage.recorder.ticks > 0 && stage.window.isVisible })
    stage.recorder.color = 0xff00_ff00
    stage.window.resize(to: PixelSize(width: 310, height: 220))
    #expect(stage.run { stage.recorder.sizes.last == PixelSize(width: 310, height: 220) })
    stage.draw()
    #expect(stage.pixel(309, 219) == 0x00_ff00)
    #expect(stage.window.size == PixelSize(width: 310, height: 220))
    #expect(stage.recorder.sizes.count == 1)
  }

  @Test func `an uncovered window shows its content without a redraw`() throws {
    let stage = try Stage()
    #expect(stage.run { stage.recorder.ticks > 0 && stage.window.isVisible })
    stage.pump()
    let before = stage.recorder.repaints.count
    stage.onlooker.cover(true)
    stage.pump()
    stage.onlooker.cover(false)
    stage.pump()
    #expect(stage.pixel(100, 100) == 0x10_2030)
    #expect(stage.recorder.repaints.count == before)
  }

  @Test func `keys are reported with name, text and modifiers`() throws {
    let stage = try Stage()
    stage.focus()
    stage.onlooker.key(XK_Shift_L, isPress: true)
    stage.onlooker.key(XK_a, isPress: true)
    stage.onlooker.key(XK_a, isPress: false)
    stage.onlooker.key(XK_Shift_L, isPress: false)
    stage.onlooker.key(XK_Right, isPress: true)
    stage.onlooker.key(XK_Right, isPress: false)
    #expect(stage.run { stage.recorder.keys.count == 6 })
    let presses = stage.recorder.keys.filter(\.isPress)
    #expect(presses.dropFirst().map(\.name) == [.character("A"), .right])
    #expect(presses.dropFirst().first?.text == "A")
    #expect(presses.dropFirst().first?.modifiers == .shift)
    let age = stage.loop.now - (presses.last?.time ?? .zero)
    #expect(age >= 0 && age < 10)
  }

  @Test func `pointer movements, buttons and the wheel are reported`() throws {
    let stage = try Stage()
    stage.focus()
    stage.onlooker.move(x: 30, y: 40)
    stage.onlooker.button(1, isPress: true)
    stage.onlooker.move(x: 50, y: 60)
    stage.onlooker.button(1, isPress: false)
    stage.onlooker.button(5, isPress: true)
    stage.onlooker.button(5, isPress: false)
    stage.onlooker.button(9, isPress: true)
    stage.onlooker.button(9, isPress: false)
    #expect(stage.run { stage.recorder.kinds.last == .released(.forward) })
    let expected: [InputEvent.Pointer.Kind] = [
      .pressed(.primary), .moved, .released(.primary), .pressed(.forward), .released(.forward),
    ]
    #expect(stage.recorder.kinds.suffix(5) == expected)
    let press = stage.recorder.pointers.first { $0.kind == .pressed(.primary) }
    #expect(press?.location == Point(x: 30, y: 40))
    #expect(stage.recorder.scrolls.map(\.delta) == [Vector(dx: 0, dy: 1)])
    #expect(stage.recorder.scrolls.map(\.source) == [.wheel])
  }

  @Test func `servers without XInput report the pointer and the wheel too`() throws {
    let stage = try Stage(withInput: false)
    try #require(stage.display.server.extensions.inputOpcode == nil)
    stage.focus()
    stage.onlooker.move(x: 30, y: 40)
    stage.onlooker.button(1, isPress: true)
    stage.onlooker.button(1, isPress: false)
    stage.onlooker.button(4, isPress: true)
    #expect(stage.run { stage.recorder.scrolls.map(\.delta) == [Vector(dx: 0, dy: -1)] })
    #expect(stage.recorder.kinds.suffix(2) == [.pressed(.primary), .released(.primary)])
  }

  @Test func `the pointer movements of one turn of the loop are reported as one`() throws {
    let stage = try Stage()
    stage.focus()
    stage.onlooker.move(x: 5, y: 5)
    stage.pump()
    let before = stage.recorder.pointers.count
    for x in 10..<60 { stage.onlooker.move(x: Int32(x), y: 20) }
    stage.pump()
    let moves = stage.recorder.pointers.dropFirst(before)
    #expect(moves.map(\.location) == [Point(x: 59, y: 20)])
  }

  @Test func `losing the focus cancels a drag`() throws {
    let stage = try Stage()
    stage.focus()
    stage.onlooker.move(x: 30, y: 40)
    stage.onlooker.button(1, isPress: true)
    #expect(stage.run { stage.recorder.kinds.last == .pressed(.primary) })
    XSetInputFocus(stage.display.server.xDisplay, stage.display.server.root, Int32(RevertToNone), 0)
    #expect(stage.run { stage.recorder.cancellations == 1 })
    #expect(!stage.window.isFocused)
    stage.onlooker.button(1, isPress: false)
    stage.pump()
    #expect(stage.recorder.kinds.last == .pressed(.primary))
  }

  @Test func `the close button asks the delegate first`() throws {
    let stage = try Stage()
    stage.recorder.closes = false
    stage.onlooker.send("WM_DELETE_WINDOW", to: stage.window.id)
    #expect(stage.run { stage.recorder.closeRequests == 1 })
    #expect(stage.window.isOpen)
    stage.recorder.closes = true
    stage.onlooker.send("WM_DELETE_WINDOW", to: stage.window.id)
    #expect(stage.run { !stage.window.isOpen })
  }

  @Test func `a window destroyed by another client is closed`() throws {
    let stage = try Stage()
    #expect(stage.run { stage.window.isVisible })
    stage.recorder.closes = false
    stage.onlooker.destroy(stage.window.id)
    #expect(stage.run { !stage.window.isOpen })
    #expect(stage.recorder.closeRequests == 1)
    stage.window.requestFrame()
    stage.pump()
  }

  @Test func `fullscreen can be entered and left without a window manager`() throws {
    let stage = try Stage()
    #expect(stage.run { stage.recorder.ticks > 0 && stage.window.isVisible })
    stage.window.setFullscreen(true)
    #expect(stage.run { stage.window.size == PixelSize(width: 800, height: 600) })
    #expect(stage.window.isFullscreen)
    stage.window.setFullscreen(false)
    #expect(stage.run { stage.window.size == PixelSize(width: 200, height: 150) })
    #expect(stage.recorder.fullscreens == [true, false])
  }

  @Test func `the start and the end of a compositor are reported`() throws {
    let stage = try Stage()
    #expect(!stage.display.isCompositing)
    stage.display.finishSetup()
    stage.onlooker.compositor(true)
    #expect(stage.run { stage.recorder.compositing == [true] })
    stage.onlooker.compositor(false)
    #expect(stage.run { stage.recorder.compositing == [true, false] })
    #expect(!stage.display.isCompositing)
  }

  @Test func `a property of another format counts as absent`() throws {
    let stage = try Stage()
    let server = stage.display.server.xDisplay
    let bytes = [UInt8](repeating: 1, count: 40)
    for format: Int32 in [8, 16, 32] {
      let count = Int32(bytes.count) * 8 / format / (format == 32 ? 2 : 1)
      bytes.withUnsafeBufferPointer {
        _ = XChangeProperty(
          server, stage.display.server.root, stage.display.server.atoms[.netWorkArea], XA_CARDINAL,
          format,
          PropModeReplace, $0.baseAddress, count)
      }
      let values = stage.display.server.cardinals(.netWorkArea, of: stage.display.server.root)
      #expect(values.count == (format == 32 ? Int(count) : 0), "format \(format)")
      let read = stage.display.server.bytes(
        stage.display.server.atoms[.netWorkArea], of: stage.display.server.root)
      #expect(read == (format == 8 ? bytes : []), "format \(format)")
    }
  }

  @Test func `a window has a leader, a group, a role and an opaque region`() throws {
    let stage = try Stage()
    let (server, id) = (stage.display.server, stage.window.id)
    #expect(server.cardinals(.wmClientLeader, of: id) == [server.leaderWindow])
    #expect(server.cardinals(.wmClientLeader, of: server.leaderWindow) == [server.leaderWindow])
    #expect(server.bytes(server.atoms[.wmWindowRole], of: id) == Array("viewer".utf8))
    let hints = XGetWMHints(server.xDisplay, id)
    defer { XFree(hints) }
    #expect(hints?.pointee.window_group == server.leaderWindow)
    guard stage.window.isTranslucent else { return }
    let size = stage.window.size
    stage.window.setOpaque(true)
    #expect(
      server.cardinals(.netWMOpaqueRegion, of: id) == [0, 0, UInt(size.width), UInt(size.height)])
    stage.window.setOpaque(false)
    #expect(server.cardinals(.netWMOpaqueRegion, of: id).isEmpty)
  }

  @Test func `saving the clipboard twice ends both calls`() throws {
    let stage = try Stage()
    let manager = stage.display.server.atoms[.clipboardManager]
    let owner = XCreateSimpleWindow(
      stage.onlooker.display, XDefaultRootWindow(stage.onlooker.display), 0, 0, 1, 1, 0, 0, 0)
    XSetSelectionOwner(stage.onlooker.display, manager, owner, 0)
    XSync(stage.onlooker.display, 0)
    let text = ClipboardFormat("UTF8_STRING", Array("text".utf8))
    #expect(stage.window.copy([text]))
    var done: [Int] = []
    stage.window.saveClipboard { done.append(1) }
    stage.window.saveClipboard { done.append(2) }
    #expect(stage.run { done == [1, 2] }, "\(done)")
  }

  @Test func `X errors are reported and do not end the connection`() throws {
    let stage = try Stage()
    XMapWindow(stage.display.server.xDisplay, 0x1234_5678)
    #expect(stage.run { stage.recorder.errors.count == 1 })
    #expect(stage.onlooker.isAlive())
  }

  @Test func `frames follow the monitor's rate and stop without a request`() throws {
    let stage = try Stage()
    #expect(stage.run { stage.window.isVisible })
    stage.recorder.framesWanted = 20
    stage.window.requestFrame()
    #expect(stage.run { stage.recorder.framesWanted == 0 })
    let times = stage.recorder.frames.suffix(20).map(\.presentation)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    stage.pump()
    let wakeUps = stage.loop.wakeUps
    stage.loop.runOnce(waitingUpTo: 0.2)
    #expect(stage.loop.wakeUps == wakeUps)
  }

  @Test func `an unmapped window draws no frames until it is mapped again`() throws {
    let stage = try Stage()
    #expect(stage.run { stage.recorder.ticks > 0 && stage.window.isVisible })
    stage.pump()
    XUnmapWindow(stage.display.server.xDisplay, stage.window.id)
    #expect(stage.run { !stage.window.isVisible })
    let before = stage.recorder.ticks
    stage.recorder.color = 0xff00_ff00
    stage.window.requestFrame()
    stage.pump()
    #expect(stage.recorder.ticks == before)
    let wakeUps = stage.loop.wakeUps
    stage.loop.runOnce(waitingUpTo: 0.05)
    #expect(stage.loop.wakeUps == wakeUps)
    XMapWindow(stage.display.server.xDisplay, stage.window.id)
    #expect(stage.run { stage.recorder.ticks > before })
    stage.pump()
    #expect(stage.pixel(100, 100) == 0x00_ff00)
  }

  @Test func `events read together with a reply are handled before the loop sleeps`() throws {
    let stage = try Stage()
    stage.focus()
    // Events that Xlib reads together with a reply leave the socket empty for `poll`.
    let deadline = stage.loop.schedule(at: stage.loop.now) {
      stage.onlooker.key(XK_a, isPress: true)
      stage.onlooker.key(XK_a, isPress: false)
      XSync(stage.display.server.xDisplay, 0)
    }
    stage.loop.runOnce(waitingUpTo: 5)
    #expect(stage.recorder.keys.count == 2)
    withExtendedLifetime(deadline) {}
  }

  @Test func `a lost server is reported and ends the loop with 3`() throws {
    let stage = try Stage()
    var isTold = false
    stage.display.onServerLost = { isTold = true }
    stage.server.stop()
    #expect(stage.loop.run() == 3)
    #expect(isTold)
    #expect(stage.display.isLost)
    stage.window.requestFrame()
    stage.window.setTitle("nobody listens")
    stage.window.close()
  }

  @Test func `a missing server is an error with a sentence`() {
    #expect(throws: WindowingError.noDisplay(":4711")) {
      try DisplayConnection(name: ":4711")
    }
    #expect("\(WindowingError.noDisplay(":4711"))" == "cannot reach the X server :4711")
  }
}
