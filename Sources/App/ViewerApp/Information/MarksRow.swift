import AccessibilityTree
import Drawing
import Geometry
import Input
import Localization
import PhotoGrid
import Views

/// The row of the information panel with the marks of a photo: stars, flags and colour labels. A
/// click sets a mark, or removes it when the photo has it.
final class MarksRow: View {
  /// The marks that are shown; nil while they are not known.
  var marks: PhotoMarks? {
    didSet { if marks != oldValue { updateControls() } }
  }
  /// Called with the command that sets or removes the mark that was clicked.
  var onCommand: (Command) -> Void = { _ in }

  /// The measures of the row in points.
  private enum Style {
    static let height = 32.0
    static let flagWidth = 32.0
    static let dotWidth = 21.0
    static let gap = 10.0
  }

  private static let labelCommands: [(PhotoMarks.Label, Command)] = [
    (.red, .labelRed), (.yellow, .labelYellow), (.green, .labelGreen), (.blue, .labelBlue),
    (.purple, .labelPurple),
  ]

  private let stars: [SelectionStar]
  private let pickButton = FlagButton(.pick)
  private let rejectButton = FlagButton(.reject)
  private let labelDots: [LabelDot]
  private var hoveredStar: Int?

  init() {
    stars = (1...PhotoMarks.maxStars).map { number in
      SelectionStar(
        number: number,
        keys: Command(rawValue: "rate\(number)").map { ViewerKeys.current.standard.caps(for: $0) }
          ?? [])
    }
    labelDots = Self.labelCommands.map { LabelDot($0.0, $0.1) }
    super.init(frame: .zero)
    accessibilityLabel = tr("Marks")
    for (index, star) in stars.enumerated() {
      star.action = { [weak self] in self?.toggleRating(index + 1) }
      star.onHover = { [weak self] isInside in
        guard let self, isInside || hoveredStar == index + 1 else { return }
        hoveredStar = isInside ? index + 1 : nil
        updateControls()
      }
      add(star)
    }
    for button in [pickButton, rejectButton] {
      button.action = { [weak self, weak button] in
        if let self, let button { onCommand(button.isSet ? .unflag : button.command) }
      }
      add(button)
    }
    for dot in labelDots {
      dot.action = { [weak self, weak dot] in if let dot { self?.onCommand(dot.command) } }
      add(dot)
    }
  }

  /// The height of the row in device pixels.
  ///
  /// - Parameter scale: device pixels per point.
  static func height(at scale: Double) -> Double { (Style.height * scale).rounded() }

  private func toggleRating(_ number: Int) {
    let stars = marks?.stars == number ? 0 : number
    if let command = Command(rawValue: "rate\(stars)") { onCommand(command) }
  }

  private func updateControls() {
    let marks = marks ?? PhotoMarks()
    for (index, star) in stars.enumerated() { star.isSet = index < hoveredStar ?? marks.stars }
    pickButton.isSet = marks.flag == .pick
    rejectButton.isSet = marks.flag == .reject
    for dot in labelDots { dot.isSet = dot.label == marks.label }
  }

  override func layout() {
    var x = 0.0
    func layOut(_ view: View, _ width: Double) {
      view.frame = Rect(x: x, y: 0, width: width, height: bounds.height)
      x += width
    }
    for star in stars { layOut(star, star.naturalWidth) }
    x += (Style.gap * uiScale).rounded()
    for button in [pickButton, rejectButton] {
      layOut(button, (Style.flagWidth * uiScale).rounded())
    }
    x += (Style.gap * uiScale).rounded()
    for dot in labelDots { layOut(dot, (Style.dotWidth * uiScale).rounded()) }
  }
}

/// A button that picks or rejects a photo, or removes that flag; bright while the photo has the
/// flag.
private final class FlagButton: Control {
  let command: Command
  var isSet = false {
    didSet { if isSet != oldValue { setNeedsDisplay() } }
  }
  private let flag: PhotoMarks.Flag

  private static let side = 16.0
  private static let restOpacity = 0.4

  init(_ flag: PhotoMarks.Flag) {
    self.flag = flag
    command = flag == .pick ? .pick : .reject
    super.init(label: command.title)
    keys = ViewerKeys.current.standard.caps(for: command)
    showsTooltip = true
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let radius = Chrome.buttonRadius * uiScale
    canvas.fillRounded(bounds, radius: radius, Chrome.hover.opacity(hoverProgress))
    if isPressed { canvas.fillRounded(bounds, radius: radius, Chrome.pressed) }
    let side = Self.side * uiScale
    let box = Rect(center: bounds.center, size: Size(width: side, height: side))
    if isSet {
      MarkPainter.drawFlag(flag, in: canvas, box, on: .surface)
    } else {
      canvas.withOpacity(Self.restOpacity) {
        MarkPainter.drawFlag(flag, in: canvas, box, on: .surface)
      }
    }
    if isFocused {
      canvas.strokeRounded(
        bounds, radius: radius, width: Chrome.focusRingWidth * uiScale, Chrome.focus)
    }
  }
}

/// A dot that sets a colour label, with a ring around it while the photo has the label.
private final class LabelDot: Control {
  let label: PhotoMarks.Label
  let command: Command
  var isSet = false {
    didSet { if isSet != oldValue { setNeedsDisplay() } }
  }

  private static let dotDiameter = 12.0
  private static let ringDiameter = 18.0
  private static let restOpacity = 0.75

  init(_ label: PhotoMarks.Label, _ command: Command) {
    self.label = label
    self.command = command
    super.init(label: command.title)
    keys = ViewerKeys.current.standard.caps(for: command)
    showsTooltip = true
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    guard let color = label.color else { return }
    func disc(_ side: Double) -> Rect {
      Rect(center: bounds.center, size: Size(width: side * uiScale, height: side * uiScale))
    }
    let opacity = isSet ? 1 : Self.restOpacity + (1 - Self.restOpacity) * hoverProgress
    canvas.fillRounded(
      disc(Self.dotDiameter), radius: Self.dotDiameter / 2 * uiScale, color.opacity(opacity))
    if isSet || isFocused {
      canvas.strokeRounded(
        disc(Self.ringDiameter), radius: Self.ringDiameter / 2 * uiScale, width: 1.5 * uiScale,
        isFocused ? Chrome.focus : Chrome.text)
    }
  }
}

extension FlagButton: AccessibleView {
  func describe(_ element: inout AccessibleElement) {
    element.role = .toggleButton
    element.states.insert(.checkable)
    element.set(.checked, isSet)
  }
}

extension LabelDot: AccessibleView {
  func describe(_ element: inout AccessibleElement) {
    element.role = .toggleButton
    element.states.insert(.checkable)
    element.set(.checked, isSet)
  }
}
