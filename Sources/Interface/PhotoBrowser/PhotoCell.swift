public import BrowserCore
public import Drawing
public import Geometry
public import Motion
import Pixels
public import Views

/// A page with a picture: whole or zoomed, loading, or failed with a reason.
public final class PhotoCell: View, BrowserCell {
  /// What takes longer than this shows a progress ring, in seconds.
  private static let progressDelay = 0.15
  /// Scale from which single pixels are drawn as squares.
  private static let pixelScale = 3.0
  /// Where the picture will be, while only its proportions are known.
  private static let placeholder = Color(red: 1, green: 1, blue: 1, alpha: 0.05)

  /// How enlarged and transparent pictures are drawn.
  public var options = BrowserOptions() {
    didSet { setNeedsDisplay() }
  }
  /// What the host shows of the picture elsewhere: seen until there is something better.
  public var thumbnail: Picture? {
    didSet { if isWaiting { setNeedsDisplay() } }
  }
  /// Called when the person asks to try again.
  public var onRetry: (() -> Void)?
  /// The picture's size when it is known before its pixels are.
  public var knownSize: Size? {
    didSet { if knownSize != oldValue { onContentSizeChange?() } }
  }
  /// Called when ``contentSize`` may have changed.
  public var onContentSizeChange: (() -> Void)?

  /// What is shown.
  public var content = PhotoContent.empty {
    didSet { contentDidChange(from: oldValue) }
  }

  private var contentRect = Rect.zero
  /// What was seen before a jump to a page whose picture is not there yet: a short wait is better
  /// spent with the old picture than with none.
  private var standIn: Painting?
  private var imageScale = 1.0
  private var opacity = 1.0
  private var placement = BrowserFrame.Placement.still
  private let ring = ProgressRing()
  private var card: MessageCard?
  private var ringDeadline: Timestamp?
  private var waitsForRing = false

  /// Makes an empty cell.
  public init() {
    super.init(frame: .zero)
    ring.isHidden = true
    add(ring)
  }

  /// The picture's own size.
  public var contentSize: Size? {
    switch content {
    case .picture(let picture): picture.naturalSize.size
    case .empty, .loading: knownSize
    case .failed: nil
    }
  }

  /// True while there is neither a picture nor a reason for none.
  public var isWaiting: Bool {
    switch content {
    case .empty, .loading: true
    case .picture, .failed: false
    }
  }

  private func contentDidChange(from old: PhotoContent) {
    if case .loading(let progress) = content, case .loading = old {
      // It has come further; how long it takes is counted from its beginning.
      ring.progress = progress
      return
    }
    card?.removeFromParent()
    card = nil
    if !isWaiting { standIn = nil }
    ring.isHidden = true
    waitsForRing = false
    ringDeadline = nil
    switch content {
    case .loading(let progress):
      ring.progress = progress
      waitsForRing = true
      requestFrame()
    case .failed(let message):
      let card = MessageCard(message.sentence, hint: message.hint) { [weak self] in
        self?.onRetry?()
      }
      self.card = card
      add(card)
      setNeedsLayout()
    case .empty, .picture: break
    }
    setNeedsDisplay()
    onContentSizeChange?()
  }

  /// Forgets everything.
  public func prepareForReuse() {
    standIn = nil
    thumbnail = nil
    content = .empty
    knownSize = nil
    contentRect = .zero
    opacity = 1
    placement = .still
  }

  /// Puts the picture where the browser says.
  public func place(_ page: BrowserFrame.Page) {
    let content = page.content.offset(by: Point.zero - page.frame.origin)
    if standIn != nil, page.placement != .still || page.frame.origin != .zero {
      standIn = nil
      setNeedsDisplay()
    }
    guard
      content != contentRect || page.opacity != opacity || page.placement != placement
        || page.scale != imageScale
    else { return }
    setNeedsDisplay()
    contentRect = content
    imageScale = page.scale
    opacity = page.opacity
    placement = page.placement
    setNeedsDisplay()
    followHand()
  }

  /// Ring and card are where the picture would be.
  private func followHand() {
    let middle = placement == .pulled ? contentRect.center : bounds.center
    ring.frame = Rect(center: middle, size: ProgressRing.naturalSize(at: uiScale)).snapped
    ring.alpha = opacity
    card?.frame = Rect(center: middle, size: bounds.size).snapped
    card?.alpha = opacity
  }

  /// A picture in the hand reaches beyond its page.
  public override var paintBounds: Rect {
    placement == .pulled ? bounds.union(contentRect.roundedOut) : bounds
  }

  /// Places ring and card.
  public override func layout() { followHand() }

  /// Shows the ring when loading takes long.
  public override func update(at time: FrameTime) {
    guard waitsForRing else { return }
    let deadline = ringDeadline ?? time.presentation + Self.progressDelay
    ringDeadline = deadline
    if time.presentation >= deadline {
      ring.isHidden = false
      waitsForRing = false
      standIn = nil
      setNeedsDisplay()
    }
  }

  /// When the ring will appear.
  public override var nextDeadline: Timestamp? { waitsForRing ? ringDeadline : nil }

  /// Shows `old` until there is something to show here, or it takes long, or the page moves.
  func standIn(with old: Painting) {
    guard isWaiting, waitsForRing, thumbnail == nil else { return }
    standIn = old
    setNeedsDisplay()
  }

  /// Where nothing behind the cell can be seen, in the browser's points; nil when there is no such
  /// place.
  var opaqueArea: Rect? {
    guard case .picture(let picture) = content, picture.isOpaque, opacity >= 1, standIn == nil,
      !isHidden
    else { return nil }
    let rect = painting(of: picture).rect
    let seen = placement == .pulled ? rect : rect.intersection(bounds)
    return seen?.offset(by: frame.origin - .zero)
  }

  /// Draws the picture.
  public override func draw(in canvas: Canvas, damage: Rect) {
    if let standIn { return paint(standIn, in: canvas) }
    guard !contentRect.isEmpty else { return }
    canvas.saved {
      if placement != .pulled { canvas.clip(to: bounds) }
      if let painting {
        paint(painting, in: canvas)
      } else if case .loading = content {
        let rect = placement == .still ? contentRect.pixelAligned : contentRect
        canvas.fill(rect, Self.placeholder.opacity(opacity))
      }
    }
  }

  private func paint(_ painting: Painting, in canvas: Canvas) {
    painting.draw(in: canvas, alpha: opacity, on: options.transparency, scale: uiScale)
  }

  /// What is seen of a picture now; nil while there is none.
  var painting: Painting? {
    if case .picture(let picture) = content { return painting(of: picture) }
    guard isWaiting else { return nil }
    return standIn ?? thumbnail.map(painting)
  }

  /// At rest the bitmap of the drawn size is copied pixel for pixel, if there is one.
  private func painting(of picture: Picture) -> Painting {
    let isStill = placement == .still
    let place = isStill ? contentRect.pixelAligned : contentRect
    let size = PixelSize(width: Int(place.width), height: Int(place.height))
    guard isStill, let exact = picture.exact(for: size) else {
      return Painting(picture: picture, levels: picture.bitmaps, rect: place, filter: filter)
    }
    return Painting(
      picture: picture, levels: [exact],
      rect: Rect(center: contentRect.center, size: exact.size.size).pixelAligned, filter: filter)
  }

  private var filter: Filter {
    switch options.magnification {
    case .smooth: .bilinear
    case .pixels: imageScale > 1 ? .nearest : .bilinear
    case .auto: imageScale >= Self.pixelScale ? .nearest : .bilinear
    }
  }
}
