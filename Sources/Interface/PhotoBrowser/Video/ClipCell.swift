public import BrowserCore
import Drawing
public import Geometry
public import Input
public import Motion
import Pixels
import Views

/// The cell of a video. The current video frame is the picture of the page, so that zoom, flights,
/// pull-down and page effects work as for photos.
///
/// The first frame is the cover. The picture is enlarged to fit its page. The video plays while its
/// page is the current one, and pauses during a pull-down or flight and while the page is being
/// left.
public final class ClipCell: PhotoCell {
  /// The duration of the controls' fade, in seconds, the same as that of the window's controls.
  private static let fadeDuration = 0.2

  /// The options of playback; muting and looping are read when the cell gets a player.
  public var clipOptions = ClipCell.Options()
  /// A closure called when playback starts, pauses or ends.
  public var onStateChange: ((ClipCell) -> Void)?
  /// A closure called with true when the first frame is shown, and with false when the video cannot
  /// be played.
  public var onFirstFrame: ((_ isShown: Bool) -> Void)?
  /// A closure called when the video plays without its sound, with a sentence that gives the
  /// reason.
  public var onMissingSound: ((_ reason: String) -> Void)?
  /// A closure called when the user has turned the sound off (true) or on (false).
  public var onMute: ((_ isMuted: Bool) -> Void)?

  /// The playback state, as a value.
  package private(set) var state = ClipState()
  /// Whether the sound is off.
  public private(set) var isMuted = false
  /// Whether playback restarts at the end of the video.
  public private(set) var loops = false

  private var player: (any ClipCell.Player)?
  private var details: ClipCell.Details?
  private var reportedState = ClipState()
  private let bar = ClipBar()
  private let glyph = ClipGlyph()
  private var controlsFade = Fade(0, duration: fadeDuration)
  private var pageOpacity = 1.0
  private var isPulledOrFlying = false
  /// The time at which the controls begin to fade out; nil while no fade-out is planned.
  private var controlsHideTime: Timestamp?
  /// Whether the controls are visible while the video plays, because of an interaction a short time
  /// ago.
  private var showsControlsAfterInteraction = false
  /// Whether the video has reached its end since the page appeared.
  private var hasPlayedThrough = false

  /// Makes a cell without a video.
  public override init() {
    super.init()
    for view in [glyph, bar] as [View] {
      view.isHidden = true
      add(view)
    }
    tracksHover = true
    bar.playButton.action = { [weak self] in self?.togglePlaying() }
    bar.muteButton.action = { [weak self] in self?.toggleMuted() }
    bar.loopButton.action = { [weak self] in self?.toggleLooping() }
    bar.scrubBar.onScrubbingChange = { [weak self] in self?.apply(.scrubbingChanged(to: $0)) }
    bar.scrubBar.onSeek = { [weak self] in self?.apply(.seeked(to: $0)) }
  }

  // MARK: The video

  /// Shows the video of `player` from the beginning. The cell retains the player, and closes the
  /// previous one.
  public func show(_ player: any ClipCell.Player) {
    self.player?.close()
    self.player = player
    isMuted = clipOptions.isMuted
    loops = clipOptions.loops
    player.onEvent = { [weak self] in self?.receive($0) }
    restart()
  }

  /// Opens the video again from the beginning, for instance after a failure.
  public func restart() {
    details = nil
    apply(.openingBegan)
    content = .loading(progress: nil)
    player?.open(muted: isMuted, loops: loops)
  }

  private func receive(_ event: ClipCell.Event) {
    switch event {
    case .opened(let details):
      self.details = details
      knownSize = details.size.size
      apply(.opened(duration: details.duration))
    case .frame(let bitmap):
      guard let details else { return }
      let isFirst = isWaiting
      content = .picture(Picture(bitmap, naturalSize: details.size))
      if isFirst { onFirstFrame?(true) }
    case .position(let seconds):
      // During playback the position decreases only when a loop restarts.
      if loops, state.isPlaying, seconds < state.position { hasPlayedThrough = true }
      apply(.positionChanged(to: seconds))
    case .ended:
      hasPlayedThrough = true
      apply(.ended)
    case .silent(let reason): onMissingSound?(reason)
    case .failed(let message):
      apply(.failed)
      content = .failed(message)
      onFirstFrame?(false)
    }
  }

