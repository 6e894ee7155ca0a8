import Cropping
import DecoderWire
import Drawing
import Geometry
import Input
import Localization
import Motion
import Pixels
import Views

/// The editor of a crop: the photo with the crop frame, above everything else in the window.
///
/// The photo moves from its page into the editor. When the crop is applied, the part inside the
/// crop frame grows to the rectangle of the result on the page; when the crop is cancelled, the
/// photo returns to the page.
final class CropView: View {
  /// The photo to crop, and the facts that the editor needs about it.
  struct Subject {
    /// The picture in the size in which its page shows it, in device pixels.
    var bitmap: Bitmap
    /// The rectangle that the picture has on its page, in the stage's coordinates.
    var rectOnPage: Rect
    /// The size of the upright picture in pixels.
    var size: PixelSize
    /// The orientation in which the file stores the picture.
    var orientation: Orientation
    /// Whether the photo's format can be written, so that the result can replace the photo.
    var canReplace: Bool
    /// Whether the photo is a JPEG file, which can be cropped without loss.
    var isJPEG: Bool
    /// The colour of the editor around the picture.
    var background: Color
    /// The size in device pixels of the monitor that has the window, for the ratio “Screen”.
    var screen: Size
  }

  /// The result that the user wants: the cropped part, whether the result replaces the photo, and
  /// whether a JPEG is cropped without loss.
  struct Choice: Hashable {
    var crop: EncodeRequest.Crop
    var replaces: Bool
    var isLossless: Bool
  }

  /// Called with the result that the user wants, when the user applies the crop.
  var onApply: (Choice) -> Void = { _ in }
  /// Called after the editor has been removed from the stage.
  var onClose: () -> Void = {}
  /// The rectangle that a picture of a given size in pixels has on the page at rest, in the stage's
  /// coordinates.
  var restingRect: (_ pictureSize: Size) -> Rect = { Rect(origin: .zero, size: $0) }
  /// Whether the editor appears and disappears without animation. Default: false.
  var reducesMotion = false {
    didSet {
      guard reducesMotion, parent == nil else { return }
      openingProgress = Fade(0, duration: 0)
      applyingProgress = Fade(0, duration: 0)
    }
  }

  /// The state of the editor: editing, or closing in one of two ways.
  private enum Phase: Hashable {
    case editing
    /// The user has cancelled the crop: the photo moves back to its page without a change.
    case cancelled
    /// The cropped part grows to its rectangle on the page and stays in view until the page shows
    /// the result.
    case applied
  }

  private let subject: Subject
  private let picture: CropPicture
  private let bar: CropBar
  private(set) var crop: CropFrame
  private var phase = Phase.editing
  /// The progress of opening the editor: 0 with the picture on its page, 1 with the picture in the
  /// editor.
  private var openingProgress = Fade(0, duration: CropView.duration)
  /// The progress of applying: 0 in the editor, 1 with the cropped part in place on the page.
  private var applyingProgress = Fade(0, duration: CropView.duration)
  private var isResultShown = false
  private var grip: Grip?
  /// The crop frame with its handles and the angle, as they were drawn last.
  private var lastDrawn = (frame: Rect.zero, angle: 0.0)
  private weak var previousFocus: View?
  /// Whether the crop frame is drawn in the focus colour while it has the keyboard focus: true once
  /// the user has pressed Tab.
  private var showsFocus = false

  /// The part of the crop frame that the user holds.
  private enum Grip {
    /// A handle, and the vector from the pointer to its edge or corner in device pixels.
    case handle(CropFrame.Handle, offset: Vector)
    /// The whole crop frame, with the last position of the pointer in the pixels of the picture.
    case frame(lastPoint: Point)
  }

  /// The measures of the editor in points.
  private enum Style {
    static let margin = 28.0
    /// The maximum margin around the picture, as a share of the height of the window.
    static let maxMarginShare = 0.06
    /// The maximum distance in points between a press and a handle at which the press takes the
    /// handle: the size of a fingertip.
    static let handleReach = 22.0
  }
  /// The duration of each of the animations of opening, cancelling and applying, in seconds.
  private static let duration = 0.26
  /// The speed at which the picture around the crop frame fades out, relative to that of applying.
  private static let fadeSpeed = 5.0
  /// The distance by which an arrow key moves the crop frame or an edge, as a share of the longer
  /// side of the picture.
  private static let keyStepShare = 0.01
  /// The factor by which the keys + and − and the wheel enlarge or reduce the crop frame.
  private static let keyResizeFactor = 1.05
  /// The angle in degrees by which the keys [ and ] turn the picture.
  private static let keyStepDegrees = 0.5

