import TestSupport
import Testing

@testable import BrowserHost

/// Tests of the reload policy of a page while its file is written, in simulated time.
@Suite(.tags(.seeded)) struct FileFollowingTests {
  /// A simulated page whose file is written at given times.
  private struct Player {
    var policy = FileReloadPolicy()
    /// The result of reading the file.
    var file = FileReloadPolicy.Reading.whole
    var now = 0.0
    /// The times at which the file was read.
    var readTimes: [Double] = []
    /// The results that the page has shown, and their times.
    var shown: [(what: FileReloadPolicy.Reading, at: Double)] = []

    init() { read() }

    mutating func read() {
      readTimes.append(now)
      if policy.showsResultAfterFinishing(file, at: now) { shown.append((file, now)) }
    }

    /// Advances the time; a reading takes no time.
    mutating func wait(_ seconds: Double) {
      let end = now + seconds
      while let deadline = policy.nextReadingTime, deadline <= end {
        now = max(now, deadline)
        if policy.startReadingIfDue(at: now) { read() }
      }
      now = end
    }

    mutating func write(_ reading: FileReloadPolicy.Reading) {
      file = reading
      policy.fileDidChange(at: now)
    }

    var page: FileReloadPolicy.Reading? { shown.last?.what }
  }

  @Test func `a saved file is read once after the first delay`() {
    var player = Player()
    player.write(.whole)
    player.wait(10)
    #expect(player.readTimes == [0, FileReloadPolicy.firstDelay])
    #expect(player.policy.nextReadingTime == nil)
  }

  @Test func `a file with a time in the future counts as written just now`() {
    func age(_ modified: Int64, at now: Int64) -> Double {
      FileStamp(modified: modified, size: 0).age(at: now)
    }
    #expect(age(9_000_000_000, at: 5_000_000_000) == 0)
    #expect(age(2_000_000_000, at: 5_000_000_000) == 3)
    #expect(age(.min, at: .max) > 1e10)
  }

  @Test func `a file that keeps changing is read at growing intervals of up to a second`() {
    var player = Player()
    for _ in 0..<1000 {
      player.write(.whole)
      player.wait(0.01)
    }
    let pauses = zip(player.readTimes.dropFirst(), player.readTimes.dropFirst(2)).map { $1 - $0 }
    let expected = [0.1, 0.2, 0.4, 0.8, 1, 1, 1, 1, 1]
    #expect(pauses.count >= 9)
    for (pause, wanted) in zip(pauses, expected) { #expect(abs(pause - wanted) < 0.02) }
  }

  @Test func `a picture stays until its file has been invalid for three seconds`() {
    var player = Player()
    player.write(.nothing)
    player.wait(2.9)
    #expect(player.page == .whole)
    player.write(.nothing)
    player.wait(2.9)
    #expect(player.page == .whole)
    player.wait(0.2)
    #expect(player.page == .nothing)
    player.write(.whole)
    player.wait(0.1)
    #expect(player.page == .whole)
  }

  @Test func `a partial picture replaces a whole one only after three seconds without a change`() {
    var player = Player()
    player.write(.part(fileBytes: 10))
    player.wait(2.9)
    #expect(player.page == .whole)
    player.wait(0.2)
    #expect(player.page == .part(fileBytes: 10))
  }

  @Test func `a growing file shows ever larger parts`() {
    var player = Player()
    player.write(.nothing)
    player.wait(4)
    var last: Int64 = 0
    for bytes in Int64(1)...300 {
      player.write(.part(fileBytes: bytes * 100))
      player.wait(0.02)
    }
    for (what, _) in player.shown {
      guard case .part(let bytes) = what else { continue }
      #expect(bytes > last)
      last = bytes
    }
    #expect(player.shown.count > 6)
    player.write(.whole)
    player.wait(1.1)
    #expect(player.page == .whole)
  }

  @Test func `a change during a read causes another read`() {
    var policy = FileReloadPolicy()
    policy.fileDidChange(at: 0)
    let isRead = policy.startReadingIfDue(at: FileReloadPolicy.firstDelay)
    policy.fileDidChange(at: 0.06)
    #expect(isRead && policy.nextReadingTime == nil)
    let isShown = policy.showsResultAfterFinishing(.nothing, at: 0.1)
    #expect(!isShown)
    let again = policy.nextReadingTime
    #expect(again.map { abs($0 - 0.2) < 1e-9 } == true)
  }

  @Test func `an old invalid file shows its error at once`() {
    var policy = FileReloadPolicy()
    policy.setEarlierChange(at: -10)
    let isOldShown = policy.showsResultAfterFinishing(.nothing, at: 0)
    var young = FileReloadPolicy()
    young.setEarlierChange(at: -1)
    let isYoungShown = young.showsResultAfterFinishing(.nothing, at: 0)
    #expect(isOldShown && !isYoungShown && young.nextReadingTime == 2)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `random changes of a file never replace a picture by a worse one before the idle time`(
    _ seed: UInt64
  ) {
    var chance = SeededGenerator(seed: seed)
    var player = Player()
    var lastChange = -Double.infinity
    for _ in 0..<Int.random(in: 1...60, using: &chance) {
      if Int.random(in: 0..<3, using: &chance) > 0 {
        let reading: FileReloadPolicy.Reading =
          switch Int.random(in: 0..<4, using: &chance) {
          case 0: .whole
          case 1: .nothing
          default: .part(fileBytes: Int64.random(in: 0...9, using: &chance))
          }
        lastChange = player.now
        player.write(reading)
      }
      var before = player.page
      let count = player.shown.count
      player.wait([0.001, 0.03, 0.2, 1.5, 3.5].randomElement(using: &chance) ?? 1)
      for (what, at) in player.shown[count...] {
        defer { before = what }
        if at >= lastChange + FileReloadPolicy.idleTime { continue }
        switch (before, what) {
        case (_, .whole), (.nothing, _), (nil, _): break
        case (.part(let old), .part(let new)): #expect(new >= old, "seed \(seed)")
        default: Issue.record("seed \(seed): \(what) in place of \(String(describing: before))")
        }
      }
      if player.now >= lastChange + FileReloadPolicy.idleTime {
        #expect(player.page == player.file, "seed \(seed): the truth after a while")
      }
    }
    player.wait(10)
    #expect(player.page == player.file && player.policy.nextReadingTime == nil, "seed \(seed)")
    for (a, b) in zip(player.readTimes.dropFirst(), player.readTimes.dropFirst(2)) {
      #expect(b - a > FileReloadPolicy.firstDelay / 2, "seed \(seed): reads at \(a) and \(b)")
    }
  }
}
