import PhotoBrowser
import TestSupport
import Testing

@Suite(.tags(.seeded)) struct LevelsStateTests {
  private static let all = Picture.Levels(
    screen: "s", thumbnail: "t", original: Picture.Levels.Original("o", byteCount: 12_300_000))
  private static let broken = FailureMessage(sentence: "broken off")
  private static let nothing = FailureMessage(sentence: "no such picture", canRetry: false)

  private static func begun(
    _ levels: Picture.Levels = all, cachedLevels: Set<Picture.Level> = [],
    stored: Set<Picture.Level> = [], wasOriginalSeen: Bool = false
  ) -> LevelsState {
    var state = LevelsState(levels)
    state.apply(
      .began(cachedLevels: cachedLevels, storedLevels: stored, wasOriginalSeen: wasOriginalSeen))
    return state
  }

  // MARK: The table of JXPhotoBrowser's button

  @Test func `while the page's picture loads there is a ring and no button`() {
    let state = Self.begun()
    #expect(state.wantedLevels == [.thumbnail, .screen])
    #expect(state.progress == Picture.Progress())
    #expect(state.offer == .hidden)
  }

  @Test(arguments: [true, false])
  func `without an original the button is never shown`(works: Bool) {
    var state = Self.begun(Picture.Levels(screen: "s"))
    state.apply(works ? .finished(.screen) : .failed(.screen, Self.broken))
    #expect(state.offer == .hidden && state.isSettled)
    state.apply(.viewOriginal)
    #expect(state.wantedLevels.isEmpty)
  }

  @Test(arguments: [true, false])
  func `an original is offered once the page's picture has loaded or failed`(works: Bool) {
    var state = Self.begun()
    state.apply(works ? .finished(.screen) : .failed(.screen, Self.broken))
    #expect(state.offer == .offered(byteCount: 12_300_000))
    #expect(state.offer.label == "View original (12 MB)")
    #expect(!state.wantedLevels.contains(.original))
  }

  @Test func `a stored original loads by itself and is offered after a failure`() {
    var state = Self.begun(stored: [.original])
    #expect(!state.wantedLevels.contains(.original), "the page's picture comes first")
    state.apply(.finished(.screen))
    #expect(state.wantedLevels == [.original])
    #expect(state.offer == .hidden && state.progress == nil)
    var failed = state
    failed.apply(.failed(.original, Self.broken))
    #expect(failed.offer == .offered(byteCount: 12_300_000) && failed.shownLevel == .screen)
    state.apply(.finished(.original))
    #expect(state.offer == .hidden && state.shownLevel == .original)
  }

  @Test func `after View original the button shows the progress of the transfer`() {
    var state = Self.begun()
    state.apply(.finished(.screen))
    state.apply(.viewOriginal)
    #expect(state.wantedLevels == [.original] && state.shownLevel == .screen)
    #expect(state.offer == .loading(share: nil) && state.progress == Picture.Progress())
    state.apply(.progress(.original, Picture.Progress(received: 379, total: 1000)))
    #expect(state.offer.label == "37 %")
    state.apply(.partial(.original))
    #expect(
      state.shownLevel == .screen, "all of the page's picture is better than a part of another")
    state.apply(.finished(.original))
    #expect(state.shownLevel == .original && state.offer == .hidden && state.progress == nil)
    #expect(state.isSettled)
  }

  @Test(arguments: [(Double.nan, "0 %"), (-1, "0 %"), (.infinity, "100 %"), (1e300, "100 %")])
  func `a share of a host outside 0 to 1 is limited`(share: Double, label: String) {
    #expect(ViewOriginalButton.Offer.loading(share: share).label == label)
  }

  @Test func `after a failure the original is offered again without progress`() {
    var state = Self.begun()
    state.apply(.finished(.screen))
    state.apply(.viewOriginal)
    state.apply(.progress(.original, Picture.Progress(share: 0.9)))
    state.apply(.failed(.original, Self.broken))
    #expect(state.offer == .offered(byteCount: 12_300_000))
    #expect(state.progress == nil && state.failure == nil, "the page has its picture")
    state.apply(.viewOriginal)
    #expect(state.offer == .loading(share: nil))
  }

  @Test func `an original that does not exist is not offered again`() {
    var state = Self.begun()
    state.apply(.finished(.screen))
    state.apply(.viewOriginal)
    state.apply(.failed(.original, Self.nothing))
    #expect(state.offer == .hidden && state.shownLevel == .screen && state.isSettled)
  }

  // MARK: Beyond the table

  @Test func `an original that was viewed before loads by itself`() {
    var state = Self.begun(wasOriginalSeen: true)
    state.apply(.finished(.screen))
    #expect(state.wantedLevels == [.original])
  }

  @Test func `a cached original needs no other level`() {
    let state = Self.begun(cachedLevels: [.original])
    #expect(state.wantedLevels.isEmpty && state.shownLevel == .original && state.isSettled)
  }

  @Test func `a cached picture of the page needs no thumbnail`() {
    let state = Self.begun(cachedLevels: [.screen])
    #expect(state.wantedLevels.isEmpty && state.offer.label == "View original (12 MB)")
  }

  @Test func `a failure keeps the shown picture, and its message stays until a retry`() {
    var state = Self.begun()
    state.apply(.finished(.thumbnail))
    state.apply(.partial(.screen))
    state.apply(.failed(.screen, Self.broken))
    #expect(state.shownLevel == .screen, "what broke off is better than a thumbnail")
    #expect(state.failure == Self.broken)
    state.apply(.retry)
    #expect(state.failure == nil && state.wantedLevels == [.screen])
  }

  @Test func `a permanent failure is not retried`() {
    var state = Self.begun(Picture.Levels(screen: "s"))
    state.apply(.failed(.screen, Self.nothing))
    state.apply(.retry)
    #expect(state.wantedLevels.isEmpty && state.failure == Self.nothing)
  }

  // MARK: Random events

  /// The rank of the shown level, which never decreases.
  private static func quality(_ state: LevelsState) -> Int {
    switch (state.shownLevel, state.shownLevel.map(state.isLoaded) ?? false) {
    case (nil, _): 0
    case (.thumbnail, _): 1
    case (.screen, false): 2
    case (.original, false): 3
    case (.screen, true): 4
    case (.original, true): 5
    }
  }

  private static func event(_ dice: inout SeededRandom) -> LevelsState.Event {
    let level = Picture.Level.allCases[dice.whole(0...2)]
    return switch dice.whole(0...7) {
    case 0: .progress(level, Picture.Progress(share: dice.number(-1...2)))
    case 1, 2: .partial(level)
    case 3: .finished(level)
    case 4: .failed(level, dice.chance(0.7) ? broken : nothing)
    case 5: .viewOriginal
    case 6: .retry
    default: .began(cachedLevels: [level], storedLevels: [], wasOriginalSeen: dice.chance(0.5))
    }
  }

  @Test(arguments: 0..<200)
  func `random events never lower the shown quality and never falsify the button`(seed: Int) {
    var dice = SeededRandom(seed: seed)
    let levels = Picture.Levels(
      screen: "s", thumbnail: dice.chance(0.5) ? "t" : nil,
      original: dice.chance(0.7) ? Picture.Levels.Original("o") : nil)
    let offered = Set(Picture.Level.allCases.filter { levels.name(of: $0) != nil })
    var state = LevelsState(levels)
    #expect(state.wantedLevels.isEmpty && state.offer == .hidden)
    let seen = Set(offered.filter { _ in dice.chance(0.2) })
    state.apply(.began(cachedLevels: seen, storedLevels: [], wasOriginalSeen: dice.chance(0.3)))
    for step in 0..<60 {
      let before = state
      state.apply(Self.event(&dice))
      #expect(Self.quality(state) >= Self.quality(before), "seed \(seed), step \(step)")
      #expect(state.wantedLevels.isSubset(of: offered), "seed \(seed), step \(step)")
      #expect(!state.wantedLevels.contains(where: state.isLoaded), "seed \(seed), step \(step)")
      #expect(!before.isOriginalLoaded || state.wantedLevels.isEmpty && state.offer == .hidden)
      switch state.offer {
      case .offered: #expect(!state.wantedLevels.contains(.original) && !state.isOriginalLoaded)
      case .loading: #expect(state.wantedLevels.contains(.original) && state.progress != nil)
      case .hidden: break
      }
      if let share = state.progress?.share { #expect((0...1).contains(share)) }
      #expect(state.failure == nil || !state.wantedLevels.contains(.screen))
    }
    // The state settles after the answers to all requests.
    for _ in 0..<6 {
      for level in state.wantedLevels { state.apply(.finished(level)) }
    }
    #expect(state.isSettled, "seed \(seed)")
  }
}

struct PictureProgressTests {
  @Test func `a transfer beyond its announced size has no share`() {
    #expect(Picture.Progress(received: 50, total: 200).share == 0.25)
    #expect(
      Picture.Progress(received: 201, total: 200) == Picture.Progress(share: nil, received: 201))
    #expect(Picture.Progress(received: 5, total: 0).share == nil)
  }
}
