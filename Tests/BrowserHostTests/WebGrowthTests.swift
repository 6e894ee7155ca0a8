import Testing

@testable import BrowserHost

struct WebGrowthTests {
  @Test func `a partial decode waits for the initial delay`() {
    let schedule = PartialDecodeSchedule(at: 0)
    #expect(schedule.delay(forByteCount: 0, at: 0) == nil)
    #expect(schedule.delay(forByteCount: 100, at: 0) == PartialDecodeSchedule.firstDelay)
    #expect(schedule.delay(forByteCount: 100, at: PartialDecodeSchedule.firstDelay) == 0)
  }

  @Test func `one partial decode runs at a time`() {
    var schedule = PartialDecodeSchedule(at: 0)
    schedule.begin(byteCount: 100, at: 1)
    #expect(schedule.delay(forByteCount: 5000, at: 2) == nil)
    schedule.end(at: 2)
    #expect(schedule.delay(forByteCount: 5000, at: 3) == 0)
  }

  @Test func `half as many bytes again are decoded after a pause as long as the last decode`() {
    var schedule = PartialDecodeSchedule(at: 0)
    schedule.begin(byteCount: 100, at: 1)
    schedule.end(at: 1.25)
    #expect(schedule.delay(forByteCount: 150, at: 1.25) == 0.25)
    #expect(schedule.delay(forByteCount: 150, at: 1.5) == 0)
  }

  @Test func `a small growth is decoded after a pause, and without growth nothing is decoded`() {
    var schedule = PartialDecodeSchedule(at: 0)
    schedule.begin(byteCount: 100, at: 0)
    schedule.end(at: 0)
    #expect(schedule.delay(forByteCount: 100, at: 9) == nil)
    #expect(schedule.delay(forByteCount: 149, at: 0) == PartialDecodeSchedule.minPause)
    #expect(schedule.delay(forByteCount: 149, at: PartialDecodeSchedule.minPause) == 0)
  }

  @Test func `partial decodes take at most half of the time`() {
    var schedule = PartialDecodeSchedule(at: 0)
    schedule.begin(byteCount: 100, at: 1)
    schedule.end(at: 3)
    #expect(schedule.delay(forByteCount: 110, at: 3) == 4)
    #expect(schedule.delay(forByteCount: 1000, at: 3) == 2)
  }
}
