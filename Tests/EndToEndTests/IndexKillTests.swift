import Foundation
import Geometry
import TestSupport
import Testing

@testable import PhotoIndex

extension EndToEnd {
  /// The index of photos, while programs that write it are killed.
  @Suite(.enabled(if: SQLiteLibrary.shared != nil, "SQLite is not installed"))
  struct IndexKillTests {
    /// The number of killed programs: 16, or that in `PBVIEW_KILLS`.
    private static let kills =
      ProcessInfo.processInfo.environment["PBVIEW_KILLS"].flatMap { Int($0) } ?? 16
    /// The number of photos.
    private static let count = 300
    /// The maximum time of a whole run in seconds, also beside other programs.
    private static let limit = 60.0

    /// A program that prints the photos by date taken, for which it reads and stores their facts.
    private static func start(_ album: ScratchFolder, cache: String) throws -> ViewerProcess {
      try ViewerProcess(
        ["--print-list", "--sort", "taken", RawName(album.path)], display: nil, traced: false,
        environment: ["XDG_CACHE_HOME": cache])
    }

    private static func isIntact(_ cache: String) throws -> Bool {
      let sqlite = try #require(SQLiteLibrary.shared)
      let path = "\(cache)/pbview/\(PhotoIndex.fileName)"
      guard access(path, F_OK) == 0 else { return true }
      let database = try SQLiteDatabase(path: path, sqlite, busyMilliseconds: 2000)
      let check = try database.statement("PRAGMA integrity_check")
      return try check.next() && check.bytes(0) == Array("ok".utf8)
    }

    @Test func `an index whose writers are killed stays intact and lets others go on`() throws {
      let (album, cache) = (try ScratchFolder(), try ScratchFolder())
      for number in 0..<Self.count {
        try album.write(Pictures.bmp(.init(number: number)), to: RawName("\(number).bmp"))
      }
      var chance = SeededGenerator(seed: 20)
      for _ in 0..<Self.kills {
        let pair = try (0..<2).map { _ in try Self.start(album, cache: cache.path) }
        for viewer in pair {
          Pace.hold(milliseconds: Double.random(in: 1...120, using: &chance))
          viewer.process.send(signal: SIGKILL)
        }
        for viewer in pair { _ = viewer.process.exitCode(within: Self.limit) }
        #expect(try Self.isIntact(cache.path))
        // A change of a file makes its row outdated, so that there is always work.
        let number = Int.random(in: 0..<Self.count, using: &chance)
        try album.write(Pictures.bmp(.init(number: number + 1)), to: RawName("\(number).bmp"))
        if Int.random(in: 0..<4, using: &chance) == 0 {
          #expect(PhotoIndex.delete(in: "\(cache.path)/pbview"))
        }
      }
      let last = try Self.start(album, cache: cache.path)
      #expect(last.process.exitCode(within: Self.limit) == 0)
      let output = try #require(last.process.output.wholeOutput(within: 5))
      #expect(output.count { $0 == UInt8(ascii: "\n") } == Self.count)
      #expect(try Self.isIntact(cache.path))
      let index = try #require(PhotoIndex(folder: "\(cache.path)/pbview"))
      #expect(index.count == Self.count)
    }
  }
}
