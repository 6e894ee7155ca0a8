package import AccessibilityTree
import Motion
import TextSearch

/// The elements as they were last reported to assistive programs. Only the computation of events
/// below changes them, apart from the texts that an assistive program has read.
final class ReportedElements {
  fileprivate var focus: AccessibleID?
  fileprivate var isActive: Bool?
  fileprivate var elements: [AccessibleID: AccessibleElement] = [:]
  fileprivate var children: [AccessibleID: [AccessibleID]] = [:]
  fileprivate var selections: [AccessibleID: [Int]] = [:]
  /// The descriptions as assistive programs read them last.
  fileprivate var readDescriptions: [AccessibleID: String] = [:]
  /// The texts of notifications as assistive programs read them last.
  fileprivate var readNotifications: [AccessibleID: String] = [:]
  /// The notifications whose text no assistive program has read since they were reported, with the
  /// times of the reports.
  fileprivate var unreadNotificationTimes: [AccessibleID: Timestamp] = [:]
  /// The time of the last report of a toast since the focus moved; nil for none.
  fileprivate var lastToastTime: Timestamp?
  /// Whether changed descriptions of photos are not reported yet.
  fileprivate var delaysDescriptionReports = false

  /// Records that an assistive program has read a text of the element `id`.
  func didRead(_ text: NameOrDescription, of id: AccessibleID) {
    switch text {
    case .name(let name):
      unreadNotificationTimes[id] = nil
      if elements[id]?.role == .notification { readNotifications[id] = name }
    case .description(let description): readDescriptions[id] = description
    }
  }

  /// Forgets the element `id`, which is new when it is reported again.
  func forget(_ id: AccessibleID) {
    elements[id] = nil
    children[id] = nil
    selections[id] = nil
    readDescriptions[id] = nil
    readNotifications[id] = nil
    unreadNotificationTimes[id] = nil
  }

  /// Forgets all elements for which `isOnStage` is false.
  fileprivate func forget(allBut isOnStage: (AccessibleID) -> Bool) {
    elements = elements.filter { isOnStage($0.key) }
    children = children.filter { elements[$0.key] != nil }
    selections = selections.filter { elements[$0.key] != nil }
    readDescriptions = readDescriptions.filter { elements[$0.key] != nil }
    readNotifications = readNotifications.filter { elements[$0.key] != nil }
    unreadNotificationTimes = unreadNotificationTimes.filter { elements[$0.key] != nil }
  }
}

/// The events of a stage for assistive programs: the differences between the elements as last
/// reported and the present views. They are computed after a frame, and only while an assistive
/// program runs.
extension StageTree {
  /// The maximum number of events of one kind in one frame: a screen reader drops a flood of
  /// events.
  private static let maxEvents = 60
  /// The time in seconds after the report of a toast within which changed descriptions of photos
  /// are not to be spoken: the toast tells the change, such as a new rating.
  private static let quietTimeAfterToast = 2.0
  /// The time in seconds after the report of a notification within which a change of its text does
  /// not make it a new notification, as long as no assistive program has read it. A screen reader
  /// may know the new text from the event for the changed name.
  private static let notificationMergeTime = 0.5

  /// The changes of the keyboard focus and of the window's activity, which are reported after every
  /// frame.
  package func focusEvents() -> [AccessibleEvent] {
    forgetCachedElements()
    var events: [AccessibleEvent] = []
    let isActive = isActive()
    if isActive != reported.isActive {
      let name = windowTitle()
      if reported.isActive == nil {
        events.append(.windowChanged(Self.windowID, .create, title: name))
      }
      if isActive || reported.isActive != nil {
        events.append(
          .windowChanged(Self.windowID, isActive ? .activate : .deactivate, title: name))
        events.append(.stateChanged(Self.windowID, state: "active", isOn: isActive))
      }
      reported.isActive = isActive
    }
    // While the focus stays, only changes of the focused element itself are reported at once.
    guard focus != reported.focus else { return events + focusedElementChanges() }
    if let old = reported.focus {
      if viewAndPart(of: old) != nil {
        events.append(.stateChanged(old, state: "focused", isOn: false))
        reported.elements[old]?.states.remove(.focused)
      }
    }
    reported.focus = focus
    reported.lastToastTime = nil
    if let focus {
      let new = element(focus)
      reported.elements[focus] = new
      if let parent = parent(of: focus),
        element(parent)?.states.contains(.managesDescendants) ?? false
      {
        events.append(
          .activeDescendantChanged(parent, child: focus, index: index(of: focus) ?? -1))
      }
      events.append(.stateChanged(focus, state: "focused", isOn: true))
    }
    return events
  }

