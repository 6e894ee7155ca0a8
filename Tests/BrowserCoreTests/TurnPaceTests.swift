import BrowserCore
import Motion
import Testing

@Suite struct TurnPaceTests {
  private func pace(_ times: [Double], by step: Int = 1) -> TurnPace {
    var pace = TurnPace()
    for time in times { pace.recordTurn(by: step, at: Timestamp(seconds: time)) }
    return pace
  }

  @Test func `a single turn is no burst and has no rate`() {
    #expect(pace([1]).burstEnd == nil)
    #expect(pace([1]).turnsPerSecond == 0)
  }

  @Test func `two slow turns are no burst`() {
    #expect(pace([1, 1.25]).burstEnd == nil)
  }

  @Test func `the idle deadline is 1 and a quarter intervals after the last turn`() throws {
    let burstEnd = try #require(pace([1, 1.0667, 1.1333]).burstEnd)
    #expect(abs(burstEnd.seconds - (1.1333 + 1.25 * 0.0667)) < 1e-9)
  }

  @Test func `the idle deadline is at least the minimum pause after the last turn`() throws {
    let burstEnd = try #require(pace([1, 1.033, 1.066, 1.099]).burstEnd)
    #expect(abs(burstEnd.seconds - (1.099 + TurnPace.minArrivalPause)) < 1e-9)
  }

  @Test func `the idle deadline uses the longest of the last intervals`() throws {
    let burstEnd = try #require(pace([1, 1.05, 1.17, 1.22]).burstEnd)
    #expect(abs(burstEnd.seconds - (1.22 + 1.25 * 0.12)) < 1e-9)
    let forgotten = try #require(pace([1, 1.15, 1.25, 1.35, 1.45]).burstEnd)
    #expect(abs(forgotten.seconds - (1.45 + 1.25 * 0.1)) < 1e-9)
  }

  @Test func `the idle deadline is at most the burst time after the last turn`() throws {
    let burstEnd = try #require(pace([1, 1.19, 1.38]).burstEnd)
    #expect(abs(burstEnd.seconds - (1.38 + TurnPace.maxBurstPause)) < 1e-9)
  }

  @Test func `the rate counts the last turns only`() {
    #expect(abs(pace([1, 1.1, 1.2, 1.3]).turnsPerSecond - 10) < 1e-9)
    #expect(abs(pace([1, 1.15, 1.2, 1.25, 1.3]).turnsPerSecond - 20) < 1e-9)
  }

  @Test func `a change of direction begins a new burst and the end of turning clears it`() {
    var pace = pace([1, 1.03, 1.06])
    pace.recordTurn(by: -1, at: Timestamp(seconds: 1.09))
    #expect(pace.burstEnd == nil && pace.lastStep == -1)
    pace.recordTurn(by: -1, at: Timestamp(seconds: 1.12))
    #expect(pace.burstEnd != nil)
    pace.endBurst()
    #expect(pace.burstEnd == nil && pace.turnsPerSecond == 0)
  }
}
