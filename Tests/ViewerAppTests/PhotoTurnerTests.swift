import BrowserHost
import Geometry
import Imaging
import ImagingTestSupport
import Testing

@testable import ViewerApp

/// Tests of commands that rotate several photos.
@MainActor @Suite struct PhotoTurnerTests {
  @Test func `only a rotation that ends before its last photo is cancelled`() {
    let photos = ["a.jpg", "b.jpg"].map { FilePath("/nowhere/\($0)") }
    for cancels in [true, false] {
      let turner = PhotoTurner(.silent())
      var outcomes: [PhotoTurner.Outcome] = []
      turner.changeOrientation(of: photos, by: .right) { _ in
        if cancels { turner.cancel() }
      } finish: {
        outcomes.append($0)
      }
      #expect(outcomes.map(\.isCancelled) == [cancels])
      #expect(outcomes.map(\.failedFiles.count) == [cancels ? 1 : 2])
    }
  }
}
