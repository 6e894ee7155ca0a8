public import BrowserCore
import Drawing
public import Geometry
public import Input
public import Motion
import Pixels
import Views

/// A page with a clip: its current frame is the page's picture, so that zoom, flights, pulling down
/// and page effects need to know nothing of clips.
///
/// The first frame is its cover. It plays once its page did appear, stands still while it is left or
/// in a hand, and goes on when it is let go.
public final class ClipCell: PhotoCell {
  /// Controls come and go in this time, in seconds: as quick as the window's own.
  private static let fadeTime = 0.2

  /// How it plays; read when a clip is given.
  public var clipOptions = ClipOptions()
  /// Called when it begins to play, stands still or ends.
  public var onStateChange: ((ClipCell) -> Void)?
  /// Called when the first frame is shown, or a reason why there is none.
  public var onCover: ((_ isShown: Bool) -> Void)?
  /// Called when the clip plays without its sound, with a sentence that says why.
  public var onSilence: ((_ reason: String) -> Void)?
  /// Called when the person turned the sound on or off.
  public var onMute: ((Bool) -> Void)?

  /// The clip as a value.
  public private(set) var state = ClipState()
  /// True without sound.
  public private(set) var isMuted = false
  /// True when it begins again at the end.
  public private(set) var loops = false

  private var clip: (any ClipPlayer)?
  private var details: ClipDetails?
  private var told = ClipState()
  private let bar = ClipBar()
  private let glyph = ClipGlyph()
  private var fade = Fade(0, duration: fadeTime)
  /// The page's own opacity, and whether the picture is where it belongs.
  private var pageOpacity = 1.0
  private var isAway = false
  /// When the controls go; nil while they have to begin to count.
  private var controlsEnd: Timestamp?
  private var wasTouched = false
  /// True once it came to its end since its page appeared.
  private var hasPlayedThrough = false

