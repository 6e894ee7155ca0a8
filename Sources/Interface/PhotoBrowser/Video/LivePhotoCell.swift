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
  private static let fadeTime = 0.25

  /// A closure called when the video of the photo starts (true) or stops (false).
  public var onMove: ((_ moves: Bool) -> Void)?
  /// Whether a press or a key holds the photo, so that the video plays.
  public private(set) var isHeldDown = false

  private var clip: (any ClipCell.Player)?
  private var isCurrent = false
  private var isReady = false
  private var isAway = false
  /// Whether a video frame has arrived since playback began; the cross-fade from the still begins
  /// with that frame.
  private var hasFrame = false
  private var needsOpening = true
  private let motion = LiveMotion()
  private let badge = LiveBadge()
  private var fade = Fade(0, duration: fadeTime)
  private var area = Rect.zero
  private var pageOpacity = 1.0

  public override init() {
    super.init()
    motion.isHidden = true
    badge.isHidden = true
    add(motion)
    add(badge)
  }

  /// Sets the player of the photo's video, which is opened when the page has appeared. The cell
  /// retains the player.
  public func show(_ player: any ClipCell.Player) {
    (isReady, needsOpening) = (false, true)
    updatePlayback()
    clip?.onEvent = nil
    clip?.close()
    clip = player
    player.onEvent = { [weak self] in self?.receive($0) }
    badge.isHidden = false
    if isCurrent { open() }
  }

  /// Whether the cell has a player of the photo's video.
  package var hasPlayer: Bool { clip != nil }

  /// Removes the player, so that the page shows an ordinary photo.
  package func removePlayer() {
    (isReady, needsOpening) = (false, true)
    updatePlayback()
    clip?.onEvent = nil
    clip?.close()
    clip = nil
    badge.isHidden = true
  }

  private func open() {
    guard let clip, needsOpening else { return }
    needsOpening = false
    clip.open(muted: false, loops: true)
  }

  private func receive(_ event: ClipCell.Event) {
    switch event {
    case .opened:
      isReady = true
      badge.isHidden = false
      fit()
      updatePlayback()
    case .frame(let bitmap):
      motion.frameBitmap = bitmap
      if shouldPlay { hasFrame = true }
      requestFrame()
    case .position, .ended, .silent: break
    case .failed:
      // Without its video the page shows an ordinary photo.
      isReady = false
      badge.isHidden = true
      updatePlayback()
    }
  }

  // MARK: Holding

  private var shouldPlay: Bool { isHeldDown && isReady && isCurrent && !isAway }
  private var isPlaying = false

  /// Begins (true) or ends (false) to play the video, as when the photo is pressed and held.
  public func hold(_ isHeldDown: Bool) {
    self.isHeldDown = isHeldDown
    updatePlayback()
  }

  public override func holdBegan(at point: Point) -> Bool {
    guard isReady, area.contains(point) else { return false }
    hold(true)
    return true
  }

  public override func holdEnded() { hold(false) }

  private func updatePlayback() {
    guard shouldPlay != isPlaying else { return }
    isPlaying = shouldPlay
    hasFrame = false
    if shouldPlay {
      clip?.play()
    } else {
      clip?.pause()
      clip?.seek(to: 0, isExact: true)
    }
    onMove?(shouldPlay)
    requestFrame()
  }

  // MARK: Page lifecycle

  public override func didAppear() {
    super.didAppear()
    isCurrent = true
    open()
    updatePlayback()
  }

  public override func willDisappear() {
    super.willDisappear()
    leave()
  }

  private func leave() {
    isHeldDown = false
    isCurrent = false
    updatePlayback()
  }

  public override func didDisappear() {
    super.didDisappear()
    leave()
    clip?.close()
    (isReady, needsOpening) = (false, true)
  }

  public override func prepareForReuse() {
    leave()
    clip?.onEvent = nil
    clip?.close()
    clip = nil
    (isReady, needsOpening) = (false, true)
    fade = Fade(0, duration: Self.fadeTime)
    motion.isHidden = true
    motion.frameBitmap = nil
    badge.isHidden = true
    super.prepareForReuse()
  }

  // MARK: Layout

  public override func layout(for page: BrowserFrame.Page) {
    super.layout(for: page)
    area = page.content.offset(by: Point.zero - page.frame.origin)
    pageOpacity = page.opacity
    let isAway = page.placement == .pulled || page.placement == .flying
    if isAway != self.isAway {
      self.isAway = isAway
      updatePlayback()
    }
    if page.placement == .still { fit() }
    layoutLayers()
  }

  private func fit() {
    guard isReady, !area.isEmpty else { return }
    let target = area.pixelAligned
    clip?.fit(PixelSize(width: Int(target.width), height: Int(target.height)))
  }

  private func layoutLayers() {
    motion.frame = area.pixelAligned
    motion.alpha = fade.value * pageOpacity
    motion.isHidden = fade.value <= 0
    guard !badge.isHidden else { return }
    badge.frame = badge.frame(in: area.intersection(bounds) ?? area, scale: uiScale)
    badge.alpha = isAway ? 0 : pageOpacity
  }

  public override func update(at time: FrameTime) {
    super.update(at: time)
    fade.go(to: shouldPlay && hasFrame ? 1 : 0)
    _ = fade.update(at: time.presentation)
    badge.isLit = shouldPlay
    layoutLayers()
  }

  public override var wantsFrame: Bool { super.wantsFrame || !fade.isSettled }
}

/// The view of the video over the still. The video covers the rectangle of the still, and is
/// cropped to it.
private final class LiveMotion: View {
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
    static let height = 22.0
    static let padding = 9.0
    static let margin = 12.0
    static let fontSize = 11.0
    static var background: Color { Chrome.Photo.veil(0.5) }
  }
  private var text: CachedText?
  /// Whether the badge is highlighted, because the video plays.
  var isLit = false {
    didSet { if isLit != oldValue { setNeedsDisplay() } }
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
    let width = layoutText(scale).size.width + 2 * Style.padding * scale
    return Rect(
      x: area.minX + Style.margin * scale,
      y: area.maxY - (Style.margin + Style.height) * scale, width: width,
      height: Style.height * scale
    ).snapped
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let text = layoutText(uiScale)
    canvas.fillRounded(
      bounds, radius: bounds.height / 2, isLit ? .white : Style.background)
    canvas.draw(
      text,
      at: Point(
        x: bounds.midX - text.size.width / 2, y: bounds.midY - text.size.height / 2),
      isLit ? .black : Chrome.Photo.text)
  }
}
