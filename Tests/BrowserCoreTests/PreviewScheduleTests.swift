import BrowserCore
import Geometry
import Motion
import TestSupport
import Testing

/// A simulation of a held key, of helpers that decode previews, and of the pictures on the screen.
private struct Ride {
  /// The time in seconds between two page turns.
  var interval = 1.0 / 30
  /// The mean duration of a preview decode, in seconds.
  var cost: Double
  var helpers = 2
  var pages = 310
  var step = 1
  /// The maximum relative deviation of a decode from `cost`: 0…1.
  var unevenness = 0.0

  /// The record of one run.
  struct Seen {
    /// The distance in pages from the current page to the picture on the screen, for every turn
    /// with a picture.
    var lags: [Int] = []
    /// The pages of the pictures on the screen, in order.
    var shown: [Int] = []
    var glances = 0
  }

  func run(_ seed: UInt64 = 1) -> Seen {
    var random = SeededGenerator(seed: seed)
    let layout = PageLayout(viewport: Size(width: 100, height: 100), count: pages)
    var (flow, pace, seen) = (PreviewSchedule(helpers: helpers), TurnPace(), Seen())
    var known: Set<Int> = []
    var running: [(page: Int, began: Double, ends: Double)] = []
    var current = step > 0 ? 0 : pages - 1
    flow.recordShown(current)

    func fill(at time: Double) {
      while running.count < helpers {
        let next = flow.nextPage(from: current, at: pace, in: layout) { page in
          !known.contains(page) && !running.contains { $0.page == page }
        }
        guard let next else { return }
        let seconds = cost * Double.random(in: (1 - unevenness)...(1 + unevenness), using: &random)
        running.append((next, time, time + seconds))
      }
    }
    func show(_ page: Int) {
      flow.recordShown(page)
      if seen.shown.last != page { seen.shown.append(page) }
    }
    func finish(until time: Double) {
      while let next = running.filter({ $0.ends <= time }).min(by: { $0.ends < $1.ends }) {
        running.removeAll { $0.page == next.page }
        flow.recordDuration(next.ends - next.began)
        known.insert(next.page)
        seen.glances += 1
        if next.page == current || flow.shouldShow(next.page, before: current, by: step, in: layout)
        {
          show(next.page)
        }
        fill(at: next.ends)
      }
    }
    for turn in 1..<(pages - 1) / abs(step) {
      let time = Double(turn) * interval
      finish(until: time)
      current += step
      pace.recordTurn(by: step, at: Timestamp(seconds: time))
      if known.contains(current) { show(current) }
      fill(at: time)
      if let shown = flow.shownPage { seen.lags.append(abs(current - shown)) }
    }
    return seen
  }
}

