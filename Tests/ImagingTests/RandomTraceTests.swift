import DecoderWire
import Imaging
import Pixels
import TestSupport
import Testing

/// Random sequences of requests, cancellations, crashes and replies: every request that is not
/// cancelled ends exactly once.
@MainActor @Suite(.tags(.seeded))
struct RandomTraceTests {
  private final class Ask {
    let task: ImageTask
    var isCancelled = false
    init(_ task: ImageTask) { self.task = task }
  }
  private final class Ends {
    var count: [Int: Int] = [:]
  }

  @Test(arguments: 0..<60)
  func `every request ends exactly once`(seed: Int) {
    var random = SeededSequence(state: UInt64(seed) &* 7919 &+ 1)
    let f = Fixture { configuration in
      configuration.helpers = 1 + seed % 3
      configuration.helpersAtStart = seed % 2
      configuration.fixedCacheBytes = seed % 5 == 0 ? 0 : 1 << 20
    }
    let paths = (0..<8).map { index in
      f.folder.file(index % 2 == 0 ? "\(index).jpg" : "\(index).png", bytes: 3 << 20)
    }
    var asks: [Int: Ask] = [:]
    let ends = Ends()
    for step in 0..<300 {
      switch random.next(8) {
      case 0, 1, 2:
        let request = randomRequest(&random, paths)
        let task = f.pipeline.request(request) { update in
          if case .preview = update { return }
          ends.count[step, default: 0] += 1
        }
        asks[step] = Ask(task)
      case 3: cancelOne(&random, asks)
      case 4: asks[random.next(step + 1)]?.task.priority = Self.priorities[random.next(4)]
      case 5: f.loop.advance(by: Double(random.next(8)) / 4)
      default: act(&random, f)
      }
      let busy = f.launcher.helpers.filter { !$0.isEnded }
      #expect(busy.count <= 1 + seed % 3, "seed \(seed) step \(step)")
    }
    // Helpers answer until no request is left.
    var rounds = 0
    while let busy = f.launcher.helpers.first(where: { !$0.isEnded && $0.isBusy }), rounds < 5000 {
      busy.succeed()
      rounds += 1
    }
    for (step, ask) in asks {
      let count = ends.count[step] ?? 0
      if ask.isCancelled { #expect(count <= 1, "seed \(seed) step \(step)") }
      if !ask.isCancelled { #expect(count == 1, "seed \(seed) step \(step)") }
      #expect(ask.task.isFinished, "seed \(seed) step \(step)")
    }
  }

  private static let priorities: [ImagePriority] = [
    .visible, .next(distance: 1), .previous(distance: 2), .background,
  ]

  private func randomRequest(
    _ random: inout SeededSequence, _ paths: [FilePathBytes]
  ) -> ImageRequest {
    let purposes: [ImageRequest.Purpose] = [.page, .page, .prefetch, .natural]
    let side = random.next(3) * 60 + 40
    return ImageRequest(
      path: paths[random.next(paths.count)], target: PixelSize(width: side, height: side),
      purpose: purposes[random.next(4)], priority: Self.priorities[random.next(4)])
  }

  private func cancelOne(_ random: inout SeededSequence, _ asks: [Int: Ask]) {
    let keys = asks.keys.sorted()
    guard !keys.isEmpty else { return }
    let ask = asks[keys[random.next(keys.count)]]
    if ask?.task.isFinished == false { ask?.isCancelled = true }
    ask?.task.cancel()
  }

  private func act(_ random: inout SeededSequence, _ f: Fixture) {
    let alive = f.launcher.helpers.filter { !$0.isEnded }
    guard !alive.isEmpty else { return }
    let helper = alive[random.next(alive.count)]
    guard helper.isBusy || random.next(10) == 0 else { return }
    switch random.next(12) {
    case 0: helper.onEvent?(.closed)
    case 1: helper.onEvent?(.garbled)
    case 2: helper.answer(.failed(DecodeFailure(.damaged)))
    case 3, 4: helper.findNothing()
    case 5: helper.isGone = true
    default: helper.succeed()
    }
  }
}

/// A linear congruential generator with a fixed sequence.
struct SeededSequence {
  var state: UInt64

  mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}
