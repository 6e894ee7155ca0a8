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
  }
}
