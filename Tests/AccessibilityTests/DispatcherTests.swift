import AccessibilityTree
import BusWire
import Geometry
import TestSupport
import Testing

@testable import Accessibility

/// A window with a button, a text field, and a list of many items.
@MainActor final class FakeTree: AccessibleTree {
  private(set) var wishes: [(AccessibleRequest, AccessibleID)] = []
  private(set) var readTexts: [NameOrDescription] = []
  static let count = 1_000_000

  func element(_ id: AccessibleID) -> AccessibleElement? {
    switch id.number {
    case 0: return AccessibleElement(role: .application, name: "pbview")
    case 1: return AccessibleElement(role: .frame, name: "Photos – pbview")
    case 2:
      var button = AccessibleElement(role: .pushButton, name: "Back")
      button.actions = [AccessibleElement.Action("click", keys: "Escape")]
      button.states.insert(.focusable)
      return button
    case 3:
      var field = AccessibleElement(role: .entry, name: "Name")
      field.states.insert(.editable)
      field.text = AccessibleElement.Text("e\u{301}té été", caret: 2, selection: 1..<3)
      return field
    case 4:
      var list = AccessibleElement(role: .list, name: "Grid")
      list.hasSelectableChildren = true
      return list
    case 5:
      var page = AccessibleElement(role: .image, name: "a.jpg")
      page.value = AccessibleElement.Value(50, in: 10...400, step: 1)
      page.image = AccessibleElement.Image(
        description: "A beach", frame: Rect(x: 10, y: 20, width: 300, height: 200))
      return page
    case 100..<100 + UInt32(Self.count):
      return AccessibleElement(role: .listItem, name: "item \(id.number - 100)")
    default: return nil
    }
  }

  func parent(of id: AccessibleID) -> AccessibleID? {
    switch id.number {
    case 0: nil
    case 1: .application
    case 2...5: AccessibleID(1)
    default: AccessibleID(4)
    }
  }

  func childCount(of id: AccessibleID) -> Int {
    switch id.number {
    case 0: 1
    case 1: 4
    case 4: Self.count
    default: 0
    }
  }

  func child(_ index: Int, of id: AccessibleID) -> AccessibleID? {
    guard index >= 0, index < childCount(of: id) else { return nil }
    return AccessibleID(UInt32(id.number == 0 ? 1 : id.number == 1 ? index + 2 : index + 100))
  }

  func index(of id: AccessibleID) -> Int? { id.number >= 100 ? Int(id.number) - 100 : 0 }
  func frame(of id: AccessibleID) -> Rect? { Rect(x: 5, y: 6, width: 70, height: 80) }
  func element(at point: Point, in id: AccessibleID) -> AccessibleID? { id }
  func selectedCount(of id: AccessibleID) -> Int { 1 }
  func selectedChild(_ index: Int, of id: AccessibleID) -> AccessibleID? {
    index == 0 ? AccessibleID(103) : nil
  }
  func textFrame(_ range: Range<Int>, of id: AccessibleID) -> Rect? { nil }
  func textOffset(at point: Point, of id: AccessibleID) -> Int? { nil }
  func didRead(_ text: NameOrDescription, of id: AccessibleID) { readTexts.append(text) }
  func perform(_ request: AccessibleRequest, on id: AccessibleID) { wishes.append((request, id)) }
  var windowOrigin: Point { Point(x: 100, y: 200) }
  func forgetCachedElements() {}
}