  init(_ subject: Subject) {
    self.subject = subject
    picture = CropPicture(subject.bitmap, background: subject.background)
    crop = CropFrame(subject.size.size)
    bar = CropBar(
      canReplace: subject.canReplace, isJPEG: subject.isJPEG,
      aspects: CropAspects.choices(for: subject.size.size, screen: subject.screen),
      whole: subject.size)
    super.init(frame: .zero)
    accessibilityLabel = tr("Crop")
    fillsParent = true
    isFocusable = true
    isOpaque = true
    tracksHover = true
    add(bar)
    bar.slider.onChange = { [weak self] in self?.turn(to: $0) }
    bar.onAspect = { [weak self] in self?.setAspect($0) }
    bar.losslessRow.onChange = { [weak self] _ in self?.frameDidChange() }
    bar.cancelButton.action = { [weak self] in self?.cancel() }
    bar.cropButton.action = { [weak self] in self?.apply() }
  }

  // MARK: Opening and closing

  /// Shows the editor in front of everything on a stage, and gives it the keyboard focus.
  func open(on stage: Stage) {
    previousFocus = stage.focus
    stage.root.add(self)
    stage.setFocus(self)
    openingProgress.go(to: 1)
    requestFrame()
  }

  /// Closes the editor without a result. Only an editor that is not closing yet is closed.
  func cancel() {
    guard phase == .editing else { return }
    phase = .cancelled
    leave()
    openingProgress.go(to: 0)
    requestFrame()
  }

  private func leave() {
    grip = nil
    isInteractive = false
    stage?.setFocus(previousFocus.flatMap { $0.stage === stage ? $0 : nil })
  }

  private func apply() {
    guard phase == .editing else { return }
    let isLossless = isLossless
    guard !crop.isWholePicture else { return cancel() }
    let rect = resultRect
    let part = EncodeRequest.Crop(
      whole: subject.size, x: Int(rect.minX), y: Int(rect.minY),
      size: PixelSize(width: Int(rect.width), height: Int(rect.height)),
      angleMillidegrees: Int((crop.angle * 1000).rounded()))
    phase = .applied
    leave()
    applyingProgress.go(to: 1)
    requestFrame()
    onApply(
      Choice(crop: part, replaces: bar.saveRow.choiceIndex == 1, isLossless: isLossless))
  }

  /// Whether the JPEG is cropped without loss, along the block grid of its file.
  private var isLossless: Bool {
    subject.isJPEG && bar.losslessRow.choiceIndex == 1 && crop.angle == 0
  }

  /// The rectangle of the result in the pixels of the turned picture.
  private var resultRect: Rect {
    crop.cropRect(alignedTo: isLossless ? .init(subject.orientation) : nil)
  }

  /// Tells the editor that the page shows the applied crop, or that writing it has failed. The
  /// editor then closes as soon as its animation has ended.
  func resultDidArrive() {
    isResultShown = true
    closeIfDone()
  }

  private func closeIfDone() {
    let isDone =
      switch phase {
      case .editing: false
      case .cancelled: openingProgress.isSettled
      case .applied: applyingProgress.isSettled && isResultShown
      }
    guard isDone, parent != nil else { return }
    removeFromParent()
    onClose()
  }

  override var wantsFrame: Bool {
    !openingProgress.isSettled || !applyingProgress.isSettled
  }

  override func update(at frame: FrameTime) {
    let t = frame.presentation
    let wasFaded = fadedShare == 1
    let moves = [openingProgress.update(at: t), applyingProgress.update(at: t)]
    if moves.contains(true) {
      bar.alpha = max(0, min(1, openingProgress.value * (1 - applyingProgress.value)))
      // Once the picture has faded out around the crop frame, only the crop frame changes.
      if wasFaded { redrawFrame() } else { setNeedsDisplay() }
    }
    closeIfDone()
  }

  // MARK: Places

  override func layout() { bar.fit(in: bounds.size, scale: uiScale) }

  /// The part of the editor above the controls that the picture may use, in device pixels.
  private var pictureArea: Rect {
    let margin = min(Style.margin * uiScale, bounds.height * Style.maxMarginShare).rounded()
    let bottom = max(margin * 2 + 1, bar.frame.minY - margin)
    return Rect(
      x: margin, y: margin, width: max(1, bounds.width - 2 * margin), height: bottom - margin)
  }

  /// The rectangle that the picture has in the open editor at the angle 0, in device pixels.
  private var editorRect: Rect {
    let size = subject.size.size
    let pictureArea = pictureArea
    let scale = min(pictureArea.width / size.width, pictureArea.height / size.height)
    return Rect(center: pictureArea.center, size: size * scale).pixelAligned
  }

