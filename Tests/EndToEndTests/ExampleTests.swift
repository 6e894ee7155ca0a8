import Foundation
import Geometry
import Testing

extension EndToEnd {
  /// Every example runs, does what its description says and matches its recorded screenshot.
  ///
  /// Screenshots are recorded with `PBVIEW_RECORD=1`.
  @Suite(.needsDisplay, .needsExamples)
  struct ExampleTests {
    private func start(_ name: String) throws -> ExampleSession {
      try ExampleSession(name, on: try Displays.plain())
    }

    @Test func `minimal browser`() throws {
      let session = try start("minimal-browser")
      try session.turn(to: 1)
      try session.turn(to: 2)
      try session.look()
      #expect(try session.leave(from: 0))
    }

    @Test func `local pictures`() throws {
      let session = try start("local-pictures")
      try session.look()
      try session.open(3, at: 720, 120)
      #expect(try session.leave(byEscape: true))
    }

    @Test func `zoom`() throws {
      let session = try start("zoom")
      try session.look()
      try session.open(1, at: 320, 120)
      #expect(try session.leave())
    }

    @Test func `smooth zoom by push`() throws {
      let session = try start("smooth-zoom-push")
      try session.open(4, at: 120, 320)
      try session.look()
      // This example has a back button.
      try session.home { try session.click(24, 24) }
      #expect(try session.leave(from: 0))
    }

    @Test func `several windows`() throws {
      let session = try start("several-windows")
      try session.look()
      let one = session.openWindows
      #expect(one == [session.window])
      // The new window covers the place of the click.
      try session.open(1, at: 320, 120)
      #expect(session.x.wait { session.openWindows.count == 2 })
      try session.turn(to: 2)
      try session.x.key("Escape")
      #expect(session.x.wait { session.openWindows == one })
      #expect(try session.leave(from: 0))
    }

    @Test func `own loop`() throws {
      let session = try start("own-loop")
      try session.turn(to: 1)
      try session.turn(to: 2)
      try session.look()
      #expect(try session.leave(from: 0))
    }

    @Test func `delete`() throws {
      let session = try start("delete")
      try session.open(1, at: 320, 120)
      try session.change { try session.click(400, 300, .right) }
      // Cancel has the focus; Up moves the focus to the destructive button.
      try session.x.key("Up")
      // The page that follows rests where the deleted one did, so that the trace has no new line.
      try session.change { try session.x.key("Return") }
      try session.look(after: ExampleSession.toastTime)
      #expect(try session.leave())
    }

    @Test func `append`() throws {
      let session = try start("append")
      try session.open(5, at: 320, 320)
      try session.home { try session.x.key("Escape") }
      try session.look()
      #expect(try session.leave(from: 0))
    }

    @Test func `push next`() throws {
      let session = try start("push-next")
      try session.open(2, at: 520, 120)
      try session.change { try session.click(400, 300, .right) }
      try session.home { try session.x.key("Return") }
      try session.look()
      try session.rest(onPage: 2) { try session.x.key("Escape") }
      #expect(try session.leave())
    }

    @Test func `several kinds of cells`() throws {
      let session = try start("cell-kinds")
      try session.turn(to: 8, by: "End")
      try session.turn(to: 7, by: "Left")
      try session.look()
      try session.turn(to: 6, by: "Left")
      #expect(try session.leave(from: 0))
    }

    @Test func `sections`() throws {
      let session = try start("sections")
      // The pointer rests on the scroll bar, which fades in.
      try session.look(after: ExampleSession.fadeTime)
      // The first item of the second section has index 4.
      try session.open(4, at: 120, 330)
      try session.turn(to: 3, by: "Left")
      #expect(try session.leave())
    }

    @Test func `dots`() throws {
      let session = try start("dots")
      try session.open(4, at: 340, 340)
      try session.turn(to: 5)
      try session.look()
      #expect(try session.leave())
    }

    @Test func `number`() throws {
      let session = try start("number")
      try session.open(8, at: 540, 540)
      try session.look()
      #expect(try session.leave())
    }

    @Test func `long pictures`() throws {
      let session = try start("long-pictures")
      try session.look()
      try session.open(0, at: 100, 100)
      try session.turn(to: 1)
      #expect(try session.leave())
    }

    @Test func `loading progress`() throws {
      let session = try start("loading-progress")
      try session.change { try session.click(520, 120) }
      // The download of this picture stops half-way.
      try session.look(after: 1500)
      try session.turn(to: 3)
      #expect(try session.leave())
    }

