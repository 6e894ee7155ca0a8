import Drawing
import Geometry
import Input
import Localization
import Motion
import PhotoBrowser
import PhotoGrid
import Views

/// The bar at the bottom of the grid with the actions on the selected photos, which is visible
/// while photos are selected. If the window is too narrow for all parts, titles are left out first;
/// then stars and flags, and at last all actions but the trash button, are in a menu.
final class SelectionBar: View {
  /// The facts about the selected photos that the bar shows.
  struct Content: Hashable {
    /// The number of selected photos.
    var photoCount = 0
    /// The size in bytes of all files of the selected photos; nil while it is not known.
    var byteCount: Int?
    /// The number of stars that all selected photos have; 0 when the photos differ or have no
    /// stars, and when too many photos are selected to look the stars up.
    var commonStars = 0
  }

  /// The facts about the selected photos. Without photos the bar disappears, and shows the former
  /// facts until it is gone.
  var content = Content() {
    didSet { if content != oldValue { contentDidChange() } }
  }
  /// Called with the command of the button that the user has pressed.
  var onCommand: (Command) -> Void = { _ in }
  /// Called with commands for a menu, and the position in the stage's coordinates for the menu's
  /// bottom left corner; in a right-to-left interface, for its bottom right corner.
  var onMenu: ([Command], Point) -> Void = { _, _ in }
  /// Called when the bar begins to appear or to disappear.
  var onVisibilityChange: () -> Void = {}
  /// Whether the bar appears and disappears without moving. Default: false.
  var reducesMotion = false
  /// Whether the bar is visible or appearing, because photos are selected.
  private(set) var isShown = false
  /// The parts of the bar that fit into its current width.
  private(set) var density = Density.full

  /// The parts that fit into a bar of limited width, from all parts to the fewest.
  enum Density: Int, CaseIterable {
    /// All parts; the actions have icons and titles.
    case full
    /// All parts; the actions have icons only.
    case withoutTitles
    /// As `icons`, with the stars and the flags in a menu.
    case ratingMenu
    /// As `ratingMenu`, without the size of the files.
    case withoutByteCount
    /// The number of photos and the trash button; all other actions are in a menu.
    case actionsInMenu
  }

  /// The commands of the buttons with titles; names of commands that the program does not have are
  /// left out.
  static let actionCommands: [Command] =
    [.copyTo, .moveTo, .delete] + ["openWith", "compare"].compactMap(Command.init(rawValue:))
  /// The commands in the menu for stars and flags.
  static let ratingCommands: [Command] = [
    .rate5, .rate4, .rate3, .rate2, .rate1, .rate0, .pick, .reject, .unflag,
  ]

  /// The measures of the bar in points, and the times and opacities of its animation.
  private enum Style {
    static let height = 44.0
    static let margin = 8.0
    static let padding = 4.0
    static let inset = 4.0
    static let gap = 10.0
    static let fontSize = 13.5
    /// The step in points to which the width for the text is rounded up, so that the buttons rarely
    /// move.
    static let textWidthStep = 12.0
    static let radius = 12.0
    static let shadowBlur = 16.0
    static let shadowOffset = 3.0
    /// The distance in points by which the bar rises when it appears.
    static let riseDistance = 18.0
    /// The duration of the appearance and the disappearance, in seconds.
    static let fadeDuration = 0.18
    /// The opacity before the first frame of the appearance, above 0 so that the bar can get the
    /// keyboard focus.
    static let initialOpacity = 0.02
    /// The minimum width, in device pixels, that the text about the selection gets.
    static let minTextWidth = 16.0
  }