  /// The rectangle that the picture has in the present frame of the animation at the angle 0, in
  /// device pixels.
  private var pictureRect: Rect {
    let (from, to) = (subject.rectOnPage, editorRect)
    let share = eased(openingProgress.value)
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    let rect = Rect(
      x: mix(from.minX, to.minX), y: mix(from.minY, to.minY), width: mix(from.width, to.width),
      height: mix(from.height, to.height))
    guard applyingProgress.value > 0 else { return rect }
    // The picture is scaled and moved so that the crop frame reaches the rectangle of the result on
    // the page when the animation ends.
    let frame = crop.rect
    let result = restingRect(frame.size)
    let grown = result.width / max(1, frame.width)
    let end = Rect(
      x: result.minX - frame.minX * grown, y: result.minY - frame.minY * grown,
      width: subject.size.size.width * grown, height: subject.size.size.height * grown)
    let applied = eased(applyingProgress.value)
    return Rect(
      x: rect.minX + (end.minX - rect.minX) * applied,
      y: rect.minY + (end.minY - rect.minY) * applied,
      width: rect.width + (end.width - rect.width) * applied,
      height: rect.height + (end.height - rect.height) * applied)
  }

  private func eased(_ share: Double) -> Double { share * share * (3 - 2 * share) }

  private var scale: Double { pictureRect.width / subject.size.size.width }

  /// The rectangle of the crop frame in the editor, in device pixels.
  private var frameRect: Rect { onScreen(crop.rect) }

  private func onScreen(_ rect: Rect) -> Rect {
    let origin = pictureRect.origin
    let scale = scale
    return Rect(
      x: origin.x + rect.minX * scale, y: origin.y + rect.minY * scale,
      width: rect.width * scale, height: rect.height * scale)
  }

  /// The position in the pixels of the turned picture of a point in device pixels of the editor.
  private func picturePoint(_ point: Point) -> Point {
    let origin = pictureRect.origin
    let scale = scale
    return Point(x: (point.x - origin.x) / scale, y: (point.y - origin.y) / scale)
  }

  // MARK: Changes

  private func frameDidChange() {
    let rect = resultRect
    bar.sizeLabel.size = PixelSize(width: Int(rect.width), height: Int(rect.height))
    if lastDrawn.angle == crop.angle, openingProgress.isSettled {
      redrawFrame()
    } else {
      setNeedsDisplay()
    }
    requestFrame()
  }

  /// Marks the crop frame with its handles for redrawing, where it was drawn and where it is now.
  private func redrawFrame() {
    let frame = frameRect.snapped.inset(by: .all(-CropFrameDrawing.reach(at: uiScale)))
    setNeedsDisplay(lastDrawn.frame.isEmpty ? bounds : lastDrawn.frame.union(frame))
  }

  private func turn(to angle: Double) {
    crop.rotate(to: angle)
    bar.slider.angle = crop.angle
    // A turned picture is resampled and cannot be cropped without loss, so the choice is disabled.
    bar.losslessRow.isEnabled = crop.angle == 0
    frameDidChange()
  }

  private func setAspect(_ aspect: CropFrame.Aspect) {
    crop.set(aspect)
    frameDidChange()
  }

  // MARK: Events

  override func followsDrag(from point: Point, towards direction: Vector) -> Bool { true }

