import ArgumentParser
import BrowserCore
import BrowserHost
import Pixels
import Testing

@testable import ViewerApp

@MainActor @Suite struct ReadingOptionTests {
  private func tuning(_ arguments: String...) throws -> BrowserTuning {
    try ViewerOptions.parse(arguments).browserOptions.tuning
  }

  @Test func `options and preferences put pages together`() throws {
    #expect(try tuning().reading == .single)
    #expect(try tuning().hasCover && !tuning().fitsWidth)
    #expect(try tuning("--reading", "spreads", "--no-cover").reading == .spreads)
    #expect(try !tuning("--reading", "spreads", "--no-cover").hasCover)
    #expect(try tuning("--reading", "strip").reading == .strip)
    #expect(try tuning("--fit-width").fitsWidth)
    // The command line has priority over the preference.
    #expect(try tuning("--usual-reading", "strip", "--reading", "single").reading == .single)
    #expect(try tuning("--usual-reading", "strip").reading == .strip)
    #expect(throws: (any Error).self) { try ViewerOptions.parse(["--reading", "scroll"]) }
  }

  @Test func `pictures are decoded as wide as they are shown`() throws {
    let window = PixelSize(width: 1600, height: 900)
    func box(_ arguments: String...) throws -> PixelSize {
      PageBox.box(
        for: window, tuning: try ViewerOptions.parse(arguments).browserOptions.tuning)
    }
    #expect(try box() == window)
    #expect(try box("--reading", "spreads") == window)
    // A strip's column is as wide as the window is high, and its pages have any height.
    #expect(try box("--reading", "strip").width == 900)
    #expect(try box("--reading", "strip").height > 100_000)
    #expect(try box("--reading", "strip", "--fit-width").width == 1600)
    #expect(try box("--fit-width").width == 1600 && box("--fit-width").height > 100_000)
  }
}
