import CLinux
import Testing

/// What would hurt, tried inside of the very confinement the helpers enter.
@Suite(.enabled(if: Probe.path != nil, "the probe is not built"))
struct ConfinementTests {
  @Test(arguments: Expectation.all)
  func `what the decoder tries ends as it must`(_ expected: Expectation) throws {
    guard Probe.fenceVersion >= expected.needsFence else { return }
    let answer = try #require(Probe.decoder[expected.attempt], "it was not tried, or ended it")
    #expect(answer == expected.decoder)
  }

  @Test(arguments: Expectation.all)
  func `what the player tries ends as it must`(_ expected: Expectation) throws {
    guard Probe.fenceVersion >= expected.needsFence else { return }
    let answer = try #require(Probe.player[expected.attempt], "it was not tried, or ended it")
    #expect(answer == expected.player)
  }

  @Test(arguments: Expectation.all.filter(\.worksOutside))
  func `what nobody forbids works`(_ expected: Expectation) throws {
    #expect(try #require(Probe.outside[expected.attempt]) == 0)
  }

  @Test func `every attempt is expected to end in some way`() {
    #expect(Set(Probe.decoder.keys) == Set(Expectation.all.map(\.attempt)))
  }

  @Test(.enabled(if: Probe.fenceVersion == 0, "the kernel has Landlock"))
  func `without Landlock the person's files are at least not written`() {
    for attempt in ["write a file", "read and write a file"] {
      #expect(Probe.player[attempt] == EPERM)
    }
  }
}
