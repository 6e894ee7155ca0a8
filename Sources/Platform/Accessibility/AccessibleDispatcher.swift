import AccessibilityTree
import BusWire
import Geometry

/// The answers to the method calls of assistive programs. A call with an unknown object, a wrong
/// argument or an unknown method is answered with a D-Bus error. A requested change is not made
/// here: the caller performs it after the answer is sent.
struct AccessibleDispatcher {
  /// The D-Bus error with which the call of an assistive program is answered.
  struct Failure: Error, Hashable {
    var name: String
    var message: String
    static func unknownObject(_ path: String) -> Failure {
      Failure(name: "org.freedesktop.DBus.Error.UnknownObject", message: "no element at \(path)")
    }
    static func unknownMethod(_ member: String) -> Failure {
      Failure(name: "org.freedesktop.DBus.Error.UnknownMethod", message: "no method \(member)")
    }
    static func unknownProperty(_ name: String) -> Failure {
      Failure(name: "org.freedesktop.DBus.Error.UnknownProperty", message: "no property \(name)")
    }
    static let invalidArguments = Failure(
      name: "org.freedesktop.DBus.Error.InvalidArgs", message: "wrong arguments")
  }
  /// The body of the reply to a call, and the change of an element to perform after the reply is
  /// sent.
  struct Answer {
    var body: [BusValue]
    var requestedChange: (request: AccessibleRequest, id: AccessibleID)?

    init(_ body: BusValue...) { self.body = body }

    /// Makes the Boolean reply to a call that requests a change of an element. When the change is
    /// not possible, the reply is false and no change is performed.
    init(_ isPossible: Bool, _ request: AccessibleRequest, on id: AccessibleID) {
      body = [.flag(isPossible)]
      if isPossible { requestedChange = (request, id) }
    }
  }

  let tree: any AccessibleTree
  /// The unique name of the program's connection to the accessibility bus.
  let busName: String
  /// The version of the program, as reported to assistive programs.
  let version: String
  /// The bus name and object path of the parent of the application element, which the AT-SPI
  /// registry returned for `Embed`; nil before its reply.
  var desktop: (name: String, path: String)?
  /// The `Id` property of the application, which the AT-SPI registry sets.
  private var registryID: Int32 = 0

  init(_ tree: any AccessibleTree, busName: String, version: String) {
    self.tree = tree
    self.busName = busName
    self.version = version
  }

  /// The maximum number of children in one reply to `GetChildren`. Of a longer list, such as a
  /// hundred thousand photos, assistive programs ask for the other children one by one with
  /// `GetChildAtIndex`.
  static let maxChildren = 1000

  mutating func answer(_ call: BusMessage) -> Result<Answer, Failure> {
    do throws(Failure) { return .success(try reply(to: call)) } catch { return .failure(error) }
  }

  private mutating func reply(to call: BusMessage) throws(Failure) -> Answer {
    switch call.interface {
    case "org.freedesktop.DBus.Peer" where call.member == "Ping": return Answer()
    case "org.freedesktop.DBus.Introspectable": return Answer(.text("<node/>"))
    case AccessibleNames.cache:
      guard call.member == "GetItems", call.path == AccessibleNames.cachePath else {
        throw .unknownMethod(call.member)
      }
      // The reply is an empty cache: assistive programs then ask for each element when they need
      // it.
      return Answer(.array(of: "((so)(so)(so)iiassusau)", []))
    default: break
    }
    guard let id = AccessibleNames.id(of: call.path) else { throw .unknownObject(call.path) }
    guard let element = tree.element(id) else {
      // The element was removed: assistive programs ask for its states once more, and get
      // “defunct”.
      if call.interface == AccessibleNames.accessible, call.member == "GetState" {
        return Answer(Self.states([.defunct]))
      }
      throw .unknownObject(call.path)
    }
    if call.interface == BusDaemon.properties { return try answerProperties(call, element, id) }
    guard AccessibleNames.interfaces(of: element).contains(call.interface) else {
      throw .unknownMethod(call.member)
    }
    switch call.interface {
    case AccessibleNames.accessible: return try answerAccessible(call, element, id)
    case AccessibleNames.application: return try answerApplication(call)
    case AccessibleNames.component: return try answerComponent(call, element, id)
    case AccessibleNames.action: return try answerAction(call, element, id)
    case AccessibleNames.image: return try answerImage(call, element, id)
    case AccessibleNames.selection: return try answerSelection(call, id)
    case AccessibleNames.text: return try answerText(call, element, id)
    case AccessibleNames.editableText: return try answerEditableText(call, element, id)
    default: throw .unknownMethod(call.member)
    }
  }

