import CX11
import Foundation
import Geometry
import Testing

extension EndToEnd {
  @Suite(.needsDisplay)
  struct WindowTests {
    @Test func `the window has a class, a protocol list and the picture's name as its title`()
      throws
    {
      let session = try Session(on: try Displays.plain(), pictures: 2)
      let (x, window) = (session.x, session.window)
      #expect(x.className(of: window).contains { $0.lowercased() == "pbview" })
      #expect(x.title(of: window) == "picture 0.bmp – pbview")
      #expect(x.olderTitle(of: window) == "picture 0.bmp – pbview")
      #expect(x.atoms("WM_PROTOCOLS", of: window).contains("WM_DELETE_WINDOW"))
      #expect(x.atoms("WM_PROTOCOLS", of: window).contains("_NET_WM_PING"))
      #expect(try x.frame(of: window).size == Size(width: 1000, height: 800))
      try x.key("Right")
      #expect(x.wait { x.title(of: window).contains("picture 1.bmp") })
    }

    @Test func `resizing keeps the page and fits the picture again`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 4, at: 2, size: (1800, 1200))
      let before = try #require(session.rest)
      let start = session.viewer.mark
      for (width, height) in [(700, 500), (1300, 900), (400, 900), (1000, 800)] {
        session.x.move(to: Point(x: 150, y: 300))
        _ = try session.rest(onPage: 2) {
          session.x.resize(session.window, width: width, height: height)
        } where: {
          Self.isFitted($0.frame, width: Double(width), height: Double(height))
        }
        #expect(try session.shows(picture: 2), "\(width) × \(height)")
      }
      #expect(try #require(session.rest).frame == before.frame)
      let pages = session.viewer.traces(since: start).filter { $0.name == "page" }
      #expect(pages.allSatisfy { $0["index"] == 2 })
    }

    @Test func `the close button ends the program with code 0`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 1)
      session.x.close(session.window)
      #expect(session.viewer.process.exitCode() == 0)
    }

    @Test func `the area under a closed window is repainted`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 1)
      session.x.move(to: Point(x: 1900, y: 1060))
      // The controls fade after a delay; the comparison starts afterwards.
      Pace.hold(milliseconds: 3800)
      let before = try session.x.screenshot(of: session.window)
      let cover = session.x.makeWindow(colour: 0xffff00)
      XMoveResizeWindow(session.x.display, cover, 300, 200, 500, 400)
      session.x.synchronise()
      #expect(try session.x.screenshot(of: session.window) != before)
      XDestroyWindow(session.x.display, cover)
      #expect(try session.x.look(at: session.window) { $0 == before }.isShown)
    }

    @Test(.needsWindowManager, arguments: ["f", "F11"])
    func `F and F11 toggle fullscreen`(key: String) throws {
      let session = try Session(on: try Displays.managed(), pictures: 2)
      let (x, window) = (session.x, session.window)
      let size = try x.frame(of: window).size
      try session.viewer.wait(for: "state fullscreen=1") { try x.key(key) }
      #expect(x.wait { x.atoms("_NET_WM_STATE", of: window).contains(Self.fullscreen) })
      #expect(x.wait { (try? x.frame(of: window))?.size == Size(width: 1920, height: 1080) })
      #expect(try session.shows(picture: 0))
      try session.viewer.wait(for: "state fullscreen=0") { try x.key(key) }
      #expect(x.wait { !x.atoms("_NET_WM_STATE", of: window).contains(Self.fullscreen) })
      #expect(x.wait { (try? x.frame(of: window))?.size == size })
      #expect(try session.shows(picture: 0))
    }

    @Test(.needsWindowManager)
    func `no frame of the old size is shown when fullscreen begins or ends`() throws {
      let session = try Session(on: try Displays.managed(), pictures: 2)
      for isOn in [1, 0, 1, 0] {
        let start = session.viewer.mark
        try session.reporting {
          try session.x.key("f")
          try session.viewer.wait(for: "state fullscreen=\(isOn)", since: start)
          try session.viewer.wait(for: "size", since: start)
          try session.viewer.wait(for: "rest page=0", since: start)
        }
        let names = session.viewer.traces(since: start).map(\.name)
        let state = names.firstIndex(of: "state") ?? 0
        let size = names.firstIndex(of: "size") ?? 0
        let between = names[min(state, size)...max(state, size)]
        #expect(!between.contains("frame"), "\(names)")
      }
    }

    @Test(.needsWindowManager)
    func `Escape leaves fullscreen first and then ends the program`() throws {
      let session = try Session(on: try Displays.managed(), pictures: 2)
      try session.viewer.wait(for: "state fullscreen=1") { try session.x.key("f") }
      try session.viewer.wait(for: "state fullscreen=0") { try session.x.key("Escape") }
      #expect(session.viewer.process.isRunning)
      try session.x.key("Escape")
      #expect(session.viewer.process.exitCode() == 0)
    }

    @Test(.needsWindowManager)
    func `the window manager can make the window fullscreen`() throws {
      let session = try Session(on: try Displays.managed(), pictures: 2)
      try session.viewer.wait(for: "state fullscreen=1") {
        session.x.setState(Self.fullscreen, of: session.window, isOn: true)
      }
      #expect(try session.shows(picture: 0))
      _ = try session.rest(onPage: 1) { try session.x.key("Right") }
    }

    @Test func `an idle viewer uses no processor time`() throws {
      // A private viewer does not fill the index meanwhile.
      let session = try Session(on: try Displays.plain(), pictures: 3, options: ["--private"])
      session.x.move(to: Point(x: 1900, y: 1060))
      // The pause is longer than the wait for a time without input, the last scheduled change.
      Pace.hold(milliseconds: 8000)
      expectNoActivity(of: session)
    }

    /// One file is opened together with the pictures of its folder, several files are a list.
    @Test(arguments: [1, 3])
    func `an idle viewer that has filled the index uses no processor time`(files: Int) throws {
      let album = try ScratchFolder()
      let names = try (0..<3).map { number in
        try album.write(Pictures.bmp(.init(number: number)), to: RawName("\(number).bmp"))
      }
      let session = try Session(
        on: try Displays.plain(), album: album, names: Array(names.prefix(files)), page: nil)
      session.x.move(to: Point(x: 1900, y: 1060))
      try session.viewer.wait(for: "filled", within: 20)
      // The pause is longer than the work after the filling, and shorter than the time without work
      // after which helpers for pages are replaced.
      Pace.hold(milliseconds: 5000)
      #expect(session.viewer.helpers.count <= 2, "the helpers that read the photos have ended")
      expectNoActivity(of: session)
    }

    /// Expects that the viewer and its helpers sleep for a second.
    private func expectNoActivity(of session: Session) {
      let processes = [session.viewer.process.id] + session.viewer.helpers
      let before = processes.map(Self.activity)
      Pace.hold(milliseconds: 1000)
      #expect(processes.map(Self.activity) == before)
    }

    @Test func `paging back and forth does not grow the memory`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 16)
      func pageThrough() throws {
        _ = try session.rest(onPage: 15) { try session.x.key("End") }
        for page in (0..<15).reversed() {
          _ = try session.rest(onPage: page) { try session.x.key("Left") }
        }
      }
      try pageThrough()
      let before = ProcessTable.residentBytes(of: session.viewer.process.id)
      for _ in 0..<3 { try pageThrough() }
      let after = ProcessTable.residentBytes(of: session.viewer.process.id)
      #expect(after < before + 16_000_000, "\(before) → \(after)")
    }

    @Test func `a lost X connection ends the viewer with code 3`() throws {
      let display = try VirtualDisplay()
      let album = try ScratchFolder()
      let file = try album.write(Pictures.bmp(.init(number: 0)), to: "a.bmp")
      let viewer = try ViewerProcess([file], display: display.name)
      try viewer.wait(for: "exact page=0")
      display.end()
      #expect(viewer.process.exitCode() == 3)
      _ = viewer.process.errors.wholeOutput(within: 5)
      let errors = viewer.process.errors.lines.filter { !$0.hasPrefix("pbview: trace:") }
      #expect(errors.count == 1 && errors.first?.hasPrefix("pbview: ") == true, "\(errors)")
    }

    /// Whether the picture fills the width of the window, or its height except for a title bar, and
    /// stays inside.
    private static func isFitted(_ frame: Rect, width: Double, height: Double) -> Bool {
      frame.minX > -1 && frame.maxX < width + 1 && frame.minY > -1 && frame.maxY < height + 1
        && (frame.width > width - 2 || frame.height > height - 80)
    }

    private static let fullscreen = "_NET_WM_STATE_FULLSCREEN"

    private static func activity(of process: pid_t) -> [Int] {
      [ProcessTable.processorTicks(of: process), ProcessTable.contextSwitches(of: process)]
    }
  }
}