  private func apply(_ event: ClipState.Event) {
    for effect in state.apply(event) {
      switch effect {
      case .play: player?.play()
      case .pause: player?.pause()
      case .seek(let seconds, let isExact): player?.seek(to: seconds, isExact: isExact)
      }
    }
    stateDidChange()
  }

  private func stateDidChange() {
    bar.position = state.position
    bar.duration = state.duration
    bar.isPlaying = state.isPlaying || state.isScrubbing && !state.isPausedByUser
    bar.isMuted = isMuted
    bar.loops = loops
    bar.hasSound = details?.hasSound ?? false
    glyph.icon = bar.isPlaying ? .pause : .play
    guard state.isPlaying != reportedState.isPlaying || state.phase != reportedState.phase else {
      return
    }
    let mustReport = state.isPlaying != reportedState.isPlaying || state.phase == .ended
    reportedState = state
    controlsHideTime = nil
    requestFrame()
    if mustReport { onStateChange?(self) }
  }

  // MARK: User commands

  /// Plays or pauses the video; a video at its end starts again from the beginning.
  public func togglePlaying() {
    apply(.playToggled)
    showControls()
  }

  public func toggleMuted() {
    isMuted.toggle()
    player?.setMuted(isMuted)
    stateDidChange()
    showControls()
    onMute?(isMuted)
  }

  public func toggleLooping() {
    loops.toggle()
    player?.setLooping(loops)
    stateDidChange()
    showControls()
  }

  /// Seeks by `seconds` from the current position, backwards if negative.
  public func skip(by seconds: Double) {
    apply(.seeked(to: state.position + seconds))
    showControls()
  }

  /// Plays or pauses the video when its play sign in the middle is tapped. A tap elsewhere shows
  /// the controls, and is passed on to the host.
  public override func receiveTap(at point: Point) -> Bool {
    guard isReady else { return false }
    let isOnGlyph = glyph.alpha > 0 && !glyph.isHidden && glyph.frame.contains(point)
    if isOnGlyph { togglePlaying() } else { showControls() }
    return isOnGlyph
  }

  public override func receive(_ event: InputEvent) -> Bool {
    if case .pointer(let pointer) = event, pointer.kind == .moved { showControls() }
    return false
  }

  public override func hoverChanged(_ isInside: Bool, at time: Timestamp) {
    // In a slideshow, a turned page moves under a pointer that rests and is hidden; this does not
    // show the controls.
    if isInside, !isInSlideshow { showControls() }
  }

  private var isInSlideshow: Bool {
    var view: View? = self
    while let next = view, !(next is Browser) { view = next.parent }
    return (view as? Browser)?.slideshowPhase != nil
  }

  /// True: a video is enlarged to fit its page.
  public override var isContentScalable: Bool { true }

  override var smoothsPixels: Bool { true }

  /// The insets that the control bar takes at the bottom of the page, in device pixels.
  public override var controlsInsets: Insets {
    Insets(bottom: max(0, bounds.maxY - ClipBar.frame(in: bounds, scale: uiScale).minY))
  }

  private var isReady: Bool { state.phase == .ready || state.phase == .ended }

  private func showControls() {
    showsControlsAfterInteraction = true
    controlsHideTime = nil
    requestFrame()
  }

  // MARK: Page lifecycle

  public override func didAppear() {
    super.didAppear()
    apply(.pageAppeared)
  }

  public override func willDisappear() {
    super.willDisappear()
    apply(.pageWillDisappear)
  }

