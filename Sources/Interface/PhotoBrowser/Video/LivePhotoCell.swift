public import BrowserCore
import Drawing
public import Geometry
import Localization
public import Motion
import Pixels
import Views

/// The cell of a live photo: a still photo with a badge, and a short video that plays while the
/// photo is pressed and held.
///
/// - Source: Lantern's Live Photo page.
public final class LivePhotoCell: PhotoCell {
  /// The duration of the cross-fade between still and video, in seconds.
  private static let fadeDuration = 0.25

  /// A closure called when the video of the photo starts (true) or stops (false).
  public var onPlayingChange: ((_ isPlaying: Bool) -> Void)?
  /// Whether a press or a key holds the photo, so that the video plays.
  public private(set) var isHeldDown = false

  /// The loading states of the photo's video.
  private enum VideoState {
    /// The photo has no video.
    case none
    /// The video is not open yet; it is opened when the page has appeared.
    case closed(any ClipCell.Player)
    /// The player is opening the video.
    case opening(any ClipCell.Player)
    /// The video can be played.
    case ready(any ClipCell.Player)
    /// The video cannot be played, so the page shows an ordinary photo until the player reports
    /// otherwise.
    case failed(any ClipCell.Player)

    var player: (any ClipCell.Player)? {
      switch self {
      case .none: nil
      case .closed(let player), .opening(let player), .ready(let player), .failed(let player):
        player
      }
    }
  }

  /// The playback states of the photo's video.
  private enum Playback {
    /// The video is paused at its beginning, and the still is visible.
    case stopped
    /// Playback has begun; the still is visible until a frame arrives.
    case starting
    /// The frames of the video are visible, after a cross-fade from the still.
    case playing
  }

  private var video = VideoState.none
  private var playback = Playback.stopped
  private var isCurrent = false
  private var isPulledOrFlying = false
  private let videoView = LiveVideoView()
  private let badge = LiveBadge()
  private var fade = Fade(0, duration: fadeDuration)
  private var stillRect = Rect.zero
  private var pageOpacity = 1.0

  public override init() {
    super.init()
    videoView.isHidden = true
    badge.isHidden = true
    add(videoView)
    add(badge)
  }

  /// Sets the player of the photo's video, which is opened when the page has appeared. The cell
  /// retains the player.
  public func show(_ player: any ClipCell.Player) {
    releasePlayer()
    video = .closed(player)
    player.onEvent = { [weak self] in self?.receive($0) }
    badge.isHidden = false
    if isCurrent { openVideo() }
  }

  /// Whether the cell has a player of the photo's video.
  package var hasPlayer: Bool { video.player != nil }

  /// Removes the player, so that the page shows an ordinary photo.
  package func removePlayer() {
    releasePlayer()
    badge.isHidden = true
  }

  private func releasePlayer() {
    guard let player = video.player else { return }
    video = .closed(player)
    updatePlayback()
    player.onEvent = nil
    player.close()
    video = .none
  }

  private func openVideo() {
    guard case .closed(let player) = video else { return }
    video = .opening(player)
    player.open(muted: false, loops: true)
  }

  private func receive(_ event: ClipCell.Event) {
    switch event {
    case .opened:
      switch video {
      case .none, .closed: return
      case .opening(let player), .ready(let player), .failed(let player): video = .ready(player)
      }
      badge.isHidden = false
      fitVideo()
      updatePlayback()
    case .frame(let bitmap):
      videoView.frameBitmap = bitmap
      if playback == .starting { playback = .playing }
      requestFrame()
    case .position, .ended, .silent: break
    case .failed:
      switch video {
      case .none, .closed: return
      case .opening(let player), .ready(let player), .failed(let player): video = .failed(player)
      }
      badge.isHidden = true
      updatePlayback()
    }
  }

  // MARK: Holding

  private var isReady: Bool { if case .ready = video { true } else { false } }
  private var shouldPlay: Bool { isHeldDown && isReady && isCurrent && !isPulledOrFlying }

  /// Begins (true) or ends (false) to play the video, as when the photo is pressed and held.
  public func hold(_ isHeldDown: Bool) {
    self.isHeldDown = isHeldDown
    updatePlayback()
  }

  public override func holdBegan(at point: Point) -> Bool {
    guard isReady, stillRect.contains(point) else { return false }
    hold(true)
    return true
  }

  public override func holdEnded() { hold(false) }

  private func updatePlayback() {
    let plays = shouldPlay
    guard plays != (playback != .stopped) else { return }
    playback = plays ? .starting : .stopped
    if plays {
      video.player?.play()
    } else {
      video.player?.pause()
      video.player?.seek(to: 0, isExact: true)
    }
    onPlayingChange?(plays)
    requestFrame()
  }

  // MARK: Page lifecycle

