import Testing

extension EndToEnd {
  /// The inspection of pixels, and the map of a zoomed picture.
  @Suite(.needsDisplay)
  struct InspectionTests {
    @Test func `the colour of the pixel under the pointer is shown and copied`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 1)
      try session.reporting {
        try session.viewer.wait(
          for: "pixel", after: { try session.x.key("i", holding: ["Shift_L"]) })
        try session.viewer.wait(
          for: "copied text=7",
          after: { try session.x.key("i", holding: ["Control_L", "Shift_L"]) })
        try session.viewer.wait(
          for: "preferences transparency=background",
          after: { try session.x.key("a", holding: ["Shift_L"]) })
      }
    }

    @Test func `the histogram counts what is visible of a zoomed photo`() throws {
      let album = try ScratchFolder()
      // All of the picture is grey, apart from a white strip at the top.
      let (width, height) = (1600, 1200)
      let rows = (0..<height).flatMap {
        [UInt8](repeating: $0 < 100 ? 255 : 128, count: width)
      }
      let bytes = Array("P5 \(width) \(height) 255\n".utf8) + rows
      let file = try album.write(bytes, to: "a.pgm")
      let session = try Session(on: try Displays.plain(), album: album, names: [file])
      try session.reporting {
        try session.viewer.wait(for: "info shown=strip") { try session.x.key("i") }
        try session.x.key("i")
        try session.viewer.wait(for: "histogram") { $0["white"] > 0 }
        let mark = session.viewer.mark
        try session.x.key("3")
        try session.viewer.wait(for: "histogram", since: mark) { $0["white"] == 0 }
      }
    }
  }
}