  public override func didDisappear() {
    super.didDisappear()
    apply(.pageDisappeared)
    hasPlayedThrough = false
  }

  public override func prepareForReuse() {
    player?.onEvent = nil
    player?.close()
    player = nil
    details = nil
    state = ClipState()
    reportedState = state
    showsControlsAfterInteraction = false
    controlsFade = Fade(0, duration: Self.fadeDuration)
    setControlsOpacity(0)
    super.prepareForReuse()
  }

  /// Lays out the picture, and pauses playback during a pull-down and a flight.
  public override func layout(for page: BrowserFrame.Page) {
    super.layout(for: page)
    pageOpacity = page.opacity
    let isPulledOrFlying = page.placement == .pulled || page.placement == .flying
    if isPulledOrFlying != self.isPulledOrFlying {
      self.isPulledOrFlying = isPulledOrFlying
      apply(.pulledOrFlyingChanged(to: isPulledOrFlying))
      requestFrame()
    }
    if page.placement == .still, !page.content.isEmpty {
      let target = page.content.pixelAligned
      player?.fit(PixelSize(width: Int(target.width), height: Int(target.height)))
    }
  }

  /// `.playing` while the video plays for the first time since the page appeared, `.loading` while
  /// it loads; nil otherwise.
  public override var slideshowWaitReason: Slideshow.WaitReason? {
    state.isPlaying && !hasPlayedThrough ? .playing : super.slideshowWaitReason
  }

  // MARK: Controls

  /// The opacity of the controls, 0…1.
  var controlsOpacity: Double { bar.isHidden ? 0 : bar.alpha }
  /// Shows key names in the tooltips of the buttons: those of the commands that toggle playback,
  /// sound and looping.
  package func setTooltipKeys(playing: [String], mute: [String], loop: [String]) {
    bar.playButton.keys = playing
    bar.muteButton.keys = mute
    bar.loopButton.keys = loop
  }
  /// Gives the scrub bar the keyboard focus.
  func focusScrubBar() { stage?.setFocus(bar.scrubBar) }

  public override func layout() {
    super.layout()
    bar.frame = ClipBar.frame(in: bounds, scale: uiScale)
    let side = ClipGlyph.side * uiScale
    glyph.frame = Rect(center: bounds.center, size: Size(width: side, height: side)).snapped
  }

  /// Whether the controls are to be visible at `time`: while the video of the current page is
  /// paused, and for a while after an interaction during playback; never while the page is pulled
  /// down or in flight.
  private func wantsControls(at time: Timestamp) -> Bool {
    guard isReady, state.isCurrent, !isPulledOrFlying else { return false }
    guard state.isPlaying else { return true }
    guard showsControlsAfterInteraction else { return false }
    let end = controlsHideTime ?? time + clipOptions.controlsTime
    controlsHideTime = end
    if time >= end { showsControlsAfterInteraction = false }
    return showsControlsAfterInteraction
  }

  public override func update(at time: FrameTime) {
    super.update(at: time)
    controlsFade.go(to: wantsControls(at: time.presentation) ? 1 : 0)
    _ = controlsFade.update(at: time.presentation)
    // The controls disappear without a fade when a pull-down or a flight begins.
    setControlsOpacity(isPulledOrFlying ? 0 : controlsFade.value)
  }

  private func setControlsOpacity(_ opacity: Double) {
    bar.alpha = opacity * pageOpacity
    bar.isHidden = opacity <= 0
    glyph.alpha = bar.alpha
    // On a small page there is no room for the play sign above the bar, so the sign is hidden.
    glyph.isHidden = opacity <= 0 || state.isScrubbing || glyph.frame.maxY > bar.frame.minY
  }

  public override var wantsFrame: Bool { super.wantsFrame || !controlsFade.isSettled }

  public override var nextDeadline: Timestamp? {
    let end = showsControlsAfterInteraction && state.isPlaying ? controlsHideTime : nil
    return [super.nextDeadline, end].compactMap(\.self).min()
  }
}