    @Test func `view original`() throws {
      let session = try start("view-original")
      try session.open(0, at: 120, 120)
      try session.look()
      // The button is at the bottom, in the middle.
      try session.change { try session.click(420, 610) }
      try session.turn(to: 1)
      #expect(try session.leave())
    }

    @Test func `review`() throws {
      let session = try start("review")
      try session.open(3, at: 720, 120)
      try session.look()
      try session.home { try session.click(32, 32) }
      #expect(try session.leave(from: 0))
    }

    @Test func `gif`() throws {
      let session = try start("gif")
      try session.open(1, at: 320, 120)
      try session.look()
      try session.turn(to: 0, by: "Left")
      #expect(try session.moves())
      #expect(try session.leave())
    }

    @Test func `network`() throws {
      let session = try start("network")
      try session.open(6, at: 520, 320)
      try session.turn(to: 7)
      try session.look()
      #expect(try session.leave())
    }

    @Test func `network, two loaders`() throws {
      let session = try start("network-own-loader")
      for page in 1...3 { try session.turn(to: page) }
      try session.look()
      #expect(try session.leave(from: 0))
    }

    @Test(.needsPlayer) func `vertical feed`() throws {
      let session = try start("vertical-feed")
      try session.look()
      try session.rest(onPage: 1) { try session.click(240, 120) }
      #expect(try session.moves())
      try session.turn(to: 2, by: "Down")
      #expect(try session.leave())
    }

    @Test(.needsPlayer) func `picture and video`() throws {
      let session = try start("picture-and-video")
      try session.look()
      try session.rest(onPage: 0) { try session.click(120, 120) }
      #expect(try session.moves())
      try session.turn(to: 1)
      #expect(try session.leave())
    }

    @Test(.needsPlayer) func `live photo`() throws {
      let session = try start("live-photo")
      try session.look()
      try session.rest(onPage: 1) { try session.click(320, 120) }
      try session.point(400, 300)
      session.x.press()
      #expect(try session.moves())
      session.x.release()
      #expect(try session.leave())
    }

    @Test func `custom cell`() throws {
      let session = try start("custom-cell")
      try session.open(2, at: 520, 120)
      try session.look()
      #expect(try session.leave())
    }

    @Test func `banner`() throws {
      let session = try start("banner")
      // The screenshot is taken before the first automatic page turn.
      try session.look()
      try session.change { Pace.hold(milliseconds: 2000) }
      try session.program.wait(for: "rest", after: { try session.click(420, 80) })
      #expect(try session.leave())
    }

    @Test func `zoom any view`() throws {
      let session = try start("zoom-any-view")
      try session.turn(to: 1)
      try session.turn(to: 2)
      try session.turn(to: 1, by: "Left")
      try session.look()
      try session.turn(to: 0, by: "Left")
      #expect(try session.leave(from: 0))
    }

    @Test func `container, stage 1`() throws {
      let session = try start("container-1")
      try session.home { try session.click(320, 112) }
      try session.look()
      #expect(try session.leave(from: 0))
    }

    @Test func `container, stage 2`() throws {
      let session = try start("container-2")
      try session.home { try session.click(384, 112) }
      try session.look()
      #expect(try session.leave(from: 0))
    }

    @Test func `container, stage 3`() throws {
      let session = try start("container-3")
      try session.home { try session.click(320, 112) }
      try session.look(after: ExampleSession.toastTime)
      #expect(try session.leave(from: 0))
    }

    @Test func `container, interactive`() throws {
      let session = try start("container-interactive")
      // A drag past half the width changes the scene; a drag that returns does not.
      try session.home {
        try session.point(500, 400)
        session.x.press()
        session.x.glide(to: session.x.pointer + Vector(dx: -400, dy: 0), over: 300)
        session.x.release()
      }
      try session.home {
        try session.point(500, 400)
        session.x.press()
        session.x.glide(to: session.x.pointer + Vector(dx: -300, dy: 0), over: 200)
        session.x.glide(to: session.x.pointer + Vector(dx: 290, dy: 0), over: 200)
        session.x.release()
      }
      try session.look()
      #expect(try session.leave(from: 0))
    }

    @Test func `page effects`() throws {
      let session = try start("page-effects")
      try session.open(0, at: 120, 120)
      // The cube follows a drag; when it is released before half the width, it turns back.
      try session.point(700, 330)
      session.x.press()
      session.x.glide(to: session.x.pointer + Vector(dx: -360, dy: 0), over: 300)
      try session.look(isHeld: true)
      try session.rest(onPage: 0) { session.x.release() }
      try session.change { try session.click(400, 300) }
      try session.change { try session.x.key("Escape") }
      try session.turn(to: 1)
      #expect(try session.leave())
    }
  }
}
