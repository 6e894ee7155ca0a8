import BrowserCore
import Geometry
import Motion
import TestSupport
import Testing

/// A held key, helpers that take their time for every glance, and what is on the screen meanwhile.
private struct Ride {
  /// Seconds between two turns.
  var interval = 1.0 / 30
  /// What a glance takes, in seconds.
  var cost: Double
  var helpers = 2
  var pages = 310
  var step = 1
  /// By how much of itself a glance may take longer or shorter.
  var unevenness = 0.0

  /// What was seen.
  struct Seen {
    /// How far behind the current page the picture on the screen was, at every turn that had one.
    var lags: [Int] = []
    /// Pages whose pictures were on the screen, one after the other.
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
    flow.show(current)

    func fill(at time: Double) {
      while running.count < helpers {
        let next = flow.next(from: current, at: pace, in: layout) { page in
          !known.contains(page) && !running.contains { $0.page == page }
        }
        guard let next else { return }
        let seconds = cost * Double.random(in: (1 - unevenness)...(1 + unevenness), using: &random)
        running.append((next, time, time + seconds))
      }
    }
    func show(_ page: Int) {
      flow.show(page)
      if seen.shown.last != page { seen.shown.append(page) }
    }
    func finish(until time: Double) {
      while let next = running.filter({ $0.ends <= time }).min(by: { $0.ends < $1.ends }) {
        running.removeAll { $0.page == next.page }
        flow.note(cost: next.ends - next.began)
        known.insert(next.page)
        seen.glances += 1
        if next.page == current || flow.leads(next.page, to: current, by: step, in: layout) {
          show(next.page)
        }
        fill(at: next.ends)
      }
    }
    for turn in 1..<(pages - 1) / abs(step) {
      let time = Double(turn) * interval
      finish(until: time)
      current += step
      pace.turn(by: step, at: Timestamp(seconds: time))
      if known.contains(current) { show(current) }
      fill(at: time)
      if let shown = flow.shown { seen.lags.append(abs(current - shown)) }
    }
    return seen
  }
}

@Suite struct PreviewScheduleTests {
  private let layout = PageLayout(viewport: Size(width: 100, height: 100), count: 100)

  private func pace(_ rate: Double, by step: Int = 1) -> TurnPace {
    var pace = TurnPace()
    for turn in 0..<4 { pace.turn(by: step, at: Timestamp(seconds: 1 + Double(turn) / rate)) }
    return pace
  }

  private func flow(cost: Double) -> PreviewSchedule {
    var flow = PreviewSchedule(helpers: 2)
    for _ in 0..<40 { flow.note(cost: cost) }
    return flow
  }

  @Test func `the first glance is where the person will be when it is there`() {
    let flow = flow(cost: 0.065)
    #expect(flow.next(from: 10, at: pace(30), in: layout) { _ in true } == 12)
    #expect(flow.next(from: 10, at: pace(30, by: -1), in: layout) { _ in true } == 8)
    #expect(flow.next(from: 10, at: pace(30, by: 10), in: layout) { _ in true } == 30)
  }

  @Test func `then those beyond, then the near ones, then there is enough`() {
    let flow = flow(cost: 0.065)
    var asked: [Int] = []
    while let page = flow.next(
      from: 10, at: pace(30), in: layout, where: { !asked.contains($0) })
    { asked.append(page) }
    #expect(asked == [12, 13, 14, 15, 16, 17, 18, 11, 10])
  }

  @Test func `those who cannot keep up leave out as many pages between any two`() {
    let flow = flow(cost: 0.2)
    let first = flow.next(from: 10, at: pace(30), in: layout) { _ in true }
    #expect(first == 16)
    #expect(flow.next(from: 10, at: pace(30), in: layout) { $0 != 16 } == 19)
    #expect(flow.next(from: 10, at: pace(30), in: layout) { $0 != 16 && $0 != 19 } == 22)
    #expect(flow.next(from: 10, at: pace(30), in: layout) { ![16, 19, 22].contains($0) } == 17)
  }

  @Test func `at the end the last pages are left`() {
    #expect(flow(cost: 0.5).next(from: 97, at: pace(30), in: layout) { _ in true } == 99)
    let endless = PageLayout(
      viewport: Size(width: 100, height: 100), count: 100, isLooping: true)
    #expect(flow(cost: 0.065).next(from: 99, at: pace(30), in: endless) { _ in true } == 1)
  }

  @Test func `what comes late is seen when it is nearer, and never what was seen before`() {
    var flow = PreviewSchedule(helpers: 2)
    flow.show(10)
    #expect(flow.leads(12, to: 14, by: 1, in: layout))
    #expect(!flow.leads(9, to: 14, by: 1, in: layout))
    #expect(!flow.leads(10, to: 14, by: 1, in: layout))
    #expect(!flow.leads(14, to: 14, by: 1, in: layout))
    #expect(!flow.leads(15, to: 14, by: 1, in: layout))
    flow.show(13)
    #expect(!flow.leads(12, to: 14, by: 1, in: layout))
    flow.show(16)
    #expect(flow.leads(15, to: 14, by: -1, in: layout))
  }

  @Test(arguments: [0.002, 0.02, 0.05], [1, -1])
  func `glances that keep pace show every page in its turn`(cost: Double, step: Int) {
    let seen = Ride(cost: cost, step: step).run()
    #expect(seen.shown.count >= 300)
    #expect(seen.lags.dropFirst(6).allSatisfy { $0 == 0 }, "\(seen.lags)")
  }

  @Test(arguments: [0.1, 0.15, 0.2])
  func `glances that do not leave pages out, evenly`(cost: Double) {
    let ride = Ride(cost: cost)
    let seen = ride.run()
    let rate = Double(seen.shown.count) / (Double(ride.pages) * ride.interval)
    #expect(rate >= 0.9 * Double(ride.helpers) / cost, "\(rate) pictures a second")
    // Two helpers that take turns: the next glance is half a glance away.
    let most = Int((cost / ride.interval).rounded(.up)) + 1
    #expect(seen.lags.dropFirst(12).allSatisfy { $0 <= most }, "\(seen.lags)")
  }

  @Test(arguments: 0..<20)
  func `whatever glances take, the pictures go one way and none is made for nothing`(
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