  override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer(let pointer):
      switch pointer.kind {
      case .pressed(let button): if button == .primary { press(pointer.location) }
      case .moved: drag(to: pointer.location)
      case .released: release()
      case .entered, .exited: return false
      }
    case .touch(let touch):
      switch touch.phase {
      case .began: if grip == nil { press(touch.location) }
      case .moved: drag(to: touch.location)
      case .ended, .cancelled: release()
      }
    case .scroll(let scroll):
      if phase == .editing, scroll.delta.dy != 0 {
        crop.scale(by: scroll.delta.dy > 0 ? 1 / Self.keyResizeFactor : Self.keyResizeFactor)
        frameDidChange()
      }
    case .key(let key): if key.isPress { handle(key) }
    case .cancelled:
      release()
      return false
    case .pinch, .swipe: break
    }
    return true
  }

  private func press(_ point: Point) {
    guard phase == .editing else { return }
    stage?.setFocus(self)
    let frame = frameRect
    let reach = Style.handleReach * uiScale
    let corners = CropFrame.Handle.all
    let held = corners.first { handle in
      let x = handle.x < 0 ? frame.minX : handle.x > 0 ? frame.maxX : point.x
      let y = handle.y < 0 ? frame.minY : handle.y > 0 ? frame.maxY : point.y
      let along =
        (handle.x != 0 || (frame.minX...frame.maxX).contains(point.x))
        && (handle.y != 0 || (frame.minY...frame.maxY).contains(point.y))
      return along && abs(point.x - x) <= reach && abs(point.y - y) <= reach
    }
    if let held {
      let x = held.x < 0 ? frame.minX : held.x > 0 ? frame.maxX : point.x
      let y = held.y < 0 ? frame.minY : held.y > 0 ? frame.maxY : point.y
      grip = .handle(held, offset: Point(x: x, y: y) - point)
    } else if frame.contains(point) {
      grip = .frame(lastPoint: picturePoint(point))
    }
    frameDidChange()
  }

  private func drag(to point: Point) {
    guard let held = grip else { return }
    switch held {
    case .handle(let handle, let distance): crop.drag(handle, to: picturePoint(point + distance))
    case .frame(let last):
      let now = picturePoint(point)
      crop.move(by: now - last)
      grip = .frame(lastPoint: now)
    }
    frameDidChange()
  }

  private func release() {
    guard grip != nil else { return }
    grip = nil
    frameDidChange()
  }

  private func handle(_ key: KeyEvent) {
    guard phase == .editing else { return }
    switch key.name {
    case .escape: if !key.isRepeat { cancel() }
    case .enter: if !key.isRepeat { apply() }
    case .tab: moveFocus(key.modifiers.contains(.shift) ? -1 : 1)
    case .left: step(Vector(dx: -1, dy: 0), key)
    case .right: step(Vector(dx: 1, dy: 0), key)
    case .up: step(Vector(dx: 0, dy: -1), key)
    case .down: step(Vector(dx: 0, dy: 1), key)
    case .character("+"), .character("="): crop.scale(by: Self.keyResizeFactor)
    case .character("-"): crop.scale(by: 1 / Self.keyResizeFactor)
    case .character("["): turn(to: crop.angle - Self.keyStepDegrees)
    case .character("]"): turn(to: crop.angle + Self.keyStepDegrees)
    case .character("0"): reset()
    case .character("a"): bar.stepAspect(1)
    case .character("A"): bar.stepAspect(-1)
    case .character("x"):
      if !bar.exchangeSides() { crop.swapSides() }
    default: return
    }
    frameDidChange()
  }

  /// Moves the crop frame by an arrow key; with Shift only its right or lower edge moves, with Ctrl
  /// the distance is one pixel.
  private func step(_ direction: Vector, _ key: KeyEvent) {
    let side = max(subject.size.width, subject.size.height)
    let length =
      key.modifiers.contains(.control) ? 1 : max(1, (Double(side) * Self.keyStepShare).rounded())
    guard key.modifiers.contains(.shift) else { return crop.move(by: direction * length) }
    let rect = crop.rect
    let handle = CropFrame.Handle(x: direction.dx == 0 ? 0 : 1, y: direction.dy == 0 ? 0 : 1)
    crop.drag(handle, to: Point(x: rect.maxX, y: rect.maxY) + direction * length)
  }

  private func reset() {
    crop = CropFrame(subject.size.size)
    bar.slider.angle = 0
    bar.losslessRow.isEnabled = true
    bar.aspectRow.show(0)
  }

  private func moveFocus(_ step: Int) {
    let stops: [View] = [self] + bar.focusableControls
    let index = stops.firstIndex(where: \.isFocused) ?? 0
    let next = stops[(index + step + stops.count) % stops.count]
    showsFocus = true
    stage?.setFocus(next)
    bar.reveal(next)
  }

  // MARK: Drawing

  override func draw(in canvas: Canvas, damage: Rect) {
    let share = max(0, min(1, openingProgress.value))
    let frame = frameRect.snapped
    lastDrawn = (frame.inset(by: .all(-CropFrameDrawing.reach(at: uiScale))), crop.angle)
    let fadedShare = fadedShare
    let outside = bounds.subtracting(frame)
    let place = CropPicture.Placement(
      rect: pictureRect, angle: crop.angle * .pi / 180 * eased(share))
    if crop.angle != 0, share == 1, fadedShare == 0 {
      canvas.saved {
        canvas.clip(to: frame)
        picture.draw(in: canvas, at: place)
      }
      canvas.saved {
        canvas.clip(to: outside)
        picture.drawDimmed(in: canvas, at: place)
      }
    } else {
      canvas.saved {
        if fadedShare == 1 { canvas.clip(to: frame) }
        picture.draw(in: canvas, at: place)
      }
      let shade = CropPicture.shade.opacity(share * (1 - fadedShare))
      canvas.fill(outside, subject.background.opacity(fadedShare).blended(over: shade))
    }
    guard fadedShare < 1, share > 0 else { return }
    CropFrameDrawing(
      frame: frame, opacity: share * (1 - fadedShare), isFocusShown: isFocused && showsFocus,
      uiScale: uiScale
    ).draw(in: canvas)
  }

  /// The progress of fading out the picture around the crop frame, from 0 to 1. When the crop is
  /// applied, that happens in the first fifth of the motion, so that later frames draw only the
  /// part inside the crop frame.
  private var fadedShare: Double { min(1, Self.fadeSpeed * applyingProgress.value) }
}
