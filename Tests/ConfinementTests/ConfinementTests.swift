import CLinux
import Testing

/// The results of harmful attempts inside the confinement of decoder and player.
@Suite(.enabled(if: Probe.path != nil, "the probe is not built"))
struct ConfinementTests {
  @Test(arguments: Expectation.all)
  func `a decoder attempt is refused or allowed as listed`(_ expected: Expectation) throws {
    guard Probe.landlockVersion >= expected.requiredLandlock else { return }
    let answer = try #require(Probe.decoder[expected.attempt], "the attempt was not reported")
    #expect(answer == expected.decoder)
  }

  @Test(arguments: Expectation.all)
  func `a player attempt is refused or allowed as listed`(_ expected: Expectation) throws {
    guard Probe.landlockVersion >= expected.requiredLandlock else { return }
    let answer = try #require(Probe.player[expected.attempt], "the attempt was not reported")
    #expect(answer == expected.player)
  }

  @Test func `the reader of archives is refused whatever a decoder is refused`() {
    let refusals = [EPERM, EACCES]
    let reader = Probe.run("archive")
    #expect(reader.count == Probe.decoder.count)
    for (attempt, answer) in Probe.decoder where refusals.contains(answer) {
      #expect(reader[attempt] == answer, "\(attempt)")
    }
  }

  @Test(arguments: Expectation.all)
  func `without Landlock a decoder attempt has the listed result`(_ expected: Expectation) throws {
    let answer = try #require(Probe.decoderWithoutLandlock[expected.attempt])
    #expect(answer == expected.namespaced ?? expected.withoutLandlock ?? expected.decoder)
  }

  @Test(arguments: Expectation.all)
  func `without Landlock a player attempt has the listed result`(_ expected: Expectation) throws {
    let answer = try #require(Probe.playerWithoutLandlock[expected.attempt])
    #expect(answer == expected.namespaced ?? expected.withoutLandlock ?? expected.player)
  }

  @Test(arguments: Expectation.all.filter(\.worksOutside))
  func `an attempt succeeds in an unconfined process`(_ expected: Expectation) throws {
    #expect(try #require(Probe.outside[expected.attempt]) == 0)
  }

  @Test func `every decoder attempt has an expectation`() {
    #expect(Set(Probe.decoder.keys) == Set(Expectation.all.map(\.attempt)))
  }

  @Test func `without a filter listener the player connects to no server`() {
    let answers = Probe.run("player", ["listener"])
    for server in ["the session bus", "an X server", "the sound server"] {
      #expect(answers["call \(server)"] == EPERM)
    }
  }
}
