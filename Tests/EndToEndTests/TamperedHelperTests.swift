import Foundation
import Geometry
import Testing

extension EndToEnd {
  /// Compromised helpers: each costs its picture, while the viewer stays alive, responsive and
  /// within its memory limit.
  @Suite(.needsDisplay, .enabled(if: Programs.hasHostileHelper, "HostileHelper is not built"))
  struct TamperedHelperTests {
    /// The maximum milliseconds until a ping is answered. With a bound on packets a reply takes a
    /// few milliseconds unless the machine is busy; without the bound it takes seconds.
    private static let maxPing = 500.0
    /// The maximum resident memory in bytes of a viewer of one small picture or a few frames.
    private static let maxBytes = 400 << 20

    private static func session(
      _ mode: String, variable: String = "PBVIEW_DECODER", arguments: [RawName],
      in album: ScratchFolder, environment: [String: String] = [:]
    ) throws -> Session {
      let own = [variable: Programs.hostileHelper, "PBVIEW_HOSTILE": mode]
      return try Session(
        starting: arguments, on: try Displays.plain(), album: album,
        environment: own.merging(environment) { $1 })
    }

    private static func expectUnharmed(_ session: Session, _ mode: String) {
      let slowest = session.x.slowestPing(session.window, over: 3)
      #expect(slowest < maxPing, "\(mode): ping")
      #expect(session.viewer.process.isRunning, "\(mode): the viewer ended")
      let bytes = ProcessTable.residentBytes(of: session.viewer.process.id)
      #expect(bytes < maxBytes, "\(mode): \(bytes >> 20) MB")
    }

    @Test(arguments: ["frames-max", "frames-limit", "flood", "idle-flood"])
    func `a compromised decoder neither ends nor delays the viewer`(mode: String) throws {
      let album = try ScratchFolder()
      let file = try album.write(Pictures.bmp(.init(number: 0)), to: "a.gif")
      let session = try Self.session(mode, arguments: [file], in: album)
      Self.expectUnharmed(session, mode)
    }

    @Test(arguments: ["player positions", "player frames"])
    func `a player that floods reports loses only its clip`(mode: String) throws {
      let album = try ScratchFolder()
      let file = try album.write(Array("This is not a clip.".utf8), to: "a.mp4")
      let session = try Self.session(
        mode, variable: "PBVIEW_PLAYER", arguments: [file], in: album)
      try session.viewer.wait(for: "failed page=0")
      Self.expectUnharmed(session, mode)
      #expect(ProcessTable.children(of: session.viewer.process.id, named: "HostileHelper").isEmpty)
    }

    @Test func `an oversized thumbnail buffer is neither kept nor cached`() throws {
      let album = try ScratchFolder()
      for number in 0..<4 {
        try album.write(Pictures.bmp(.init(number: number)), to: RawName("\(number).bmp"))
      }
      let cache = try ScratchFolder()
      let session = try Self.session(
        "thumbnail-huge", arguments: [RawName(album.path)], in: album,
        environment: ["XDG_CACHE_HOME": cache.path])
      Self.expectUnharmed(session, "thumbnail-huge")
      let names = FileManager.default.enumerator(atPath: cache.path)?.allObjects as? [String] ?? []
      for name in names {
        let file = try FileManager.default.attributesOfItem(atPath: "\(cache.path)/\(name)")
        #expect((file[.size] as? Int ?? 0) < 1 << 20, "\(name)")
      }
    }
  }
}
