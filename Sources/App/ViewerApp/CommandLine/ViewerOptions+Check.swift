import ArgumentParser
import BrowserCore
import Localization
import PhotoBrowser
import Transitions

nonisolated extension ViewerOptions {
  /// The maximum of `--show-duration`, `--dismiss-duration` and `--page-effect-duration`, in
  /// seconds.
  static let maxAnimationDuration = 60.0
  /// The maximum of the option `--thumbnail`, in pixels.
  private static let maxThumbnailSide = 4096

  /// Throws a `ValidationError` when options have valid types but are out of range or contradict
  /// each other.
  func check() throws {
    try checkPictures()
    try checkOverlays()
    try checkDurations()
    try checkWindow()
    try checkOutput()
    try checkRecording()
    try checkPaths()
  }

  private func require(_ isValid: Bool, _ sentence: String) throws {
    if !isValid { throw ValidationError(sentence) }
  }

  /// The name of an option, and whether the command line has the option.
  private typealias OptionUse = (name: String, isGiven: Bool)

  /// Throws a `ValidationError` when the command line has both options.
  private func exclude(_ option: OptionUse, _ other: OptionUse) throws {
    try require(
      !(option.isGiven && other.isGiven),
      tr(
        "{option} and {other} exclude each other",
        ["option": option.name, "other": other.name]))
  }

  /// Throws a `ValidationError` when the command line has `option` without `other`, because
  /// `option` has an effect only together with `other`.
  private func require(_ option: OptionUse, with other: OptionUse) throws {
    try require(
      !option.isGiven || other.isGiven,
      tr("{option} belongs to {other}", ["option": option.name, "other": other.name]))
  }

  /// Throws a `ValidationError` when the command line has a number that is not in `range`.
  private func requireNumber(_ number: Double?, in range: NumberRange) throws {
    guard let number, !range.numbers.contains(number) else { return }
    let wanted = tr(
      "a number from {first} to {last}",
      ["first": Self.text(range.numbers.lowerBound), "last": Self.text(range.numbers.upperBound)])
    throw ValidationError(
      tr(
        "{key} takes {wanted}, not “{value}”",
        ["key": range.option, "wanted": wanted, "value": Self.text(number)]))
  }

  /// A number without a trailing `.0`.
  private static func text(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  /// Checks the options of pages, zooming, the cache and the speed of animations.
  private func checkPictures() throws {
    try requireNumber(spacing, in: .spacing)
    try requireNumber(maxScale, in: .maxScale)
    try requireNumber(animationSpeed, in: .animationSpeed)
    try requireNumber(maxSeconds, in: .maxSeconds)
    if case .factor(let factor) = doubleTapScale {
      try require(
        factor.isFinite && factor >= 1, tr("--double-tap-scale takes a number from 1, or fill"))
    }
    if let cache { try require(cache > 0, tr("--cache takes a number of megabytes")) }
  }

  /// Checks the names of indicators and animators.
  private func checkOverlays() throws {
    if let indicator {
      let names = PageIndicators.builtIn.map(\.name)
      try require(
        names.contains(indicator),
        tr("--indicator takes {names}", ["names": names.joined(separator: ", ")]))
    }
    if let animator {
      let names = TransitionAnimators.builtIn.map(\.name)
      try require(
        names.contains(animator),
        tr("--animator takes {names}", ["names": names.joined(separator: ", ")]))
    }
  }

  /// Checks the durations of animations and slideshows, and the page effect.
  private func checkDurations() throws {
    let longest = Self.maxAnimationDuration
    for (name, seconds) in [("show", showDuration), ("dismiss", dismissDuration)] {
      try require(
        (0...longest).contains(seconds ?? 0),
        tr(
          "--{name}-duration takes seconds from 0 to {seconds}",
          ["name": name, "seconds": Int(longest)]))
    }
    if let pageEffect {
      let names = ["none"] + PageEffects.builtIn.map(\.name)
      try require(
        names.contains(pageEffect),
        tr("--page-effect takes {names}", ["names": names.joined(separator: ", ")]))
    }
    if let pageEffectDuration {
      try require(
        (0...longest).contains(pageEffectDuration),
        tr("--page-effect-duration takes seconds from 0 to {seconds}", ["seconds": Int(longest)]))
    }
    if let slideshow {
      let range = Slideshow.minInterval...Slideshow.maxInterval
      try require(
        range.contains(slideshow),
        tr(
          "--slideshow takes seconds from {first} to {last}",
          ["first": range.lowerBound, "last": Int(range.upperBound)]))
    }
  }

  /// Checks the options for the size of the page or window, and for the scene that is shown first.
  private func checkWindow() throws {
    if let size { try require(size.width != nil, tr("--size takes WIDTHxHEIGHT")) }
    try require(("--size", size != nil), with: ("--render", render != nil))
    if let geometry {
      try require(geometry.width != nil || geometry.x != nil, tr("--geometry takes WxH+X+Y"))
    }
    try exclude(("--present", present), ("--push", push))
    try exclude(("--grid", grid), ("--browse", browse))
    try exclude(("--grid", grid), ("--slideshow", slideshow != nil))
  }

  /// Checks the options that print or draw without a window.
  private func checkOutput() throws {
    try require(("--json", json), with: ("--info", info))
    try require(!info || !paths.isEmpty, Self.sentence(takingPictures: "--info"))
    try require(("--thumbnail", thumbnail != nil), with: ("--render", render != nil))
    if let thumbnail {
      try require(
        (1...Self.maxThumbnailSide).contains(thumbnail),
        tr(
          "--thumbnail takes a number of pixels from 1 to {last}", ["last": Self.maxThumbnailSide]))
    }
  }

  /// Checks the options of recordings and replays.
  private func checkRecording() throws {
    try exclude(("--record", record != nil), ("--replay", replay != nil))
    try require(("--record-names", recordNames), with: ("--record", record != nil))
    try require(("--headless", headless), with: ("--replay", replay != nil))
    try require(("--replay-speed", replaySpeed != nil), with: ("--replay", replay != nil))
    if let replaySpeed {
      try require(
        replaySpeed.isFinite && (0.01...100).contains(replaySpeed),
        tr("--replay-speed takes a number from 0.01 to 100"))
    }
  }

  /// Checks the number of given paths.
  private func checkPaths() throws {
    try require(replay == nil || paths.isEmpty, Self.sentence(takingNoPictures: "--replay"))
    if render != nil { try require(paths.count == 1, tr("--render draws exactly one file")) }
    try checkRemotePaths()
  }

  /// Checks the number of paths for `--remote`. The running pbview refuses unknown commands.
  private func checkRemotePaths() throws {
    guard let remote else { return }
    let option = "--remote \(remote)"
    if remote == RemoteQuestion.openCommandName {
      try require(!paths.isEmpty, Self.sentence(takingPictures: option))
    } else if remote == RemoteQuestion.activateCommandName
      || RemoteQuestion(rawValue: remote) != nil
      || Command(name: remote) != nil
    {
      try require(paths.isEmpty, Self.sentence(takingNoPictures: option))
    }
  }

  private static func sentence(takingPictures option: String) -> String {
    tr("{option} takes the names of pictures", ["option": option])
  }

  private static func sentence(takingNoPictures option: String) -> String {
    tr("{option} takes no pictures", ["option": option])
  }
}