  /// The changes of the focused element, such as those of its text, and of the selection that it
  /// belongs to, which are reported after every frame. A screen reader says that all items are
  /// selected only if the keys of Select All are still the last ones that it has seen when the
  /// event arrives.
  private func focusedElementChanges() -> [AccessibleEvent] {
    guard let focus, let old = reported.elements[focus], var new = element(focus) else { return [] }
    var events: [AccessibleEvent] = []
    for id in [focus, parent(of: focus)].compactMap(\.self)
    where element(id)?.hasSelectableChildren ?? false {
      events += selectionChanges(of: id)
    }
    if isPart(focus) { new.description = old.description }
    guard new != old else { return events }
    reported.elements[focus] = new
    return changes(of: focus, from: old, to: new) + events
  }

  /// All other changes, which are reported when nothing moves on the stage, and from time to time
  /// while something moves.
  ///
  /// Changed descriptions of photos are reported only when nothing moves: they change several times
  /// while a photo flies to its page, and a toast that tells the change fades in.
  package func remainingEvents(isMoving: Bool = false) -> [AccessibleEvent] {
    forgetCachedElements()
    reported.delaysDescriptionReports = isMoving
    var events: [AccessibleEvent] = []
    report(Self.windowID, into: &events)
    if let lastToastTime = reported.lastToastTime, now() - lastToastTime < Self.quietTimeAfterToast
    {
      events = events.map { event in
        guard case .descriptionChanged(let id, _) = event, isPart(id) else { return event }
        return .descriptionOutdated(id)
      }
    }
    reported.forget(allBut: { viewAndPart(of: $0) != nil || $0 == Self.windowID })
    return events
  }

  /// Appends the differences of an element, and of the elements inside it, from their last reported
  /// state, and records their present state.
  private func report(_ id: AccessibleID, into events: inout [AccessibleEvent]) {
    guard var new = element(id) else { return }
    let old = reported.elements[id]
    if reported.delaysDescriptionReports, let old, isPart(id) { new.description = old.description }
    reported.elements[id] = new
    if let old {
      if old != new { events += changes(of: id, from: old, to: new) }
    } else if reported.isActive != nil, new.role == .notification {
      // A screen reader speaks a new notification.
      reported.unreadNotificationTimes[id] = now()
      events.append(showingEvent(for: id))
    }
    if new.hasSelectableChildren { events += selectionChanges(of: id) }
    reportChildren(of: id, isNew: old == nil, into: &events)
  }

  /// The event for a changed selection of an element's children; none without a change.
  private func selectionChanges(of id: AccessibleID) -> [AccessibleEvent] {
    guard let view = viewAndPart(of: id)?.view as? any AccessibleView else { return [] }
    let count = view.accessibleSelectionCount
    let mark = [
      count, view.accessibleSelectedPart(at: 0) ?? -1,
      view.accessibleSelectedPart(at: count - 1) ?? -1,
    ]
    let known = reported.selections[id]
    reported.selections[id] = mark
    return known == nil || known == mark ? [] : [.selectionChanged(id)]
  }

  private func reportChildren(
    of id: AccessibleID, isNew: Bool, into events: inout [AccessibleEvent]
  ) {
    let views = views(in: id)
    var list: [AccessibleID] = []
    var first = 0
    if let (owner, part) = viewAndPart(of: id), part == nil,
      let view = owner as? any AccessibleView
    {
      first = view.accessiblePartCount
      let visible = view.accessibleVisibleParts.clamped(to: 0..<first)
      list = visible.map { self.id(ofPart: $0, of: view) }
    }
    let parts = list
    if parts.isEmpty, views.isEmpty, reported.children[id] == nil { return }
    list += views.map { self.id(of: $0) }
    let former = reported.children[id] ?? []
    reported.children[id] = list
    let manages = reported.elements[id]?.states.contains(.managesDescendants) ?? false
    if !isNew, former != list, !manages {
      let (old, new) = (Set(former), Set(list))
      for (index, child) in former.enumerated().reversed() where !new.contains(child) {
        guard events.count < Self.maxEvents else { break }
        events.append(.childRemoved(child, index: index, parent: id))
      }
      for (index, child) in list.enumerated() where !old.contains(child) {
        guard events.count < Self.maxEvents else { break }
        let position = index < parts.count ? index : first + index - parts.count
        events.append(.childAdded(child, index: position, parent: id))
      }
    }
    for child in list { report(child, into: &events) }
  }

