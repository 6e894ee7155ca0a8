import Pixels
import TestSupport
import Testing

@Suite(
  .tags(.recordedPictures),
  .disabled(if: TemporaryFolder.environment("PBVIEW_RECORD") == "1", "recording"))
struct SnapshotTests {
  @Test func `a different picture is refused with the first difference and a difference file`()
    throws
  {
    let difference = #expect(throws: Snapshot.Difference.self) {
      try Snapshot.check(SyntheticPhoto.quadrants(160, 80), named: "shapes")
    }
    let sentence = try #require(difference?.description)
    #expect(sentence.contains("first difference at 0,0"))
    #expect(sentence.contains("FailedSnapshots/shapes.difference.png"))
  }

  @Test func `a missing snapshot is refused`() {
    #expect(throws: Snapshot.Difference.self) {
      try Snapshot.check(SyntheticPhoto.quadrants(4, 4), named: "never recorded")
    }
  }
}