@MainActor @Suite(.tags(.seeded)) struct DispatcherTests {
  private let tree = FakeTree()

  private func answer(
    _ member: String, _ interface: String, _ number: UInt32, _ body: BusValue...
  ) -> Result<[BusValue], AccessibleDispatcher.Failure> {
    var dispatcher = AccessibleDispatcher(tree, busName: ":1.5", version: "1")
    let call = BusMessage(
      call: member, of: interface, on: AccessibleNames.path(of: AccessibleID(number)), at: ":1.5",
      body)
    return dispatcher.answer(call).map(\.body)
  }

  private func value(
    _ member: String, _ interface: String, _ number: UInt32, _ body: BusValue...
  ) throws -> BusValue? {
    var dispatcher = AccessibleDispatcher(tree, busName: ":1.5", version: "1")
    let call = BusMessage(
      call: member, of: interface, on: AccessibleNames.path(of: AccessibleID(number)), at: ":1.5",
      body)
    return try dispatcher.answer(call).get().body.first
  }

  @Test func `paths and numbers belong together`() {
    #expect(AccessibleNames.id(of: AccessibleNames.rootPath) == .application)
    #expect(AccessibleNames.id(of: "/org/a11y/atspi/accessible/7") == AccessibleID(7))
    for path in [
      "/", "", "/org/a11y/atspi/accessible/", "/org/a11y/atspi/accessible/0",
      "/org/a11y/atspi/accessible/-1", "/org/a11y/atspi/accessible/99999999999999", "/x",
    ] {
      #expect(AccessibleNames.id(of: path) == nil)
    }
  }

  /// Orca speaks the last part alone.
  @Test func `keys are reported as an accelerator`() throws {
    #expect(try value("GetKeyBinding", AccessibleNames.action, 2, .int(0)) == .text(";;Escape"))
    #expect(try value("GetKeyBinding", AccessibleNames.action, 2, .int(7)) == .text(""))
    let actions = try value("GetActions", AccessibleNames.action, 2)
    #expect(
      actions == .array(of: "(sss)", [.tuple([.text("click"), .text(""), .text(";;Escape")])]))
  }

  @Test func `the tree is told which texts were read`() throws {
    let kind = AccessibleNames.accessible
    _ = try value("GetRole", kind, 5)
    #expect(tree.readTexts.isEmpty)
    _ = try value("Get", BusDaemon.properties, 5, .text(kind), .text("Name"))
    _ = try value("Get", BusDaemon.properties, 5, .text(kind), .text("Description"))
    #expect(tree.readTexts == [.name("a.jpg"), .description("")])
  }

  @Test func `an element returns its role, name, states and parent`() throws {
    let kind = AccessibleNames.accessible
    #expect(try value("GetRole", kind, 2) == .uint(43))
    #expect(try value("GetRoleName", kind, 2) == .text("push button"))
    #expect(
      try value("Get", BusDaemon.properties, 2, .text(kind), .text("Name"))
        == .variant(.text("Back")))
    let parent = try value("Get", BusDaemon.properties, 2, .text(kind), .text("Parent"))
    #expect(
      parent == .variant(.tuple([.text(":1.5"), .path("/org/a11y/atspi/accessible/1")])))
    guard case .array(of: "u", let words)? = try value("GetState", kind, 2) else {
      return #expect(Bool(false))
    }
    #expect(words.count == 2)
    #expect(words.first?.integer ?? 0 & (1 << 11 | 1 << 24) != 0)
  }

  @Test func `an element that has gone is defunct and answers nothing else`() throws {
    #expect(
      try value("GetState", AccessibleNames.accessible, 99)
        == .array(of: "u", [.uint(64), .uint(0)]))
    guard case .failure(let failure) = answer("GetRole", AccessibleNames.accessible, 99) else {
      return #expect(Bool(false))
    }
    #expect(failure.name.hasSuffix("UnknownObject"))
  }

  @Test func `a list of a million items is asked for one by one`() throws {
    let kind = AccessibleNames.accessible
    #expect(
      try value("Get", BusDaemon.properties, 4, .text(kind), .text("ChildCount"))
        == .variant(.int(1_000_000)))
    let last = try value("GetChildAtIndex", kind, 4, .int(999_999))
    #expect(last == .tuple([.text(":1.5"), .path("/org/a11y/atspi/accessible/1000099")]))
    for index: Int32 in [-1, 1_000_000, .min, .max] {
      #expect(
        try value("GetChildAtIndex", kind, 4, .int(index))
          == .tuple([.text(""), .path(AccessibleNames.nullPath)]))
    }
    guard case .array(_, let some)? = try value("GetChildren", kind, 4) else {
      return #expect(Bool(false))
    }
    #expect(some.count == AccessibleDispatcher.maxChildren)
  }

  @Test func `an action is answered before it happens`() throws {
    var dispatcher = AccessibleDispatcher(tree, busName: ":1.5", version: "1")
    let call = BusMessage(
      call: "DoAction", of: AccessibleNames.action, on: "/org/a11y/atspi/accessible/2", at: "",
      [.int(0)])
    let answer = try dispatcher.answer(call).get()
    #expect(answer.body == [.flag(true)])
    #expect(answer.requestedChange?.request == .performAction(index: 0))
    #expect(tree.wishes.isEmpty)
    #expect(try value("DoAction", AccessibleNames.action, 2, .int(1)) == .flag(false))
    #expect(try value("DoAction", AccessibleNames.action, 2, .int(-1)) == .flag(false))
  }

  @Test func `text offsets count Unicode scalars`() throws {
    let kind = AccessibleNames.text
    #expect(try value("GetText", kind, 3, .int(0), .int(-1)) == .text("e\u{301}té été"))
    #expect(try value("GetText", kind, 3, .int(1), .int(3)) == .text("\u{301}t"))
    #expect(try value("GetText", kind, 3, .int(900), .int(-7)) == .text(""))
    #expect(try value("GetCharacterAtOffset", kind, 3, .int(2)) == .int(0x74))
    let word = try answer("GetTextAtOffset", kind, 3, .int(6), .uint(1)).get()
    #expect(word == [.text("été"), .int(5), .int(8)])
  }

  @Test func `positions are returned on the screen, in the window and in the parent`() throws {
    func extents(_ kind: UInt32) throws -> BusValue? {
      try value("GetExtents", AccessibleNames.component, 2, .uint(kind))
    }
    #expect(try extents(0) == .tuple([.int(105), .int(206), .int(70), .int(80)]))
    #expect(try extents(1) == .tuple([.int(5), .int(6), .int(70), .int(80)]))
    #expect(try extents(2) == .tuple([.int(0), .int(0), .int(70), .int(80)]))
    #expect(throws: AccessibleDispatcher.Failure.invalidArguments) { try extents(3) }
  }

  @Test func `a value is limited to its range`() throws {
    var dispatcher = AccessibleDispatcher(tree, busName: ":1.5", version: "1")
    func set(_ number: Double) -> AccessibleRequest? {
      let call = BusMessage(
        call: "Set", of: BusDaemon.properties, on: "/org/a11y/atspi/accessible/5", at: "",
        [.text(AccessibleNames.value), .text("CurrentValue"), .variant(.double(number))])
      return try? dispatcher.answer(call).get().requestedChange?.request
    }
    #expect(set(100) == .setValue(100))
    #expect(set(9e99) == .setValue(400))
    #expect(set(-1) == .setValue(10))
    #expect(set(.nan) == nil)
  }

  @Test func `no call traps, whatever its arguments are`() {
    var random = SeededGenerator(seed: 3)
    let interfaces = [
      AccessibleNames.accessible, AccessibleNames.application, AccessibleNames.component,
      AccessibleNames.action, AccessibleNames.image, AccessibleNames.selection,
      AccessibleNames.value, AccessibleNames.text, AccessibleNames.editableText,
      AccessibleNames.cache, BusDaemon.properties, "org.freedesktop.DBus.Peer", "", "x",
    ]
    let members = [
      "GetChildAtIndex", "GetText", "GetStringAtOffset", "GetTextBeforeOffset",
      "GetTextAfterOffset", "SetSelection", "GetRangeExtents", "SetCaretOffset", "InsertText",
      "DeleteText", "GetExtents", "Contains", "GetAccessibleAtPoint", "DoAction", "GetName",
      "SelectChild", "IsChildSelected", "Get", "GetAll", "Set", "GetImageExtents", "GetItems",
    ]
    let values: [BusValue] = [
      .int(.min), .int(.max), .int(-1), .int(0), .int(3), .uint(.max), .uint(1), .text(""),
      .text("\u{0}x"), .text(AccessibleNames.value), .text("CurrentValue"), .double(.nan),
      .double(.infinity), .variant(.double(.infinity)), .array(of: "i", []), .flag(true),
      .variant(.int(.min)),
    ]
    var dispatcher = AccessibleDispatcher(tree, busName: ":1.5", version: "1")
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...4, using: &random)
      let body = (0..<count).compactMap { _ in values.randomElement(using: &random) }
      let number = UInt32.random(in: 0...7, using: &random)
      let call = BusMessage(
        call: members.randomElement(using: &random) ?? "",
        of: interfaces.randomElement(using: &random) ?? "",
        on: AccessibleNames.path(of: AccessibleID(number)), at: "", body)
      if case .success(let answer) = dispatcher.answer(call) {
        // Every answer can be sent.
        #expect(!call.reply(answer.body).bytes.isEmpty)
      }
    }
  }
}