  public override func didAppear() {
    super.didAppear()
    isCurrent = true
    openVideo()
    updatePlayback()
  }

  public override func willDisappear() {
    super.willDisappear()
    stopForLeavingPage()
  }

  private func stopForLeavingPage() {
    isHeldDown = false
    isCurrent = false
    updatePlayback()
  }

  public override func didDisappear() {
    super.didDisappear()
    stopForLeavingPage()
    guard let player = video.player else { return }
    player.close()
    video = .closed(player)
  }

  public override func prepareForReuse() {
    stopForLeavingPage()
    releasePlayer()
    fade = Fade(0, duration: Self.fadeDuration)
    videoView.isHidden = true
    videoView.frameBitmap = nil
    badge.isHidden = true
    super.prepareForReuse()
  }

  // MARK: Layout

  public override func layout(for page: BrowserFrame.Page) {
    super.layout(for: page)
    stillRect = page.content.offset(by: Point.zero - page.frame.origin)
    pageOpacity = page.opacity
    let isPulledOrFlying = page.placement == .pulled || page.placement == .flying
    if isPulledOrFlying != self.isPulledOrFlying {
      self.isPulledOrFlying = isPulledOrFlying
      updatePlayback()
    }
    if page.placement == .still { fitVideo() }
    layoutLayers()
  }

  private func fitVideo() {
    guard case .ready(let player) = video, !stillRect.isEmpty else { return }
    let target = stillRect.pixelAligned
    player.fit(PixelSize(width: Int(target.width), height: Int(target.height)))
  }

  private func layoutLayers() {
    videoView.frame = stillRect.pixelAligned
    videoView.alpha = fade.value * pageOpacity
    videoView.isHidden = fade.value <= 0
    guard !badge.isHidden else { return }
    badge.frame = badge.frame(in: stillRect.intersection(bounds) ?? stillRect, scale: uiScale)
    badge.alpha = isPulledOrFlying ? 0 : pageOpacity
  }

  public override func update(at time: FrameTime) {
    super.update(at: time)
    fade.go(to: playback == .playing ? 1 : 0)
    _ = fade.update(at: time.presentation)
    badge.isHighlighted = playback != .stopped
    layoutLayers()
  }

  public override var wantsFrame: Bool { super.wantsFrame || !fade.isSettled }
}

/// The view of the video over the still. The video covers the rectangle of the still, and is
/// cropped to it.
private final class LiveVideoView: View {
  var frameBitmap: Bitmap? {
    didSet { setNeedsDisplay() }
  }

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isInteractive = false
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    guard let bitmap = frameBitmap, !bounds.isEmpty else { return }
    let size = bitmap.size.size
    let scale = max(bounds.width / size.width, bounds.height / size.height)
    canvas.saved {
      canvas.clip(to: bounds)
      canvas.draw(
        [bitmap], in: Rect(center: bounds.center, size: size * scale), alpha: 1, filter: .bilinear)
    }
  }
}

/// The badge on a live photo.
private final class LiveBadge: View {
  /// The constants of appearance; lengths in points.
  private enum Style {
    static let badgeHeight = 22.0
    static let textPadding = 9.0
    static let pictureMargin = 12.0
    static let fontSize = 11.0
    static var badgeColor: Color { Chrome.OverPhoto.veil(0.5) }
  }
  private var text: CachedText?
  /// Whether the badge is highlighted, because the video plays.
  var isHighlighted = false {
    didSet { if isHighlighted != oldValue { setNeedsDisplay() } }
  }

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isInteractive = false
    accessibilityLabel = tr("Live photo: hold to play")
  }

  private func layoutText(_ scale: Double) -> TextLayout {
    CachedText.layout(
      &text, tr("LIVE"), TextStyle(size: Style.fontSize * scale, weight: .semibold), maxWidth: nil,
      flow: .line)
  }

  /// The frame of the badge in the lower left corner of the picture, as on thumbnails; the upper
  /// corners are for the window's controls. `area` is the rectangle of the picture in device
  /// pixels, and `scale` the UI scale.
  func frame(in area: Rect, scale: Double) -> Rect {
    let width = layoutText(scale).size.width + 2 * Style.textPadding * scale
    return Rect(
      x: area.minX + Style.pictureMargin * scale,
      y: area.maxY - (Style.pictureMargin + Style.badgeHeight) * scale, width: width,
      height: Style.badgeHeight * scale
    ).snapped
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let text = layoutText(uiScale)
    canvas.fillRounded(
      bounds, radius: bounds.height / 2, isHighlighted ? .white : Style.badgeColor)
    canvas.draw(
      text,
      at: Point(
        x: bounds.midX - text.size.width / 2, y: bounds.midY - text.size.height / 2),
      isHighlighted ? .black : Chrome.OverPhoto.text)
  }
}