  /// Makes a page without a clip.
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
    bar.scrub.onHold = { [weak self] in self?.apply(.scrubbing($0)) }
    bar.scrub.onSeek = { [weak self] in self?.apply(.sought(to: $0)) }
  }

  // MARK: The clip

  /// Shows the clip of `player` from its beginning.
  public func show(_ player: any ClipPlayer) {
    clip?.close()
    clip = player
    isMuted = clipOptions.isMuted
    loops = clipOptions.loops
    player.onNews = { [weak self] in self?.receive($0) }
    restart()
  }

  /// Opens the clip anew, after a failure for instance.
  public func restart() {
    details = nil
    apply(.reset)
    content = .loading(progress: nil)
    clip?.open(muted: isMuted, loops: loops)
  }

  private func receive(_ news: ClipNews) {
    switch news {
    case .opened(let details):
      self.details = details
      knownSize = details.size.size
      apply(.opened(duration: details.duration))
    case .frame(let bitmap):
      guard let details else { return }
      let isFirst = isWaiting
      content = .picture(Picture(bitmap, naturalSize: details.size))
      if isFirst { onCover?(true) }
    case .position(let seconds):
      // Only a clip that begins again goes back by itself.
      if loops, state.isPlaying, seconds < state.position { hasPlayedThrough = true }
      apply(.moved(to: seconds))
    case .ended:
      hasPlayedThrough = true
      apply(.ended)
    case .silent(let reason): onSilence?(reason)
    case .failed(let message):
      apply(.failed)
      content = .failed(message)
      onCover?(false)
    }
  }

  private func apply(_ event: ClipState.Event) {
    for effect in state.apply(event) {
      switch effect {
      case .play: clip?.play()
      case .pause: clip?.pause()
      case .seek(let seconds, let isExact): clip?.seek(to: seconds, isExact: isExact)
      }
    }
    stateDidChange()
  }

  private func stateDidChange() {
    bar.position = state.position
    bar.duration = state.duration
    bar.isPlaying = state.isPlaying || state.isScrubbing && !state.isStopped
    bar.isMuted = isMuted
    bar.loops = loops
    bar.hasSound = details?.hasSound ?? false
    glyph.icon = bar.isPlaying ? .pause : .play
    guard state.isPlaying != told.isPlaying || state.phase != told.phase else { return }
    let isNews = state.isPlaying != told.isPlaying || state.phase == .ended
    told = state
    controlsEnd = nil
    requestFrame()
    if isNews { onStateChange?(self) }
  }

  // MARK: What a person does

  /// Goes on, or stops; from the beginning when it had ended.
  public func togglePlaying() {
    apply(.toggled)
    showControls()
  }

  /// Turns the sound on or off.
  public func toggleMuted() {
    isMuted.toggle()
    clip?.setMuted(isMuted)
    stateDidChange()
    showControls()
    onMute?(isMuted)
  }

  /// Begins again at the end, or does not any more.
  public func toggleLooping() {
    loops.toggle()
    clip?.setLooping(loops)
    stateDidChange()
    showControls()
  }

  /// Goes `seconds` on, or back.
  public func skip(by seconds: Double) {
    apply(.sought(to: state.position + seconds))
    showControls()
  }

  /// A tap on the sign in the middle; any other one shows the controls, too, and is the host's.
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
    if isInside { showControls() }
  }

  private var isReady: Bool { state.phase == .ready || state.phase == .ended }

  private func showControls() {
    wasTouched = true
    controlsEnd = nil
    requestFrame()
  }

  // MARK: The page's life

  public override func didAppear() {
    super.didAppear()
    apply(.appeared)
  }

  public override func willDisappear() {
    super.willDisappear()
    apply(.left)
  }

  public override func didDisappear() {
    super.didDisappear()
    apply(.gone)
    hasPlayedThrough = false
  }

  public override func prepareForReuse() {
    clip?.onNews = nil
    clip?.close()
    clip = nil
    details = nil
    state = ClipState()
    told = state
    wasTouched = false
    fade = Fade(0, duration: Self.fadeTime)
    place(0)
    super.prepareForReuse()
  }

  /// Puts the picture where the browser says; in a hand or in the air it stands still.
  public override func place(_ page: BrowserFrame.Page) {
    super.place(page)
    pageOpacity = page.opacity
    let isAway = page.placement == .pulled || page.placement == .flying
    if isAway != self.isAway {
      self.isAway = isAway
      apply(.held(isAway))
      requestFrame()
    }
    if page.placement == .still, !page.content.isEmpty {
      let place = page.content.pixelAligned
      clip?.fit(PixelSize(width: Int(place.width), height: Int(place.height)))
    }
  }

  /// A slideshow waits until it was seen once.
  public override var slideshowHold: Slideshow.Hold? {
    state.isPlaying && !hasPlayedThrough ? .playing : super.slideshowHold
  }

  // MARK: Controls

  /// How much of the controls is seen, 0 to 1.
  var controlsOpacity: Double { bar.isHidden ? 0 : bar.alpha }
  /// Where the line of time is, in the cell's points.
  var scrubFrame: Rect { bar.scrub.frame.offset(by: bar.frame.origin - .zero) }
  /// Has the tooltips of its buttons name keys that do the same.
  package func showKeys(playing: [String], mute: [String], loop: [String]) {
    bar.playButton.keys = playing
    bar.muteButton.keys = mute
    bar.loopButton.keys = loop
  }
  /// Gives the line of time the keyboard.
  func focusScrubBar() { stage?.setFocus(bar.scrub) }

  /// Places the controls.
  public override func layout() {
    super.layout()
    bar.frame = ClipBar.frame(in: bounds, scale: uiScale)
    let side = ClipGlyph.side * uiScale
    glyph.frame = Rect(center: bounds.center, size: Size(width: side, height: side)).snapped
  }

  /// True when they are wanted: always while it stands still, else for a while after a touch.
  private func wantsControls(at time: Timestamp) -> Bool {
    guard isReady, state.isCurrent, !isAway else { return false }
    guard state.isPlaying else { return true }
    guard wasTouched else { return false }
    let end = controlsEnd ?? time + clipOptions.controlsTime
    controlsEnd = end
    if time >= end { wasTouched = false }
    return wasTouched
  }

  public override func update(at time: FrameTime) {
    super.update(at: time)
    fade.go(to: wantsControls(at: time.presentation) ? 1 : 0)
    _ = fade.update(at: time.presentation)
    // In a hand there is nothing over the picture from the first moment.
    place(isAway ? 0 : fade.value)
  }

  private func place(_ opacity: Double) {
    bar.alpha = opacity * pageOpacity
    bar.isHidden = opacity <= 0
    glyph.alpha = bar.alpha
    // A small page has room for one of them.
    glyph.isHidden = opacity <= 0 || state.isScrubbing || glyph.frame.maxY > bar.frame.minY
  }

  public override var wantsFrame: Bool { super.wantsFrame || !fade.isSettled }

  public override var nextDeadline: Timestamp? {
    let end = wasTouched && state.isPlaying ? controlsEnd : nil
    return [super.nextDeadline, end].compactMap(\.self).min()
  }
}