  // MARK: Values

  /// The AT-SPI reference to an element: bus name and object path. For nil, the null reference.
  func reference(_ id: AccessibleID?) -> BusValue {
    guard let id else { return .tuple([.text(""), .path(AccessibleNames.nullPath)]) }
    return .tuple([.text(busName), .path(AccessibleNames.path(of: id))])
  }

  private static func states(_ states: AccessibleStates) -> BusValue {
    .array(of: "u", states.busWords.map(BusValue.uint))
  }

  private static func dict(_ pairs: [String: String]) -> BusValue {
    let texts = pairs.mapValues(BusValue.text).sorted { $0.key < $1.key }
    return .array(of: "{ss}", texts.map { .dictEntry(key: .text($0.key), value: $0.value) })
  }

  private func integer(_ call: BusMessage, _ index: Int) throws(Failure) -> Int {
    guard call.body.indices.contains(index), let number = call.body[index].integer else {
      throw .invalidArguments
    }
    return number
  }

  private func string(_ call: BusMessage, _ index: Int) throws(Failure) -> String {
    guard call.body.indices.contains(index), let text = call.body[index].string else {
      throw .invalidArguments
    }
    return text
  }

  private func number(_ value: Int) -> BusValue {
    .int(Int32(clamping: value))
  }

  private func number(_ value: Double) -> BusValue {
    .int(Int32(clamping: Int(max(-1e9, min(1e9, value)).rounded())))
  }

  private func rectangle(_ rect: Rect) -> [BusValue] {
    [number(rect.minX), number(rect.minY), number(rect.width), number(rect.height)]
  }

  // MARK: Properties

  private mutating func answerProperties(
    _ call: BusMessage, _ element: AccessibleElement, _ id: AccessibleID
  ) throws(Failure) -> Answer {
    let interface = try string(call, 0)
    let known = AccessibleNames.interfaces(of: element).contains(interface)
    switch call.member {
    case "GetAll":
      guard known else { return Answer(.array(of: "{sv}", [])) }
      let entries = (Self.propertyNames[interface] ?? []).compactMap { name -> BusValue? in
        guard let value = value(of: name, interface, element, id) else { return nil }
        return .dictEntry(key: .text(name), value: .variant(value))
      }
      return Answer(.array(of: "{sv}", entries))
    case "Get":
      let name = try string(call, 1)
      guard known, let value = value(of: name, interface, element, id) else {
        throw .unknownProperty(name)
      }
      return Answer(.variant(value))
    case "Set":
      let name = try string(call, 1)
      guard call.body.count == 3 else { throw .invalidArguments }
      switch (interface, name, call.body[2].unwrapped) {
      case (AccessibleNames.application, "Id", .int(let number)) where known:
        registryID = number
        return Answer()
      case (AccessibleNames.value, "CurrentValue", .double(let number))
      where known && number.isFinite:
        guard let value = element.value, value.step > 0 else { throw .unknownProperty(name) }
        var answer = Answer()
        let range = value.range
        let wanted = min(max(number, range.lowerBound), range.upperBound)
        answer.requestedChange = (.setValue(wanted), id)
        return answer
      default: throw .unknownProperty(name)
      }
    default: throw .unknownMethod(call.member)
    }
  }

  private static let propertyNames: [String: [String]] = [
    AccessibleNames.accessible: [
      "Name", "Description", "Parent", "ChildCount", "Locale", "AccessibleId", "HelpText",
    ],
    AccessibleNames.application: [
      "ToolkitName", "Version", "ToolkitVersion", "AtspiVersion", "InterfaceVersion", "Id",
    ],
    AccessibleNames.action: ["NActions"],
    AccessibleNames.image: ["ImageDescription", "ImageLocale"],
    AccessibleNames.selection: ["NSelectedChildren"],
    AccessibleNames.value: [
      "MinimumValue", "MaximumValue", "MinimumIncrement", "CurrentValue", "Text",
    ],
    AccessibleNames.text: ["CharacterCount", "CaretOffset"],
  ]