@Suite(.tags(.seeded)) struct PreviewScheduleTests {
  private let layout = PageLayout(viewport: Size(width: 100, height: 100), count: 100)

  private func pace(_ rate: Double, by step: Int = 1) -> TurnPace {
    var pace = TurnPace()
    for turn in 0..<4 { pace.recordTurn(by: step, at: Timestamp(seconds: 1 + Double(turn) / rate)) }
    return pace
  }

  private func flow(cost: Double) -> PreviewSchedule {
    var flow = PreviewSchedule(helpers: 2)
    for _ in 0..<40 { flow.recordDuration(cost) }
    return flow
  }

  @Test func `the first preview is of the page that will be current at its end`() {
    let flow = flow(cost: 0.065)
    #expect(flow.nextPage(from: 10, at: pace(30), in: layout) { _ in true } == 12)
    #expect(flow.nextPage(from: 10, at: pace(30, by: -1), in: layout) { _ in true } == 8)
    #expect(flow.nextPage(from: 10, at: pace(30, by: 10), in: layout) { _ in true } == 30)
  }

  @Test func `later previews go to pages further ahead, then to nearer ones, then stop`() {
    let flow = flow(cost: 0.065)
    var asked: [Int] = []
    while let page = flow.nextPage(
      from: 10, at: pace(30), in: layout, where: { !asked.contains($0) })
    { asked.append(page) }
    #expect(asked == [12, 13, 14, 15, 16, 17, 18, 11, 10])
  }

  @Test func `previews slower than the key skip equally many pages each time`() {
    let flow = flow(cost: 0.2)
    let first = flow.nextPage(from: 10, at: pace(30), in: layout) { _ in true }
    #expect(first == 16)
    #expect(flow.nextPage(from: 10, at: pace(30), in: layout) { $0 != 16 } == 19)
    #expect(flow.nextPage(from: 10, at: pace(30), in: layout) { $0 != 16 && $0 != 19 } == 22)
    #expect(flow.nextPage(from: 10, at: pace(30), in: layout) { ![16, 19, 22].contains($0) } == 17)
  }

  @Test func `past the end the schedule takes the last page, or wraps with looping`() {
    #expect(flow(cost: 0.5).nextPage(from: 97, at: pace(30), in: layout) { _ in true } == 99)
    let endless = PageLayout(
      viewport: Size(width: 100, height: 100), count: 100, isLooping: true)
    #expect(flow(cost: 0.065).nextPage(from: 99, at: pace(30), in: endless) { _ in true } == 1)
  }

  @Test func `a late preview leads only between the shown and the current page`() {
    var flow = PreviewSchedule(helpers: 2)
    flow.recordShown(10)
    #expect(flow.shouldShow(12, before: 14, by: 1, in: layout))
    #expect(!flow.shouldShow(9, before: 14, by: 1, in: layout))
    #expect(!flow.shouldShow(10, before: 14, by: 1, in: layout))
    #expect(!flow.shouldShow(14, before: 14, by: 1, in: layout))
    #expect(!flow.shouldShow(15, before: 14, by: 1, in: layout))
    flow.recordShown(13)
    #expect(!flow.shouldShow(12, before: 14, by: 1, in: layout))
    flow.recordShown(16)
    #expect(flow.shouldShow(15, before: 14, by: -1, in: layout))
  }

  @Test(arguments: [0.002, 0.02, 0.05], [1, -1])
  func `previews that keep up with the key show every page in order`(cost: Double, step: Int) {
    let seen = Ride(cost: cost, step: step).run()
    #expect(seen.shown.count >= 300)
    #expect(seen.lags.dropFirst(6).allSatisfy { $0 == 0 }, "\(seen.lags)")
  }

  @Test(arguments: [0.1, 0.15, 0.2])
  func `previews slower than the key keep every helper busy and bound the lag`(cost: Double) {
    let ride = Ride(cost: cost)
    let seen = ride.run()
    let rate = Double(seen.shown.count) / (Double(ride.pages) * ride.interval)
    #expect(rate >= 0.9 * Double(ride.helpers) / cost, "\(rate) pictures a second")
    // Two helpers alternate, so the next preview is ready after half a decode.
    let most = Int((cost / ride.interval).rounded(.up)) + 1
    #expect(seen.lags.dropFirst(12).allSatisfy { $0 <= most }, "\(seen.lags)")
  }

  @Test(arguments: 0..<20)
  func `pictures advance in one direction and 60 % of the previews are shown`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let ride = Ride(
      interval: .random(in: 0.02...0.12, using: &random),
      cost: .random(in: 0.003...0.6, using: &random),
      helpers: .random(in: 1...3, using: &random),
      step: Bool.random(using: &random) ? 1 : -1,
      unevenness: .random(in: 0...0.6, using: &random))
    let seen = ride.run(seed)
    let ways = zip(seen.shown.dropFirst(), seen.shown).map { ($0 - $1) * ride.step }
    #expect(ways.allSatisfy { $0 > 0 }, "\(ride)")
    #expect(
      seen.shown.count * 10 >= seen.glances * 6, "\(ride): \(seen.shown.count) of \(seen.glances)")
  }
}