  private let closeButton = SelectionButton(
    .standard(.close), "", label: tr("Deselect All"),
    keys: ViewerKeys.current.grid.caps(for: .deselectAll))
  private let stars: [SelectionStar]
  private let pickButton = SelectionBar.button(.pick, .pick)
  private let rejectButton = SelectionBar.button(.reject, .reject)
  private let rateButton = SelectionButton(.star, tr("Rate"), label: tr("Rate…"))
  private let actionButtons: [(command: Command, button: SelectionButton)]
  private let moreButton = SelectionButton(.standard(.menu), "", label: tr("More Actions"))
  private var shownContent = Content()
  private var fade = Fade(0, duration: Style.fadeDuration)
  private var text: CachedText?
  private var hoveredStar: Int?
  /// The rectangle of the bar when it does not move, in its parent's coordinates in device pixels.
  private var restingFrame = Rect.zero

  init() {
    stars = (1...PhotoMarks.maxStars).map { number in
      SelectionStar(
        number: number,
        keys: Self.command(stars: number).map { ViewerKeys.current.grid.caps(for: $0) } ?? [])
    }
    actionButtons = Self.actionCommands.map { ($0, Self.button(Self.icon(of: $0), $0)) }
    super.init(frame: .zero)
    isHidden = true
    mirroring = .byLanguage
    accessibilityLabel = tr("Selection")
    closeButton.takesFirstTab = true
    closeButton.action = { [weak self] in self?.onCommand(.deselectAll) }
    moreButton.action = { [weak self] in
      guard let self else { return }
      onMenu(menuCommands, menuPoint(of: moreButton))
    }
    rateButton.action = { [weak self] in
      guard let self else { return }
      onMenu(Self.ratingCommands, menuPoint(of: rateButton))
    }
    for (button, command) in [(pickButton, Command.pick), (rejectButton, .reject)] {
      button.showsTitle = false
      button.action = { [weak self] in self?.onCommand(command) }
    }
    for (command, button) in actionButtons {
      button.action = { [weak self] in self?.onCommand(command) }
    }
    for button in [closeButton, moreButton] { button.showsTitle = false }
    for (index, star) in stars.enumerated() {
      star.action = { [weak self] in self?.toggleRating(index + 1) }
      star.onHover = { [weak self] in self?.setHoveredStar($0 ? index + 1 : nil, from: index + 1) }
    }
    add(closeButton)
    for star in stars { add(star) }
    for button in [pickButton, rejectButton, rateButton] { add(button) }
    for (_, button) in actionButtons { add(button) }
    add(moreButton)
  }

  /// Updates the keys of commands in the tooltips of the buttons, after the user has changed keys.
  func updateKeys() {
    let keys = ViewerKeys.current.grid
    closeButton.keys = keys.caps(for: .deselectAll)
    for (number, star) in zip(1..., stars) {
      star.keys = Self.command(stars: number).map { keys.caps(for: $0) } ?? []
    }
    for (command, button) in actionButtons + [(.pick, pickButton), (.reject, rejectButton)] {
      button.keys = keys.caps(for: command)
    }
  }

  private static func button(_ icon: ActionIcon, _ command: Command) -> SelectionButton {
    SelectionButton(
      icon, title(of: command), label: command.title,
      keys: ViewerKeys.current.grid.caps(for: command))
  }

  private static func title(of command: Command) -> String {
    switch command {
    case .copyTo: tr("Copy To…")
    case .moveTo: tr("Move To…")
    case .delete: tr("Trash")
    default: command.title
    }
  }

  private static func icon(of command: Command) -> ActionIcon {
    switch command {
    case .copyTo: .copy
    case .moveTo: .move
    case .delete: .standard(.trash)
    default: command.rawValue == "compare" ? .compare : .standard(.share)
    }
  }

  private static func command(stars: Int) -> Command? { Command(rawValue: "rate\(stars)") }

  // MARK: Content

  private func contentDidChange() {
    if content.photoCount > 0 {
      // The former size is shown while the new one is being read.
      let former = shownContent.byteCount
      shownContent = content
      if content.byteCount == nil, isShown { shownContent.byteCount = former }
      accessibilityLabel = sentence(of: .full)
      updateStarHighlight()
      setNeedsLayout()
      setNeedsDisplay()
    }
    setShown(content.photoCount > 0)
  }