  private func value(
    of name: String, _ interface: String, _ element: AccessibleElement, _ id: AccessibleID
  ) -> BusValue? {
    switch (interface, name) {
    case (_, "version"): .uint(1)
    case (AccessibleNames.accessible, "Name"): recordReadAndReply(.name(element.name), of: id)
    case (AccessibleNames.accessible, "Description"):
      recordReadAndReply(.description(element.description), of: id)
    case (AccessibleNames.accessible, "Parent"): parent(of: id)
    case (AccessibleNames.accessible, "ChildCount"): number(tree.childCount(of: id))
    case (AccessibleNames.accessible, "Locale"): .text("")
    case (AccessibleNames.accessible, "AccessibleId"): .text("")
    case (AccessibleNames.accessible, "HelpText"): .text("")
    case (AccessibleNames.application, "ToolkitName"): .text("pbview")
    case (AccessibleNames.application, "Version"): .text(version)
    case (AccessibleNames.application, "ToolkitVersion"): .text(version)
    case (AccessibleNames.application, "AtspiVersion"): .text("2.1")
    case (AccessibleNames.application, "InterfaceVersion"): .uint(1)
    case (AccessibleNames.application, "Id"): .int(registryID)
    case (AccessibleNames.action, "NActions"): number(element.actions.count)
    case (AccessibleNames.image, "ImageDescription"): .text(element.image?.description ?? "")
    case (AccessibleNames.image, "ImageLocale"): .text("")
    case (AccessibleNames.selection, "NSelectedChildren"): number(tree.selectedCount(of: id))
    case (AccessibleNames.value, "MinimumValue"): .double(element.value?.range.lowerBound ?? 0)
    case (AccessibleNames.value, "MaximumValue"): .double(element.value?.range.upperBound ?? 0)
    case (AccessibleNames.value, "MinimumIncrement"): .double(element.value?.step ?? 0)
    case (AccessibleNames.value, "CurrentValue"): .double(element.value?.current ?? 0)
    case (AccessibleNames.value, "Text"): .text("")
    case (AccessibleNames.text, "CharacterCount"):
      number(element.text?.content.unicodeScalars.count ?? 0)
    case (AccessibleNames.text, "CaretOffset"): number(element.text?.caret ?? 0)
    default: nil
    }
  }

  private func recordReadAndReply(_ text: NameOrDescription, of id: AccessibleID) -> BusValue {
    tree.didRead(text, of: id)
    return .text(text.content)
  }

  private func parent(of id: AccessibleID) -> BusValue {
    if id == .application, let desktop {
      return .tuple([.text(desktop.name), .path(desktop.path)])
    }
    return reference(tree.parent(of: id))
  }

  // MARK: Every element

  private func answerAccessible(
    _ call: BusMessage, _ element: AccessibleElement, _ id: AccessibleID
  ) throws(Failure) -> Answer {
    switch call.member {
    case "GetChildAtIndex": return Answer(reference(tree.child(try integer(call, 0), of: id)))
    case "GetChildren":
      let count = min(tree.childCount(of: id), Self.maxChildren)
      let children = (0..<max(0, count)).compactMap { tree.child($0, of: id) }
      return Answer(.array(of: "(so)", children.map(reference)))
    case "GetIndexInParent": return Answer(number(tree.index(of: id) ?? -1))
    case "GetRelationSet": return Answer(.array(of: "(ua(so))", []))
    case "GetRole": return Answer(.uint(element.role.rawValue))
    case "GetRoleName", "GetLocalizedRoleName": return Answer(.text(element.role.name))
    case "GetState": return Answer(Self.states(element.states))
    case "GetAttributes":
      return Answer(Self.dict(element.attributes.merging(["toolkit": "pbview"]) { own, _ in own }))
    case "GetApplication": return Answer(reference(.application))
    case "GetInterfaces":
      return Answer(.array(of: "s", AccessibleNames.interfaces(of: element).map(BusValue.text)))
    default: throw .unknownMethod(call.member)
    }
  }

  private func answerApplication(_ call: BusMessage) throws(Failure) -> Answer {
    switch call.member {
    case "GetLocale": return Answer(.text(""))
    // Direct connections between an assistive program and this one are not supported.
    default: throw .unknownMethod(call.member)
    }
  }

  // MARK: Places

  private enum CoordinateType: Int {
    case screen, window, parent
  }

  /// The vector from window coordinates to the coordinates of a call, in device pixels.
  ///
  /// - Parameters:
  ///   - kind: the coordinate type of AT-SPI: 0 for the screen, 1 for the window, 2 for the parent.
  ///   - id: the element whose parent is meant by coordinate type 2.
  /// - Throws: `.invalidArguments` for another coordinate type.
  private func originOffset(_ kind: Int, _ id: AccessibleID) throws(Failure) -> Vector {
    guard let kind = CoordinateType(rawValue: kind) else { throw .invalidArguments }
    switch kind {
    case .screen: return tree.windowOrigin - .zero
    case .window: return .zero
    case .parent:
      let origin = tree.parent(of: id).flatMap { tree.frame(of: $0)?.origin } ?? .zero
      return Point.zero - origin
    }
  }

  private func frame(_ id: AccessibleID) -> Rect { tree.frame(of: id) ?? .zero }

