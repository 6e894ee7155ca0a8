import Testing

@testable import BrowserHost

struct WebGrowthTests {
  @Test func `a partial decode waits for the initial delay`() {
    let growth = PartialDecodeSchedule(at: 0)
    #expect(growth.wait(for: 0, at: 0) == nil)
    #expect(growth.wait(for: 100, at: 0) == PartialDecodeSchedule.firstDelay)
    #expect(growth.wait(for: 100, at: PartialDecodeSchedule.firstDelay) == 0)
  }

  @Test func `one partial decode runs at a time`() {
    var growth = PartialDecodeSchedule(at: 0)
    growth.begin(100, at: 1)
    #expect(growth.wait(for: 5000, at: 2) == nil)
    growth.end(at: 2)
    #expect(growth.wait(for: 5000, at: 3) == 0)
  }

  @Test func `half as many bytes again are decoded after a pause as long as the last decode`() {
    var growth = PartialDecodeSchedule(at: 0)
    growth.begin(100, at: 1)
    growth.end(at: 1.25)
    #expect(growth.wait(for: 150, at: 1.25) == 0.25)
    #expect(growth.wait(for: 150, at: 1.5) == 0)
  }

  @Test func `a small growth is decoded after a pause, and without growth nothing is decoded`() {
    var growth = PartialDecodeSchedule(at: 0)
    growth.begin(100, at: 0)
    growth.end(at: 0)
    #expect(growth.wait(for: 100, at: 9) == nil)
    #expect(growth.wait(for: 149, at: 0) == PartialDecodeSchedule.pause)
    #expect(growth.wait(for: 149, at: PartialDecodeSchedule.pause) == 0)
  }

  @Test func `partial decodes take at most half of the time`() {
    var growth = PartialDecodeSchedule(at: 0)
    growth.begin(100, at: 1)
    growth.end(at: 3)
    #expect(growth.wait(for: 110, at: 3) == 4)
    #expect(growth.wait(for: 1000, at: 3) == 2)
  }
}
