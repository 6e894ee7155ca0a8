import CLinux
import Testing

/// Attempts that would do harm, in the confinement the helpers enter.
@Suite(.enabled(if: Probe.path != nil, "the probe is not built"))
struct ConfinementTests {
  @Test(arguments: Expectation.all)
  func `an attempt of the decoder ends as expected`(_ expected: Expectation) throws {
    guard Probe.fenceVersion >= expected.needsFence else { return }
    let answer = try #require(Probe.decoder[expected.attempt], "it was not tried, or ended it")
    #expect(answer == expected.decoder)
  }

  @Test(arguments: Expectation.all)
  func `an attempt of the player ends as expected`(_ expected: Expectation) throws {
    guard Probe.fenceVersion >= expected.needsFence else { return }
    let answer = try #require(Probe.player[expected.attempt], "it was not tried, or ended it")
    #expect(answer == expected.player)
  }

  @Test(arguments: Expectation.all)
  func `without Landlock an attempt of the decoder ends as expected`(_ expected: Expectation)
    throws
  {
    let answer = try #require(Probe.decoderWithoutFence[expected.attempt])
    #expect(answer == expected.namespaced ?? expected.unfenced ?? expected.decoder)
  }

  @Test(arguments: Expectation.all)
  func `without Landlock an attempt of the player ends as expected`(_ expected: Expectation)
    throws
  {
    let answer = try #require(Probe.playerWithoutFence[expected.attempt])
    #expect(answer == expected.namespaced ?? expected.unfenced ?? expected.player)
  }

  @Test(arguments: Expectation.all.filter(\.worksOutside))
  func `an attempt without confinement succeeds`(_ expected: Expectation) throws {
    #expect(try #require(Probe.outside[expected.attempt]) == 0)
  }

  @Test func `every attempt is expected to end in some way`() {
    #expect(Set(Probe.decoder.keys) == Set(Expectation.all.map(\.attempt)))
  }

  @Test func `without a listener the player reaches no server at all`() {
    let answers = Probe.run("player", ["listener"])
    for server in ["the session bus", "an X server", "the sound server"] {
      #expect(answers["call \(server)"] == EPERM)
    }
  }
}
