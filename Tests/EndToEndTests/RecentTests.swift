import Foundation
import Testing

extension EndToEnd {
  /// The desktop's list of recent files (`recently-used.xbel`), in a data folder of the test.
  @Suite(.needsDisplay)
  struct RecentTests {
    private let home: ScratchFolder

    init() throws { home = try ScratchFolder() }

    private var list: String {
      (try? String(contentsOfFile: "\(home.path)/recently-used.xbel", encoding: .utf8)) ?? ""
    }

    private func look(_ options: [RawName] = [], at file: RawName) throws {
      let album = try ScratchFolder()
      try album.writePictures(3)
      let session = try Session(
        starting: options + [album.path / file], on: try Displays.plain(), album: album,
        environment: ["HOME": home.path, "XDG_DATA_HOME": home.path])
      try session.viewer.wait(for: "rest") { $0["width"] > 0 }
      // The page stays longer than the minimum viewing time of a recent file.
      Pace.hold(milliseconds: 1400)
      session.x.close(session.window)
      #expect(session.viewer.process.exitCode() == 0)
    }

    @Test func `a viewed picture is added to the list of recent files`() throws {
      try look(at: RawName(ScratchFolder.name(1)))
      #expect(list.contains("picture%201.bmp") && list.contains("image/bmp"))
      #expect(!list.contains("picture%200.bmp"))
      try look(at: RawName(ScratchFolder.name(2)))
      #expect(list.contains("picture%201.bmp") && list.contains("picture%202.bmp"))
    }

    @Test(arguments: ["--private", "--no-recent"])
    func `--private and --no-recent keep pictures out of the list`(option: String) throws {
      try look([RawName(option)], at: RawName(ScratchFolder.name(1)))
      #expect(list.isEmpty)
    }
  }
}