  private func answerComponent(
    _ call: BusMessage, _ element: AccessibleElement, _ id: AccessibleID
  ) throws(Failure) -> Answer {
    func point() throws(Failure) -> Point {
      let shift = try originOffset(try integer(call, 2), id)
      return Point(x: Double(try integer(call, 0)), y: Double(try integer(call, 1))) - shift
    }
    switch call.member {
    case "Contains": return Answer(.flag(frame(id).contains(try point())))
    case "GetAccessibleAtPoint": return Answer(reference(tree.element(at: try point(), in: id)))
    case "GetExtents":
      let extents = frame(id).offset(by: try originOffset(try integer(call, 0), id))
      return Answer(.tuple(rectangle(extents)))
    case "GetPosition":
      let extents = frame(id).offset(by: try originOffset(try integer(call, 0), id))
      return Answer(number(extents.minX), number(extents.minY))
    case "GetSize":
      let size = frame(id).size
      return Answer(number(size.width), number(size.height))
    case "GetLayer":
      let layer: UInt32 = element.role == .frame ? 7 : element.role == .menu ? 5 : 3
      return Answer(.uint(layer))
    case "GetMDIZOrder": return Answer(.int16(0))
    case "GetAlpha": return Answer(.double(1))
    case "GrabFocus": return Answer(element.states.contains(.focusable), .focus, on: id)
    case "ScrollTo": return Answer(true, .reveal, on: id)
    case "ScrollToPoint": return Answer(.flag(false))
    default: throw .unknownMethod(call.member)
    }
  }

  private func answerImage(
    _ call: BusMessage, _ element: AccessibleElement, _ id: AccessibleID
  ) throws(Failure) -> Answer {
    let frame = element.image?.frame ?? .zero
    switch call.member {
    case "GetImageExtents":
      return Answer(.tuple(rectangle(frame.offset(by: try originOffset(try integer(call, 0), id)))))
    case "GetImagePosition":
      let shifted = frame.offset(by: try originOffset(try integer(call, 0), id))
      return Answer(number(shifted.minX), number(shifted.minY))
    case "GetImageSize": return Answer(number(frame.width), number(frame.height))
    default: throw .unknownMethod(call.member)
    }
  }

  // MARK: Actions and selection

  private func answerAction(
    _ call: BusMessage, _ element: AccessibleElement, _ id: AccessibleID
  ) throws(Failure) -> Answer {
    if call.member == "GetActions" {
      let texts = element.actions.map { [$0.title, "", $0.keyBinding] }
      return Answer(.array(of: "(sss)", texts.map { .tuple($0.map(BusValue.text)) }))
    }
    let index = try integer(call, 0)
    let action = element.actions.indices.contains(index) ? element.actions[index] : nil
    switch call.member {
    case "GetName": return Answer(.text(action?.name ?? ""))
    case "GetLocalizedName": return Answer(.text(action?.title ?? ""))
    case "GetDescription": return Answer(.text(""))
    case "GetKeyBinding": return Answer(.text(action?.keyBinding ?? ""))
    case "DoAction":
      let isDone = action != nil && element.states.contains(.sensitive)
      return Answer(isDone, .performAction(index: index), on: id)
    default: throw .unknownMethod(call.member)
    }
  }

  private func answerSelection(_ call: BusMessage, _ id: AccessibleID) throws(Failure) -> Answer {
    func change(_ child: AccessibleID?, _ isSelected: Bool) -> Answer {
      guard let child else { return Answer(.flag(false)) }
      return Answer(true, .setSelected(isSelected), on: child)
    }
    switch call.member {
    case "GetSelectedChild":
      return Answer(reference(tree.selectedChild(try integer(call, 0), of: id)))
    case "SelectChild": return change(tree.child(try integer(call, 0), of: id), true)
    case "DeselectChild": return change(tree.child(try integer(call, 0), of: id), false)
    case "DeselectSelectedChild":
      return change(tree.selectedChild(try integer(call, 0), of: id), false)
    case "IsChildSelected":
      let child = tree.child(try integer(call, 0), of: id)
      let states = child.flatMap { tree.element($0)?.states } ?? []
      return Answer(.flag(states.contains(.selected)))
    case "SelectAll": return Answer(true, .setAllSelected(true), on: id)
    case "ClearSelection": return Answer(true, .setAllSelected(false), on: id)
    default: throw .unknownMethod(call.member)
    }
  }

  // MARK: Text

