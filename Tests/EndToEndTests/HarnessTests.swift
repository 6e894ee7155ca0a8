import CX11
import Foundation
import Geometry
import Testing

extension EndToEnd {
  /// The harness itself. If one of these tests fails, the results of the other suites mean nothing.
  @Suite(.needsDisplay)
  struct HarnessTests {
    @Test func `the harness starts a server, takes screenshots and sends keys`() throws {
      let display = try Displays.plain()
      let client = try XClient(display)
      let window = client.makeWindow(colour: 0x12_34_56)
      defer { XDestroyWindow(client.display, window) }
      let (_, isShown) = try client.look { $0[Point(x: 60, y: 70)] == 0x12_34_56 }
      #expect(isShown)
      #expect(try client.screenshot(of: window).colours == 1)
      #expect(try client.frame(of: window) == Rect(x: 50, y: 60, width: 300, height: 200))
      client.move(to: Point(x: 100, y: 100))
      try client.key("plus")
      #expect(Self.keys(on: client, until: XKeysymToKeycode(client.display, 0x2b)))
    }

    @Test func `ending a virtual display ends its server`() throws {
      let display = try VirtualDisplay()
      let server = display.server
      display.end()
      #expect(!server.isRunning)
    }

    @Test func `the colour of a test picture's pixel encodes its cell`() {
      let cell = Pictures.Cell(picture: 3, column: 17, row: 42)
      #expect(Pictures.Cell(colour: cell.colour) == cell)
      #expect(Pictures.Cell(colour: 0) == nil)
      #expect(Pictures.Cell(colour: 0x1e1e1e) == nil)
    }

    @Test(arguments: Pictures.Format.allCases)
    func `another viewer shows the test pictures with the expected pixels`(
      format: Pictures.Format
    ) throws {
      let album = try ScratchFolder()
      let plan = Pictures.Plan(number: 5, width: 333, height: 222)
      let file = try album.write(format.write(plan), to: RawName("a.\(format)"))
      guard let feh = Programs.installed("feh") else { return }
      let display = try Displays.plain()
      let client = try XClient(display)
      client.move(to: Point(x: 1900, y: 1060))
      let viewer = try ChildProcess(
        feh, ["--borderless", "--class", "canary", file],
        environment: ["DISPLAY": display.name, "HOME": album.path, "PATH": "/usr/bin"])
      defer { viewer.end() }
      let window = try client.window(of: viewer.id)
      let (_, isShown) = try client.look(at: window) { screenshot in
        screenshot.width == 333 && screenshot.height == 222
          && (0..<222).allSatisfy { y in
            (0..<333).allSatisfy {
              screenshot.pixels[y * 333 + $0] == plan.cell(x: $0, y: y).colour
            }
          }
      }
      #expect(isShown)
      #expect(client.className(of: window).contains("canary"))
      viewer.send(signal: SIGTERM)
      #expect(viewer.exitCode() != nil)
    }

    @Test(.needsWindowManager) func `the window manager makes a window fullscreen`() throws {
      let client = try XClient(try Displays.managed())
      let window = client.makeWindow(colour: 0x654321)
      defer { XDestroyWindow(client.display, window) }
      #expect(client.wait { client.number("_NET_FRAME_EXTENTS", of: window) != nil })
      client.setState("_NET_WM_STATE_FULLSCREEN", of: window, isOn: true)
      #expect(client.wait { (try? client.frame(of: window))?.width == 1920 })
      #expect(client.atoms("_NET_WM_STATE", of: window).contains("_NET_WM_STATE_FULLSCREEN"))
    }

    @Test(.needsCompositor) func `a compositor shows the desktop through a translucent window`()
      throws
    {
      let display = try VirtualDisplay()
      let client = try XClient(display)
      client.paintDesktop((0xe6e633, 0x3333e6))
      try display.start("picom", ["--backend", "xrender", "--config", "/dev/null"])
      #expect(client.wait { client.hasOwner(ofSelection: "_NET_WM_CM_S0") })
      _ = client.makeTranslucentWindow(colour: 0x8000_0000)
      let (screen, isBlended) = try client.look { screenshot in
        let colours = [Point(x: 68, y: 100), Point(x: 84, y: 100)].compactMap { screenshot[$0] }
        return colours.allSatisfy { $0 != 0xe6e633 && $0 != 0x3333e6 } && colours[0] != colours[1]
      }
      #expect(isBlended)
      #expect(screen[Point(x: 68, y: 100)] == 0x737319, "half the desktop's first colour")
    }

    @Test(.needsRig) func `simulated touches reach a window`() throws {
      let display = try Displays.withDevices()
      let devices = try #require(display.devices)
      let client = try XClient(display)
      let window = client.makeWindow(colour: 0)
      defer { XDestroyWindow(client.display, window) }
      #expect(client.wait { client.isVisible(window) })
      try devices.movePointer(to: Point(x: 200, y: 150))
      try devices.touch(.begin, at: Point(x: 100, y: 100))
      try devices.glide(from: Point(x: 100, y: 100), to: Point(x: 220, y: 160), over: 80)
      // A touch that no client selects is emulated as pointer motion.
      var point = Point(x: 0, y: 0)
      let arrives = client.wait {
        point = Self.pointerPlace(on: client)
        return abs(point.x - 220) <= 1
      }
      #expect(arrives, "\(point)")
      try devices.touch(.end, at: Point(x: 220, y: 160))
      try devices.scroll(dx: 240, over: 40)
      try devices.pinch(to: 1.5, over: 40)
    }

    // MARK: Input received by a window of the test

    private static func keys(on client: XClient, until code: KeyCode) -> Bool {
      var event = XEvent()
      return client.wait(dropsEvents: false) {
        XCheckTypedEvent(client.display, KeyPress, &event) != 0
          && event.xkey.keycode == UInt32(code)
      }
    }

    private static func pointerPlace(on client: XClient) -> Point {
      var (root, child): (Window, Window) = (0, 0)
      var (x, y, innerX, innerY, mask): (Int32, Int32, Int32, Int32, UInt32) = (0, 0, 0, 0, 0)
      XQueryPointer(
        client.display, client.root, &root, &child, &x, &y, &innerX, &innerY, &mask)
      return Point(x: Double(x), y: Double(y))
    }
  }
}