  private func setShown(_ isShown: Bool) {
    guard isShown != self.isShown else { return }
    self.isShown = isShown
    if isShown {
      isHidden = false
      // A view with an opacity of 0 cannot get the keyboard focus.
      alpha = max(fade.value, Style.initialOpacity)
    }
    isInteractive = isShown
    fade.go(to: isShown ? 1 : 0)
    onVisibilityChange()
    requestFrame()
  }

  /// The text about a number of selected photos.
  static func countText(_ count: Int) -> String {
    // TRANSLATORS: the number of selected photos.
    trPlural("{count} selected", "{count} selected", count: count)
  }

  /// The text of the bar about the selected photos.
  private func sentence(of density: Density) -> String {
    let count = NumberText.number(shownContent.photoCount)
    let selected = Self.countText(shownContent.photoCount)
    switch density {
    case .full, .withoutTitles, .ratingMenu:
      return shownContent.byteCount.map { "\(selected) · \(ByteCount($0))" } ?? selected
    case .withoutByteCount: return selected
    case .actionsInMenu: return count
    }
  }

  private func toggleRating(_ number: Int) {
    let stars = number == shownContent.commonStars ? 0 : number
    if let command = Self.command(stars: stars) { onCommand(command) }
  }

  private func setHoveredStar(_ number: Int?, from star: Int) {
    if number == nil, hoveredStar != star { return }
    hoveredStar = number
    updateStarHighlight()
  }

  private func updateStarHighlight() {
    for (index, star) in stars.enumerated() {
      star.isSet = index < hoveredStar ?? shownContent.commonStars
    }
  }

  /// The commands in the menu of a bar with the fewest parts.
  private var menuCommands: [Command] {
    Self.actionCommands.filter { $0 != .delete } + Self.ratingCommands
  }

  /// The position of a button's menu, in the stage's coordinates in device pixels: its bottom
  /// corner, on the side where text begins, is at the top of the bar over the button.
  private func menuPoint(of button: View) -> Point {
    let frame = inStage(button.frame)
    return Point(x: runsRightToLeft ? frame.maxX : frame.minX, y: originInStage.y)
  }

  // MARK: Layout

  /// The height in points that the bar covers at the bottom of the grid, with its margin.
  static var coveredHeight: Double { Style.height + Style.margin }

  /// Gives the bar its place at the bottom of an area, which is in the parent's coordinates in
  /// device pixels.
  func layout(in area: Rect) {
    let margin = (Style.margin * uiScale).rounded()
    let maxWidth = max(0, area.width - 2 * margin)
    density = Density.allCases.first { width(of: $0) <= maxWidth } ?? .actionsInMenu
    let size = Size(
      width: min(maxWidth, width(of: density)).rounded(),
      height: (Style.height * uiScale).rounded())
    restingFrame =
      Rect(
        x: area.midX - size.width / 2, y: area.maxY - margin - size.height, width: size.width,
        height: size.height
      ).snapped
    updatePosition()
    setNeedsLayout()
    setNeedsDisplay()
  }

  private func updatePosition() {
    let risen = reducesMotion ? 1 : TimingCurve.easeOut.value(at: fade.value)
    let drop = ((1 - risen) * Style.riseDistance * uiScale).rounded()
    frame = restingFrame.offset(by: Vector(dx: 0, dy: drop))
  }

  private func textWidth(of density: Density) -> Double {
    var cache: CachedText?
    let width = CachedText.layout(
      &cache, sentence(of: density), textStyle, maxWidth: nil, flow: .line
    ).size.width
    let step = Style.textWidthStep * uiScale
    return (width / step).rounded(.up) * step
  }

  private var textStyle: TextStyle { TextStyle(size: Style.fontSize * uiScale) }