  private func answerText(
    _ call: BusMessage, _ element: AccessibleElement, _ id: AccessibleID
  ) throws(Failure) -> Answer {
    guard let text = element.text else { throw .unknownMethod(call.member) }
    let content = ScalarText(text.content)
    switch call.member {
    case "GetText":
      let end = try integer(call, 1)
      let range = content.range(try integer(call, 0), end < 0 ? content.count : end)
      return Answer(.text(content[range]))
    case "GetStringAtOffset":
      let unit = content.unit(granularity: try integer(call, 1))
      return answer(content, unit, at: try integer(call, 0))
    case "GetTextAtOffset":
      return answer(content, content.unit(boundary: try integer(call, 1)), at: try integer(call, 0))
    case "GetTextBeforeOffset":
      let unit = content.unit(boundary: try integer(call, 1))
      let range = content.range(of: unit, at: try integer(call, 0))
      return answer(content, unit, at: range.lowerBound - 1)
    case "GetTextAfterOffset":
      let unit = content.unit(boundary: try integer(call, 1))
      let range = content.range(of: unit, at: try integer(call, 0))
      return answer(content, unit, at: range.upperBound)
    case "GetCharacterAtOffset": return Answer(number(content.codePoint(at: try integer(call, 0))))
    case "SetCaretOffset":
      let index = min(max(0, try integer(call, 0)), content.count)
      return Answer(true, .selectText(index..<index), on: id)
    case "GetAttributes", "GetAttributeRun":
      return Answer(.array(of: "{ss}", []), .int(0), number(content.count))
    case "GetDefaultAttributes": return Answer(.array(of: "{ss}", []))
    case "GetAttributeValue": return Answer(.text(""))
    case "GetCharacterExtents":
      let index = try integer(call, 0)
      return try extents(content.range(index, index + 1), try integer(call, 1), id)
    case "GetRangeExtents":
      let range = content.range(try integer(call, 0), try integer(call, 1))
      return try extents(range, try integer(call, 2), id)
    case "GetOffsetAtPoint":
      let shift = try originOffset(try integer(call, 2), id)
      let point = Point(x: Double(try integer(call, 0)), y: Double(try integer(call, 1))) - shift
      return Answer(number(tree.textOffset(at: point, of: id) ?? -1))
    case "GetNSelections": return Answer(.int(text.selection.isEmpty ? 0 : 1))
    case "GetSelection":
      let isFirst = try integer(call, 0) == 0 && !text.selection.isEmpty
      let range = isFirst ? text.selection : 0..<0
      return Answer(number(range.lowerBound), number(range.upperBound))
    case "AddSelection":
      let range = content.range(try integer(call, 0), try integer(call, 1))
      return Answer(text.selection.isEmpty, .selectText(range), on: id)
    case "RemoveSelection":
      let isFirst = try integer(call, 0) == 0 && !text.selection.isEmpty
      return Answer(isFirst, .selectText(text.caret..<text.caret), on: id)
    case "SetSelection":
      let range = content.range(try integer(call, 1), try integer(call, 2))
      return Answer(try integer(call, 0) == 0, .selectText(range), on: id)
    case "ScrollSubstringTo", "ScrollSubstringToPoint": return Answer(.flag(false))
    default: throw .unknownMethod(call.member)
    }
  }

  private func answer(_ content: ScalarText, _ unit: ScalarText.Unit, at offset: Int) -> Answer {
    let range = content.range(of: unit, at: offset)
    return Answer(
      .text(content[range]), number(range.lowerBound), number(range.upperBound))
  }

  private func extents(
    _ range: Range<Int>, _ kind: Int, _ id: AccessibleID
  ) throws(Failure) -> Answer {
    let shift = try originOffset(kind, id)
    let frame = (tree.textFrame(range, of: id) ?? .zero).offset(by: shift)
    var answer = Answer()
    answer.body = rectangle(frame)
    return answer
  }

  private func answerEditableText(
    _ call: BusMessage, _ element: AccessibleElement, _ id: AccessibleID
  ) throws(Failure) -> Answer {
    guard let text = element.text else { throw .unknownMethod(call.member) }
    let content = ScalarText(text.content)
    switch call.member {
    case "SetTextContents": return Answer(true, .setText(try string(call, 0)), on: id)
    case "InsertText":
      let index = min(max(0, try integer(call, 0)), content.count)
      return Answer(true, .replaceText(index..<index, with: try string(call, 1)), on: id)
    case "DeleteText", "CutText":
      let range = content.range(try integer(call, 0), try integer(call, 1))
      return Answer(call.member == "DeleteText", .replaceText(range, with: ""), on: id)
    case "PasteText": return Answer(.flag(false))
    case "CopyText": return Answer()
    default: throw .unknownMethod(call.member)
    }
  }
}
