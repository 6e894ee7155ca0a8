import Pixels
import TestSupport
import Testing

@Suite(.disabled(if: TemporaryFolder.environment("PBVIEW_RECORD") == "1", "recording"))
struct SnapshotTests {
  @Test func `a picture that differs is refused, and the places are named`() throws {
    let difference = #expect(throws: Snapshot.Difference.self) {
      try Snapshot.check(SyntheticPhoto.quadrants(160, 80), named: "shapes")
    }
    let sentence = try #require(difference?.description)
    #expect(sentence.contains("first difference at 0,0"))
    #expect(sentence.contains("FailedSnapshots/shapes.difference.png"))
  }

  @Test func `a snapshot that is missing is refused`() {
    #expect(throws: Snapshot.Difference.self) {
      try Snapshot.check(SyntheticPhoto.quadrants(4, 4), named: "never recorded")
    }
  }
}