  /// The views at the right of the text, from left to right, in groups between which a gap is left.
  private func controlGroups(of density: Density) -> [[Control]] {
    let buttons = actionButtons.map(\.button)
    switch density {
    case .full, .withoutTitles: return [stars + [pickButton, rejectButton], buttons]
    case .ratingMenu, .withoutByteCount: return [[rateButton] + buttons]
    case .actionsInMenu:
      return [actionButtons.filter { $0.command == .delete }.map(\.button) + [moreButton]]
    }
  }

  private func width(of control: Control, _ density: Density) -> Double {
    if let star = control as? SelectionStar { return star.naturalWidth }
    guard let button = control as? SelectionButton else { return 0 }
    return button.width(titled: density == .full && !button.title.isEmpty && !isFlag(button))
  }

  private func isFlag(_ button: Control) -> Bool {
    button === pickButton || button === rejectButton
  }

  private func width(of density: Density) -> Double {
    let groups = controlGroups(of: density)
    let controls = groups.joined().reduce(0) { $0 + width(of: $1, density) }
    let gaps = Double(groups.count) * Style.gap + Style.inset + 2 * Style.padding
    return controls + textWidth(of: density) + closeButton.width(titled: false) + gaps * uiScale
  }

  override func layout() {
    let padding = (Style.padding * uiScale).rounded()
    let height = max(0, bounds.height - 2 * padding)
    closeButton.frame = Rect(
      x: padding, y: padding, width: closeButton.width(titled: false), height: height)
    let groups = controlGroups(of: density)
    var visible: Set<ObjectIdentifier> = [ObjectIdentifier(closeButton)]
    var x = bounds.maxX - padding
    for group in groups.reversed() {
      for control in group.reversed() {
        let width = width(of: control, density)
        x -= width
        control.frame = Rect(x: x.rounded(), y: padding, width: width, height: height)
        (control as? SelectionButton)?.showsTitle =
          density == .full && !isFlag(control) && control !== moreButton
        visible.insert(ObjectIdentifier(control))
      }
      x -= Style.gap * uiScale
    }
    for child in children { child.isHidden = !visible.contains(ObjectIdentifier(child)) }
  }

  // MARK: As a view

  override var wantsFrame: Bool { !fade.isSettled }

  override func update(at frame: FrameTime) {
    guard fade.update(at: frame.presentation) else { return }
    alpha = fade.value
    updatePosition()
    if fade.isSettled, !isShown { isHidden = true }
  }

  override var drawingBounds: Rect {
    bounds.inset(by: .all(-(Style.shadowBlur + Style.shadowOffset) * uiScale))
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    canvas.drawPanel(
      bounds, radius: Style.radius * uiScale, blur: Style.shadowBlur * uiScale,
      drop: Style.shadowOffset * uiScale, scale: uiScale)
    let left = closeButton.frame.maxX + (Style.inset * uiScale).rounded()
    let end =
      controlGroups(of: density).first?.map(\.frame.minX).min().map { $0 - Style.inset * uiScale }
      ?? bounds.maxX
    let line = CachedText.layout(
      &text, sentence(of: density), textStyle, maxWidth: max(Style.minTextWidth, end - left),
      flow: .ellipsisAtEnd)
    canvas.draw(
      line, at: Point(x: left, y: ((bounds.height - line.size.height) / 2).rounded()), Chrome.text)
  }

  /// Moves the keyboard focus between the buttons by the arrow keys, and consumes presses beside
  /// the buttons, so that they do not reach the grid.
  override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key) where key.isPress && key.modifiers.isEmpty:
      switch key.name {
      case .left: return moveFocus(by: -1)
      case .right: return moveFocus(by: 1)
      default: return false
      }
    case .scroll: return true
    default: return event.isPressOrTouch
    }
  }

  private func moveFocus(by step: Int) -> Bool {
    let stops = children.filter { !$0.isHidden && $0.isFocusable }.sorted {
      $0.frame.minX < $1.frame.minX
    }
    guard let focusedIndex = stops.firstIndex(where: \.isFocused) else { return false }
    let next = focusedIndex + step
    if stops.indices.contains(next) { stage?.setFocus(stops[next]) }
    return true
  }
}
