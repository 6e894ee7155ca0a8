package import AccessibilityTree
package import Geometry
import Localization
package import Motion

/// The elements of a stage for assistive programs: the application, its window, the views with a
/// label, and the parts of views. An element gets its number when an assistive program first asks
/// for it.
package final class StageTree: AccessibleTree {
  /// The name of the application, as assistive programs speak it.
  package let application: String
  /// Returns the title of the window. Default: the name of the application.
  package var windowTitle: () -> String
  /// Returns whether the window has the keyboard focus. Default: true.
  package var isActive: () -> Bool = { true }
  /// Returns the position of the window's top left corner on the screen, in pixels. Default: zero.
  package var screenOrigin: () -> Point = { .zero }
  /// Called before an assistive program moves the keyboard focus to a view, which may have faded
  /// out. Default: does nothing.
  package var willFocus: (View) -> Void = { _ in }
  /// Returns the present time on the clock of the frames. Default: zero.
  package var now: () -> Timestamp = { .zero }

  /// The view or the part of a view that has a number.
  enum ElementSource {
    case view(WeakView)
    case part(key: AnyHashable, of: WeakView)
  }

  struct WeakView {
    weak var view: View?
  }

  let stage: Stage
  /// The elements as they were last reported, with which the next events are computed.
  let reported = ReportedElements()
  private var elementSources: [UInt32: ElementSource] = [:]
  private var partIDs: [ObjectIdentifier: [AnyHashable: AccessibleID]] = [:]
  /// The child views of elements, cached for the requests within one turn of the event loop.
  private var childLists: [AccessibleID: [View]] = [:]
  private var cachedFocus: AccessibleID??

  /// The number that was given to the last new element. Number 1 is the window.
  private static var lastNumber: UInt32 = 1
  /// The identifier of the window as an element.
  package static let windowID = AccessibleID(1)
  /// The number of elements above which those whose views have left the stage are forgotten; if
  /// more than this number remain, all are forgotten.
  private static let maxElements = 20_000
  /// The maximum number of parts of one view that have numbers; beyond it, the older half is
  /// forgotten.
  private static let maxNumberedParts = 4000

  /// Makes the tree of the elements of `stage`.
  package init(of stage: Stage, application: String) {
    self.stage = stage
    self.application = application
    windowTitle = { application }
  }

  package var windowOrigin: Point { screenOrigin() }

  package func forgetCachedElements() {
    childLists.removeAll(keepingCapacity: true)
    cachedFocus = nil
  }

  // MARK: Numbers

  private static func nextNumber() -> AccessibleID {
    lastNumber &+= 1
    return AccessibleID(lastNumber)
  }

  /// The identifier of a view as an element, which is given at the first call.
  func id(of view: View) -> AccessibleID {
    if let number = view.accessibleNumber, case .view(let known)? = elementSources[number],
      known.view === view
    {
      return AccessibleID(number)
    }
    evictElements()
    let id = Self.nextNumber()
    view.accessibleNumber = id.number
    elementSources[id.number] = .view(WeakView(view: view))
    return id
  }

  func id(ofPart index: Int, of view: any AccessibleView) -> AccessibleID {
    let key = view.accessiblePartKey(at: index)
    let owner = ObjectIdentifier(view)
    if let id = partIDs[owner]?[key], case .part(_, let known)? = elementSources[id.number],
      known.view === view
    {
      return id
    }
    evictElements()
    let id = Self.nextNumber()
    elementSources[id.number] = .part(key: key, of: WeakView(view: view))
    partIDs[owner, default: [:]][key] = id
    if let known = partIDs[owner], known.count > Self.maxNumberedParts {
      forgetOldest(known, of: owner)
    }
    return id
  }

  private func forgetOldest(_ known: [AnyHashable: AccessibleID], of owner: ObjectIdentifier) {
    let old = known.sorted { $0.value.number < $1.value.number }.prefix(known.count / 2)
    for (key, id) in old {
      partIDs[owner]?[key] = nil
      elementSources[id.number] = nil
      reported.forget(id)
    }
  }

  private func evictElements() {
    guard elementSources.count > Self.maxElements else { return }
    elementSources = elementSources.filter { _, object in
      switch object {
      case .view(let known), .part(_, let known): known.view?.stage === stage
      }
    }
    if elementSources.count > Self.maxElements { elementSources = [:] }
    let owners = Set(
      elementSources.values.compactMap { object in
        switch object {
        case .view(let known), .part(_, let known): known.view.map { ObjectIdentifier($0) }
        }
      })
    partIDs = partIDs.filter { owners.contains($0.key) }
  }

  /// The view with an identifier, and the index of the part when the identifier is that of a part;
  /// nil when the element is not shown any more.
  func viewAndPart(of id: AccessibleID) -> (view: View, part: Int?)? {
    switch elementSources[id.number] {
    case .view(let known):
      guard let view = known.view, isShown(view) else { return nil }
      return (view, nil)
    case .part(let key, let known):
      guard let view = known.view as? any AccessibleView, isShown(view),
        let index = view.accessibleIndex(ofPartKey: key), index >= 0,
        index < view.accessiblePartCount
      else { return nil }
      return (view, index)
    case nil: return nil
    }
  }

  private func isShown(_ view: View) -> Bool {
    var outer: View? = view
    while let one = outer {
      guard one.isExposed else { return false }
      if one === stage.root { return true }
      outer = one.parent
    }
    return false
  }

  // MARK: Structure

  /// The views that are child elements of an element; they come after its parts.
  func views(in id: AccessibleID) -> [View] {
    if let list = childLists[id] { return list }
    var list: [View] = []
    if id == Self.windowID {
      collectElements(stage.root, into: &list)
    } else if let (view, part) = viewAndPart(of: id), part == nil {
      collectElements(view, into: &list)
    }
    childLists[id] = list
    return list
  }

  private func collectElements(_ view: View, into list: inout [View]) {
    let children = (view as? any AccessibleView)?.accessibleChildren ?? view.children
    for child in children where child.isExposed {
      if child.isAccessibleElement {
        list.append(child)
      } else {
        collectElements(child, into: &list)
      }
    }
  }

  private func partCount(of id: AccessibleID) -> Int {
    guard let (view, part) = viewAndPart(of: id), part == nil else { return 0 }
    return (view as? any AccessibleView)?.accessiblePartCount ?? 0
  }

  package func childCount(of id: AccessibleID) -> Int {
    id == .application ? 1 : partCount(of: id) + views(in: id).count
  }

  package func child(_ index: Int, of id: AccessibleID) -> AccessibleID? {
    guard index >= 0 else { return nil }
    if id == .application { return index == 0 ? Self.windowID : nil }
    let count = partCount(of: id)
    if index < count, let view = viewAndPart(of: id)?.view as? any AccessibleView {
      return self.id(ofPart: index, of: view)
    }
    let views = views(in: id)
    return views.indices.contains(index - count) ? self.id(of: views[index - count]) : nil
  }

  package func parent(of id: AccessibleID) -> AccessibleID? {
    if id == .application { return nil }
    if id == Self.windowID { return .application }
    guard let (view, part) = viewAndPart(of: id) else { return nil }
    if part != nil { return self.id(of: view) }
    return elementID(around: view.parent)
  }

  /// The identifier of the nearest element among `view` and the views around it; else that of the
  /// window.
  private func elementID(around view: View?) -> AccessibleID {
    var outer = view
    while let one = outer {
      if one.isAccessibleElement { return id(of: one) }
      outer = one.parent
    }
    return Self.windowID
  }

  package func index(of id: AccessibleID) -> Int? {
    if id == .application { return nil }
    if id == Self.windowID { return 0 }
    guard let (view, part) = viewAndPart(of: id) else { return nil }
    if let part { return part }
    guard let parent = parent(of: id),
      let index = views(in: parent).firstIndex(where: { $0 === view })
    else { return nil }
    return partCount(of: parent) + index
  }

  // MARK: Descriptions

  package func element(_ id: AccessibleID) -> AccessibleElement? {
    if id == .application { return AccessibleElement(role: .application, name: application) }
    if id == Self.windowID {
      var window = AccessibleElement(role: .frame, name: windowTitle())
      window.set(.active, isActive())
      return window
    }
    guard let (view, part) = viewAndPart(of: id) else { return nil }
    var element =
      part == nil ? self.element(of: view) : AccessibleElement(role: .listItem, name: "")
    if let part, let owner = view as? any AccessibleView {
      owner.describe(part: part, &element)
      if owner.accessibleFrame(ofPart: part) == nil { element.states.remove(.showing) }
    }
    // The name of a part, such as the file name of a photo, is not divided into phrases.
    element.name = Self.spokenText(part == nil ? Self.textInSentences(element.name) : element.name)
    element.description = Self.spokenText(Self.textInSentences(element.description))
    if id == focus { element.states.insert([.focusable, .focused]) }
    if element.text != nil { element.states.insert([.singleLine, .selectableText]) }
    return element
  }

  /// A text without the Unicode characters that isolate the writing direction of a name in it, and
  /// with the number of stars in words, because a screen reader spells out every ★ and ☆. A comma
  /// divides the number from letters beside it.
  private static func spokenText(_ text: String) -> String {
    let isolates: ClosedRange<Unicode.Scalar> = "\u{2066}"..."\u{2069}"
    let (star, mark): (Unicode.Scalar, Unicode.Scalar) = ("★", "\u{200E}")
    guard text.unicodeScalars.contains(where: { isolates.contains($0) || $0 == star }) else {
      return text
    }
    var spoken = String.UnicodeScalarView()
    var stars = 0
    func endStars(before next: Unicode.Scalar?) {
      guard stars > 0 else { return }
      if let last = spoken.last, isInWord(last) { spoken.append(contentsOf: ", ".unicodeScalars) }
      let text = trPlural("{count} star", "{count} stars", count: stars)
      spoken.append(contentsOf: text.unicodeScalars)
      if let next, isInWord(next) { spoken.append(contentsOf: ", ".unicodeScalars) }
      stars = 0
    }
    for scalar in text.unicodeScalars where !isolates.contains(scalar) && scalar != mark {
      if scalar == star {
        stars += 1
      } else if scalar != "☆" || stars == 0 {
        endStars(before: scalar)
        spoken.append(scalar)
      }
    }
    endStars(before: nil)
    return String(spoken)
  }

  /// A text in which every line has become a sentence, and commas replace the dots between blanks
  /// that divide its parts on the screen.
  private static func textInSentences(_ text: String) -> String {
    guard text.contains(where: { $0 == "·" || $0.isNewline }) else { return text }
    var phrases: [String] = []
    for line in text.split(whereSeparator: \.isNewline) {
      var phrase = ""
      for word in line.split(whereSeparator: { $0 == " " || $0 == "\u{A0}" }) {
        if word == "·" {
          phrase += ","
        } else {
          if !phrase.isEmpty { phrase += " " }
          phrase += word
        }
      }
      phrases.append(phrase)
    }
    return phrases.reduce(into: "") { text, phrase in
      if let last = text.last { text += ".!?…。！？".contains(last) ? " " : ". " }
      text += phrase
    }
  }

  private static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  private func element(of view: View) -> AccessibleElement {
    var element = AccessibleElement(role: .panel, name: view.accessibilityLabel)
    element.set(.focusable, view.isFocusable)
    if isHiddenUntilNeeded(view) { element.states.remove(.showing) }
    if let control = view as? Control {
      element.role = .pushButton
      element.actions = [
        AccessibleElement.Action(
          "click", title: tr("Press", context: "action"), keys: control.keys.joined(separator: "+"))
      ]
      if !control.isEnabled { element.disable() }
    } else if view is BottomSheet {
      element.role = .dialog
      element.states.insert(.modal)
      element.actions = [AccessibleElement.Action("close", title: tr("Close"), keys: "Escape")]
    } else if !hasElements(view) {
      element.role = .label
    }
    (view as? any AccessibleView)?.describe(&element)
    return element
  }

  /// Whether the view, or a view around it, has faded out until the user needs it.
  private func isHiddenUntilNeeded(_ view: View) -> Bool {
    view.isHiddenUntilNeeded || view.parent.map(isHiddenUntilNeeded) ?? false
  }

  private func hasElements(_ view: View) -> Bool {
    view.children.contains { $0.isExposed && ($0.isAccessibleElement || hasElements($0)) }
  }

  package func frame(of id: AccessibleID) -> Rect? {
    if id == .application || id == Self.windowID { return stage.bounds }
    guard let (view, part) = viewAndPart(of: id) else { return nil }
    let shift = view.originInStage - Point.zero
    guard let part else { return view.bounds.offset(by: shift) }
    return (view as? any AccessibleView)?.accessibleFrame(ofPart: part)?.offset(by: shift)
  }

  package func element(at point: Point, in id: AccessibleID) -> AccessibleID? {
    guard frame(of: id)?.contains(point) ?? false else { return nil }
    if id == .application { return element(at: point, in: Self.windowID) }
    var bar: AccessibleID?
    for view in views(in: id).reversed() {
      guard let found = element(at: point, in: self.id(of: view)) else { continue }
      if bar == nil, found == self.id(of: view), element(found)?.role == .toolBar {
        bar = found
      } else if bar == nil || viewAndPart(of: found)?.view is Control {
        // A bar is the result only if no control behind it is at the point: presses beside the
        // controls of a bar reach those behind it, such as tabs.
        return found
      }
    }
    if let bar { return bar }
    if let view = viewAndPart(of: id)?.view as? any AccessibleView {
      let local = point - (view.originInStage - Point.zero)
      if let part = view.accessiblePartIndex(at: local), part < view.accessiblePartCount {
        return self.id(ofPart: part, of: view)
      }
      // A view that fills the window, such as an overlay's layer, is hit only where it is drawn.
      if !view.contains(local) { return nil }
    }
    return id
  }

  // MARK: Focus

  /// The identifier of the element with the keyboard focus; nil while the window does not have it.
  package var focus: AccessibleID? {
    if let cachedFocus { return cachedFocus }
    let found = findFocus()
    cachedFocus = .some(found)
    return found
  }

  private func findFocus() -> AccessibleID? {
    guard isActive() else { return nil }
    if let view = stage.focus, isShown(view) {
      let id = elementID(around: view)
      guard let (owner, part) = viewAndPart(of: id), part == nil else { return id }
      return focusedElementID(of: owner)
    }
    return keyHandler(in: stage.root).map(focusedElementID)
  }

  private func focusedElementID(of view: View) -> AccessibleID {
    if let owner = view as? any AccessibleView, let part = owner.accessibleFocusedPart,
      part >= 0, part < owner.accessiblePartCount
    {
      return id(ofPart: part, of: owner)
    }
    return id(of: view)
  }

  /// The frontmost view, `view` or one inside it, that handles keys while no view has the keyboard
  /// focus; nil for none.
  private func keyHandler(in view: View) -> View? {
    let accessible = view as? any AccessibleView
    if accessible?.handlesUnfocusedKeys ?? false { return view }
    let children = accessible?.accessibleChildren ?? view.children
    for child in children.reversed() where child.isExposed {
      if let found = keyHandler(in: child) { return found }
    }
    return nil
  }

  // MARK: Selection and text

  package func selectedCount(of id: AccessibleID) -> Int {
    (viewAndPart(of: id)?.view as? any AccessibleView)?.accessibleSelectionCount ?? 0
  }

  package func selectedChild(_ index: Int, of id: AccessibleID) -> AccessibleID? {
    guard index >= 0, let view = viewAndPart(of: id)?.view as? any AccessibleView,
      let part = view.accessibleSelectedPart(at: index), part < view.accessiblePartCount
    else { return nil }
    return self.id(ofPart: part, of: view)
  }

  package func textFrame(_ range: Range<Int>, of id: AccessibleID) -> Rect? {
    guard let view = viewAndPart(of: id)?.view as? any AccessibleView else { return nil }
    return view.accessibleFrame(ofText: range)?.offset(by: view.originInStage - Point.zero)
  }

  package func textOffset(at point: Point, of id: AccessibleID) -> Int? {
    guard let view = viewAndPart(of: id)?.view as? any AccessibleView else { return nil }
    return view.accessibleTextOffset(at: point - (view.originInStage - Point.zero))
  }

  // MARK: Requests

  package func didRead(_ text: NameOrDescription, of id: AccessibleID) {
    reported.didRead(text, of: id)
  }

  package func perform(_ request: AccessibleRequest, on id: AccessibleID) {
    guard let (view, part) = viewAndPart(of: id) else { return }
    let accessible = view as? any AccessibleView
    if let part {
      _ = accessible?.perform(request, onPart: part, at: now())
    } else if accessible?.perform(request, at: now()) ?? false {
      return
    } else if request == .performAction(index: 0), let control = view as? Control {
      control.activate(at: now())
    } else if request == .performAction(index: 0), let sheet = view as? BottomSheet {
      sheet.close()
    } else if request == .focus, view.isFocusable {
      willFocus(view)
      stage.setFocus(view)
    } else if request == .reveal {
      var outer = view.parent
      while let one = outer, !(one is ScrollArea) { outer = one.parent }
      (outer as? ScrollArea)?.reveal(view)
    }
    stage.requestFrame()
  }
}

extension View {
  /// Whether the view is an element for assistive programs: it has a label, is a control, or
  /// describes itself as one.
  var isAccessibleElement: Bool {
    if let view = self as? any AccessibleView { return view.isAccessible }
    return !accessibilityLabel.isEmpty || self is Control
  }

  /// Whether assistive programs can reach the view: it is visible, or faded out until it is needed,
  /// and is not a sheet that is sliding out.
  var isExposed: Bool {
    (isVisible || isHiddenUntilNeeded) && (self as? BottomSheet)?.isLeaving != true
  }
}
