import Foundation
import Geometry
import Testing

extension EndToEnd {
  /// Helpers that something has taken over: each costs its picture, and the viewer stays alive, small
  /// and quick.
  @Suite(.needsDisplay, .enabled(if: Programs.hasHostileHelper, "HostileHelper is not built"))
  struct TamperedHelperTests {
    /// The milliseconds within which a ping is answered. Without a bound on packets it takes seconds;
    /// with it a few milliseconds, and more only where the machine is busy with something else.
    private static let maxPing = 500.0
    /// The memory a viewer of one small picture, or of a few frames, may have.
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
    func `a decoder that was taken over neither ends the viewer nor makes it late`(
      mode: String
    ) throws {
      let album = try ScratchFolder()
      let file = try album.write(Pictures.bmp(.init(number: 0)), to: "a.gif")
      let session = try Self.session(mode, arguments: [file], in: album)
      Self.expectUnharmed(session, mode)
    }

    @Test(arguments: ["player positions", "player frames"])
    func `a player that sends reports without end loses its clip and nothing else`(
      mode: String
    ) throws {
      let album = try ScratchFolder()
      let file = try album.write(Array("This is not a clip.".utf8), to: "a.mp4")
      let session = try Self.session(
        mode, variable: "PBVIEW_PLAYER", arguments: [file], in: album)
      try session.viewer.wait(for: "failed page=0")
      Self.expectUnharmed(session, mode)
      #expect(ProcessTable.children(of: session.viewer.process.id, named: "HostileHelper").isEmpty)
    }

    @Test func `a thumbnail in huge memory is neither kept nor written`() throws {
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
