import Motion
import TestSupport
import Testing

@testable import Windowing

@Suite(.tags(.seeded)) struct FramePacerTests {
  private let frame = 1.0 / 60

  private func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

  @Test func `the first frame after an idle period is due at once`() {
    var pacer = FramePacer(interval: frame, canReportBlanks: true)
    #expect(pacer.request(at: at(10)) == [])
    #expect(pacer.isDue)
    #expect(pacer.begin(at: at(10)).presentation == at(10 + frame))
    #expect(!pacer.isPending)
    #expect(pacer.request(at: at(11)) == [])
    #expect(pacer.isDue)
  }

  @Test func `without a frame request nothing is scheduled`() {
    var pacer = FramePacer(interval: frame, canReportBlanks: true)
    _ = pacer.request(at: at(1))
    _ = pacer.begin(at: at(1))
    #expect(!pacer.isPending)
    #expect(pacer.receiveBlank(serial: 0, msc: 7, time: at(1.01)) == [])
    #expect(!pacer.isPending)
  }

  @Test func `consecutive frames wait for the vertical blank after the last frame`() {
    var pacer = FramePacer(interval: frame, canReportBlanks: true)
    _ = pacer.request(at: at(1))
    _ = pacer.begin(at: at(1))
    // The MSC is unknown at first: one notification queries it, the next waits for the target.
    #expect(
      pacer.request(at: at(1.002)) == [
        .requestBlank(serial: 1, target: 0), .setTimer(at(1.002 + frame * 2.5)),
      ])
    #expect(pacer.request(at: at(1.003)) == [])
    #expect(
      pacer.receiveBlank(serial: 1, msc: 100, time: at(1.001)) == [
        .requestBlank(serial: 2, target: 101)
      ])
    #expect(!pacer.isDue)
    #expect(pacer.receiveBlank(serial: 2, msc: 101, time: at(1.0177)) == [.cancelTimer])
    #expect(pacer.isDue)
    #expect(pacer.begin(at: at(1.018)).presentation == at(1.0177) + pacer.interval)
    guard case .requestBlank(_, let target)? = pacer.request(at: at(1.02)).first else {
      Issue.record("no notification request")
      return
    }
    #expect(target == 102)
  }

  @Test func `requests at about the refresh rate are due at once`() {
    var generator = SeededGenerator(seed: 3)
    var pacer = FramePacer(interval: frame, canReportBlanks: true)
    for step in 0..<64 {
      let now = at(1 + Double(step) * frame + Double.random(in: -0.002...0.002, using: &generator))
      #expect(pacer.request(at: now) == [], "step \(step)")
      #expect(pacer.isDue)
      _ = pacer.begin(at: now)
      pacer.end()
    }
  }

  @Test func `an animation with long frames is paced by vertical blanks`() {
    var pacer = FramePacer(interval: frame, canReportBlanks: true)
    _ = pacer.request(at: at(1))
    _ = pacer.begin(at: at(1))
    #expect(!pacer.request(at: at(1 + frame * 0.9)).isEmpty)
    #expect(!pacer.isDue)
  }

  @Test func `without the Present extension a timer keeps the refresh rate`() {
    var pacer = FramePacer(interval: frame, canReportBlanks: false)
    _ = pacer.request(at: at(1))
    _ = pacer.begin(at: at(1))
    #expect(pacer.request(at: at(1.004)) == [.setTimer(at(1 + frame))])
    pacer.timerFired(at: at(1 + frame))
    #expect(pacer.isDue)
  }

  @Test func `after three missing notifications the timer paces the frames`() {
    var pacer = FramePacer(interval: frame, canReportBlanks: true)
    var now = 1.0
    _ = pacer.request(at: at(now))
    _ = pacer.begin(at: at(now))
    var waits: [Double] = []
    for _ in 0..<5 {
      guard case .setTimer(let time)? = pacer.request(at: at(now)).last else { return }
      waits.append(time.seconds - now)
      now = time.seconds
      pacer.timerFired(at: time)
      _ = pacer.begin(at: time)
    }
    #expect(waits[0..<3].allSatisfy { $0 > frame * 2 })
    #expect(waits[3...].allSatisfy { $0 < frame * 1.01 })
  }

  @Test func `a late notification for an old serial is ignored`() {
    var pacer = FramePacer(interval: frame, canReportBlanks: true)
    _ = pacer.request(at: at(1))
    _ = pacer.begin(at: at(1))
    _ = pacer.request(at: at(1.001))
    pacer.timerFired(at: at(1.05))
    _ = pacer.begin(at: at(1.05))
    #expect(pacer.receiveBlank(serial: 1, msc: 4, time: at(1.049)) == [])
    #expect(!pacer.isPending)
  }

  @Test func `presentation times never decrease`() {
    var generator = SeededGenerator(seed: 7)
    var pacer = FramePacer(interval: frame, canReportBlanks: true)
    var now = 1.0
    var last = Timestamp.zero
    var msc: UInt64 = 50
    for _ in 0..<2000 {
      now += Double.random(in: 0...0.02, using: &generator)
      for effect in pacer.request(at: at(now)) {
        guard case .requestBlank(let serial, _) = effect else { continue }
        now += Double.random(in: 0...0.02, using: &generator)
        msc += UInt64.random(in: 0...2, using: &generator)
        for case .requestBlank(let next, _) in pacer.receiveBlank(
          serial: serial, msc: msc, time: at(now))
        {
          _ = pacer.receiveBlank(serial: next, msc: msc + 1, time: at(now + 0.003))
        }
      }
      if !pacer.isDue { pacer.timerFired(at: at(now)) }
      let time = pacer.begin(at: at(now)).presentation
      #expect(time >= last)
      last = time
    }
  }

  @Test func `vertical blanks in the time of another clock do not move the presentation times`() {
    var pacer = FramePacer(interval: frame, canReportBlanks: true)
    _ = pacer.request(at: at(1))
    _ = pacer.begin(at: at(1))
    _ = pacer.request(at: at(1.002))
    _ = pacer.receiveBlank(serial: 1, msc: 100, time: at(90_000))
    _ = pacer.receiveBlank(serial: 2, msc: 101, time: at(90_000 + frame))
    #expect(pacer.isDue)
    #expect(pacer.begin(at: at(1.018)).presentation == at(1.018) + pacer.interval)
    // Such a time does not prove that the frame counter is known either.
    #expect(pacer.request(at: at(1.02)).first == .requestBlank(serial: 3, target: 0))
    #expect(
      pacer.receiveBlank(serial: 3, msc: .max, time: at(1.021)) == [
        .requestBlank(serial: 4, target: 0)
      ])
  }

  @Test func `the interval converges to the measured refresh rate`() {
    var pacer = FramePacer(interval: frame, canReportBlanks: true)
    for i in 0..<200 {
      _ = pacer.receiveBlank(serial: 0, msc: UInt64(i), time: at(1 + Double(i) / 75))
    }
    #expect(abs(pacer.interval - 1.0 / 75) < 1e-4)
  }
}