  private func changes(
    of id: AccessibleID, from old: AccessibleElement, to new: AccessibleElement
  ) -> [AccessibleEvent] {
    var events: [AccessibleEvent] = []
    if old.name != new.name {
      events.append(.nameChanged(id, new.name))
      // A screen reader speaks a changed notification like a new one, unless it has read the
      // present text already, or has not yet read the former one and so will read the present text
      // only.
      if new.role == .notification, reported.readNotifications[id] != new.name,
        reported.unreadNotificationTimes[id].map({ now() - $0 > Self.notificationMergeTime })
          ?? true
      {
        reported.unreadNotificationTimes[id] = now()
        events.append(showingEvent(for: id))
      }
    }
    if old.description != new.description { events += descriptionChanges(of: id, to: new) }
    // The value of a photo is its zoom, which the pill with the zoom reports.
    if let value = new.value, old.value?.current != value.current, new.image == nil {
      events.append(.valueChanged(id, value.current))
    }
    let differing = old.states.symmetricDifference(new.states)
    for (state, name) in AccessibleStates.reportedStates
    where differing.contains(state) && state != .focused {
      events.append(.stateChanged(id, state: name, isOn: new.states.contains(state)))
    }
    if let before = old.text, let after = new.text, before != after {
      events += textChanges(of: id, from: before, to: after)
    }
    return events
  }

  /// The event that lets a screen reader speak a notification.
  private func showingEvent(for id: AccessibleID) -> AccessibleEvent {
    if viewAndPart(of: id)?.view is Toast { reported.lastToastTime = now() }
    return .stateChanged(id, state: "showing", isOn: true)
  }

  /// Whether an element is a part of a view, such as a photo in the grid or on its page.
  private func isPart(_ id: AccessibleID) -> Bool { viewAndPart(of: id)?.part != nil }

  /// The events for a changed description.
  ///
  /// The caption and the size of a photo become known shortly after the photo has got the focus: a
  /// screen reader that asks for the description later knows them, and would speak them twice. A
  /// screen reader speaks the text of the event, so that the event has the new facts alone; the
  /// event after it lets the screen reader forget that text, and ask for the whole description when
  /// it is needed. A description that has lost facts says nothing new.
  private func descriptionChanges(
    of id: AccessibleID, to element: AccessibleElement
  ) -> [AccessibleEvent] {
    guard element.image != nil else { return [.descriptionChanged(id, element.description)] }
    guard let known = reported.readDescriptions[id], known != element.description else {
      return [.descriptionOutdated(id)]
    }
    reported.readDescriptions[id] = element.description
    let news = Self.facts(in: element.description, beyond: known)
    if news.isEmpty { return [.descriptionOutdated(id)] }
    return [.descriptionChanged(id, news), .descriptionOutdated(id)]
  }

  /// The facts in a description that a former description has not, or has less often.
  private static func facts(in description: String, beyond former: String) -> String {
    let separator = ", "
    var known: [String.SubSequence: Int] = [:]
    for fact in former.parts(between: separator) { known[fact, default: 0] += 1 }
    let news = description.parts(between: separator).filter { fact in
      let count = known[fact, default: 0]
      known[fact] = count - 1
      return count <= 0
    }
    return news.joined(separator: separator)
  }

  /// The events for a changed text: the deletion and insertion of the part between the common
  /// beginning and the common end, and the changes of caret and selection.
  private func textChanges(
    of id: AccessibleID, from old: AccessibleElement.Text, to new: AccessibleElement.Text
  ) -> [AccessibleEvent] {
    var events: [AccessibleEvent] = []
    if old.content != new.content {
      let (a, b) = (Array(old.content.unicodeScalars), Array(new.content.unicodeScalars))
      let start = zip(a, b).prefix { $0 == $1 }.count
      let end = zip(a.dropFirst(start).reversed(), b.dropFirst(start).reversed())
        .prefix { $0 == $1 }.count
      func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
      }
      let (gone, added) = (a[start..<a.count - end], b[start..<b.count - end])
      if !gone.isEmpty { events.append(.textDeleted(id, at: start, text(gone))) }
      if !added.isEmpty { events.append(.textInserted(id, at: start, text(added))) }
    }
    if old.caret != new.caret { events.append(.caretMoved(id, offset: new.caret)) }
    if old.selection != new.selection { events.append(.textSelectionChanged(id)) }
    return events
  }
}
