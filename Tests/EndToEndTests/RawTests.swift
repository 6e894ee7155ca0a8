import TestSupport
import Testing

extension EndToEnd {
  /// Camera RAW files in the window.
  @Suite(.needsDisplay)
  struct RawTests {
    @Test func `d develops a RAW file, and d again shows its preview`() throws {
      let album = try ScratchFolder()
      var file = DNGFile(width: 512, height: 384)
      file.preview = (BlockJPEG(width: 512, height: 384).bytes, 512, 384)
      let path = try album.write(file.bytes, to: "a.dng")
      let session = try Session(on: try Displays.plain(), album: album, names: [path])
      try session.reporting {
        let preview = try session.x.look(at: session.window) { _ in true }.0
        try session.viewer.wait(for: "developed page=0") { try session.x.key("d") }
        // The sensor is white everywhere.
        let (_, isWhite) = try session.x.look(at: session.window) { screenshot in
          screenshot[Session.middle].map { $0 & 0xFFFFFF == 0xFFFFFF } ?? false
        }
        #expect(isWhite)
        try session.viewer.wait(for: "developing page=0 on=false") { try session.x.key("d") }
        let (_, isPreview) = try session.x.look(at: session.window) { screenshot in
          screenshot[Session.middle] == preview[Session.middle]
        }
        #expect(isPreview)
      }
    }
  }
}
