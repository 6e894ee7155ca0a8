import AccessibilityTree
import Geometry
import Input
import Testing

@testable import Views

@MainActor @Suite struct StageTreeTests {
  private let fixture = StageFixture(400, 300)
  private let tree: StageTree

  init() {
    tree = StageTree(of: fixture.stage, application: "viewer")
    tree.windowTitle = { "photo – viewer" }
  }

  private var stage: Stage { fixture.stage }
  private var children: [AccessibleID] {
    tree.forgetCachedElements()
    return (0..<tree.childCount(of: StageTree.windowID)).compactMap {
      tree.child($0, of: StageTree.windowID)
    }
  }

  private func add(_ view: View, _ frame: Rect = Rect(x: 10, y: 10, width: 100, height: 40)) {
    view.frame = frame
    stage.root.add(view)
    fixture.frame()
  }

  @Test func `the application has the window, and the window the views with a label`() {
    let group = View()
    group.add(IconButton(.back, label: "Back"))
    group.add(View())
    add(group)
    #expect(tree.element(.application)?.role == .application)
    #expect(tree.child(0, of: .application) == StageTree.windowID)
    #expect(tree.element(StageTree.windowID)?.name == "photo – viewer")
    // The group has no label: its button is a child of the window.
    #expect(children.map { tree.element($0)?.name } == ["Back"])
    #expect(tree.element(children[0])?.role == .pushButton)
    #expect(tree.parent(of: children[0]) == StageTree.windowID)
    #expect(tree.index(of: children[0]) == 0)
  }

  @Test func `a number is never given again`() {
    let button = IconButton(.back, label: "Back")
    add(button)
    let first = children[0]
    button.removeFromParent()
    #expect(children.isEmpty && tree.element(first) == nil && tree.index(of: first) == nil)
    stage.root.add(IconButton(.close, label: "Close"))
    #expect(children[0].number > first.number)
    stage.root.add(button)
    tree.forgetCachedElements()
    #expect(tree.element(first)?.name == "Back")
    let other = StageTree(of: stage, application: "viewer")
    #expect(other.element(first) == nil)
    #expect(other.child(0, of: StageTree.windowID) != first)
  }

  @Test func `an invisible view is not exposed, unless it has only faded`() {
    let (hidden, clear) = (IconButton(.back, label: "A"), IconButton(.close, label: "B"))
    let faded = IconButton(.menu, label: "C")
    for button in [hidden, clear, faded] { add(button) }
    hidden.isHidden = true
    clear.alpha = 0
    faded.isHidden = true
    faded.isHiddenUntilNeeded = true
    #expect(children.map { tree.element($0)?.name } == ["C"])
    #expect(tree.element(children[0])?.states.contains(.showing) == false)
    faded.isHiddenUntilNeeded = false
    faded.isHidden = false
    #expect(tree.element(children[0])?.states.contains(.showing) == true)
  }

  @Test func `an action does what a click does, and nothing on a disabled control`() {
    var clicks = 0
    let button = PillButton("Undo") { clicks += 1 }
    add(button)
    tree.perform(.performAction(index: 0), on: children[0])
    #expect(clicks == 1)
    button.isEnabled = false
    tree.perform(.performAction(index: 0), on: children[0])
    #expect(clicks == 1)
    #expect(tree.element(children[0])?.states.contains(.sensitive) == false)
  }

  @Test func `requests on unknown elements have no effect`() {
    add(PillButton("Undo"))
    for number: UInt32 in [0, 1, 77_777, .max] {
      let id = AccessibleID(number)
      for request: AccessibleRequest in [
        .performAction(index: 0), .performAction(index: -1), .focus, .setValue(.nan), .setText("x"),
        .replaceText(5..<900, with: "x"),
        .setAllSelected(true), .setSelected(true), .reveal,
      ] {
        tree.perform(request, on: id)
      }
      _ = tree.frame(of: id)
      _ = tree.element(at: Point(x: -1, y: 1e12), in: id)
      #expect(tree.child(-1, of: id) == nil)
      #expect(tree.selectedChild(0, of: id) == nil)
    }
  }

  @Test func `menu entries are exposed with keys, checks and states, and can be chosen`() {
    var chosen = ""
    var filmstrip = MenuItem("Filmstrip") {}
    filmstrip.isCheckable = true
    let menu = MenuView(
      [
        MenuItem("Copy", shortcut: "Ctrl+C") { chosen = "copy" }, .separator,
        MenuItem("Loop", isChecked: true) { chosen = "loop" },
        MenuItem("Paste", isEnabled: false) { chosen = "paste" }, filmstrip,
      ], at: Point(x: 20, y: 20))
    menu.open(on: stage)
    fixture.frame()
    let id = children[0]
    let entries = (0..<5).compactMap { tree.child($0, of: id) }
    #expect(tree.element(id)?.role == .menu && tree.childCount(of: id) == 5)
    #expect(tree.element(entries[0])?.actions.first?.keys == "Ctrl+C")
    #expect(tree.element(entries[1])?.role == .separator)
    #expect(tree.element(entries[2])?.states.contains(.checked) == true)
    #expect(tree.element(entries[4])?.role == .checkMenuItem)
    #expect(tree.element(entries[4])?.states.contains(.checked) == false)
    #expect(tree.element(entries[3])?.states.contains(.enabled) == false)
    #expect(tree.focus == id)
    fixture.key(.down)
    tree.forgetCachedElements()
    #expect(tree.focus == entries[0])
    tree.perform(.performAction(index: 0), on: entries[3])
    #expect(chosen.isEmpty)
    tree.perform(.performAction(index: 0), on: entries[2])
    #expect(chosen == "loop" && menu.parent == nil)
  }

  @Test func `the menu of an entry has the name of the entry`() {
    let menu = MenuView([MenuItem("Print…") {}], at: Point(x: 20, y: 20), title: "Share")
    menu.open(on: stage)
    fixture.frame()
    #expect(tree.element(children[0])?.name == "Share")
  }

  /// A screen reader would spell out the dots, and pause at the ends of lines only.
  @Test func `lines and dividing dots are spoken as sentences and commas`() {
    let strip = View()
    strip.accessibilityLabel = "a.jpg. 24\u{A0}MP\u{A0}\u{A0}·  258\u{A0}kB · JPEG\n/home/anna"
    add(strip, Rect(x: 0, y: 0, width: 100, height: 20))
    #expect(tree.element(children[0])?.name == "a.jpg. 24 MP, 258 kB, JPEG. /home/anna")
    strip.accessibilityLabel = "The first line.\nThe second?\nThe third"
    #expect(tree.element(children[0])?.name == "The first line. The second? The third")
  }

  @Test func `a text field tells a note in place of the placeholder`() {
    let field = TextField(label: "Find")
    field.placeholder = "Name"
    add(field, Rect(x: 0, y: 0, width: 100, height: 30))
    let id = children[0]
    stage.setFocus(field)
    fixture.frame()
    #expect(tree.element(id)?.description == "Name")
    _ = tree.focusEvents()
    field.accessibilityNote = "3 of 12 pictures"
    tree.forgetCachedElements()
    #expect(tree.focusEvents().contains(.descriptionChanged(id, "3 of 12 pictures")))
  }

  @Test func `a point on a bar belongs to the controls behind it`() {
    let bar = TitleBar()
    let (page, tab) = (View(), IconButton(.back, label: "Tab"))
    page.accessibilityLabel = "Page"
    add(page, Rect(x: 0, y: 0, width: 400, height: 300))
    add(tab, Rect(x: 150, y: 2, width: 40, height: 40))
    add(bar, Rect(x: 0, y: 0, width: 400, height: 48))
    func name(at x: Double) -> String? {
      tree.forgetCachedElements()
      return tree.element(at: Point(x: x, y: 20), in: StageTree.windowID)
        .flatMap { tree.element($0)?.name }
    }
    #expect(name(at: 170) == "Tab")
    #expect(name(at: 250) == "Title bar")
    #expect(name(at: bar.menuButton.frame.midX) == "Open Menu")
  }

  @Test func `a text field exposes its text and accepts another one`() throws {
    let field = TextField("Straße", label: "Name")
    var changes = 0
    field.onChange = { changes += 1 }
    add(field, Rect(x: 0, y: 0, width: 200, height: 38))
    stage.setFocus(field)
    let id = children[0]
    let text = try #require(tree.element(id)?.text)
    #expect(text.content == "Straße" && text.caret == 6)
    tree.perform(.selectText(1..<3), on: id)
    #expect(tree.element(id)?.text?.selection == 1..<3)
    tree.perform(.replaceText(0..<2, with: "G"), on: id)
    #expect(field.text == "Graße" && changes == 1)
    tree.perform(.replaceText(90..<900, with: "!"), on: id)
    #expect(field.text == "Graße!")
    tree.perform(.setText("new"), on: id)
    #expect(field.text == "new" && tree.element(id)?.text?.caret == 3)
  }

  @Test func `typing is reported as inserted and deleted text`() {
    let field = TextField("abc", label: "Name")
    add(field, Rect(x: 0, y: 0, width: 200, height: 38))
    stage.setFocus(field)
    let id = children[0]
    _ = tree.focusEvents()
    tree.perform(.replaceText(3..<3, with: "d"), on: id)
    #expect(tree.focusEvents() == [.textInserted(id, at: 3, "d"), .caretMoved(id, offset: 4)])
    tree.perform(.replaceText(0..<2, with: "x"), on: id)
    #expect(
      tree.focusEvents() == [
        .textDeleted(id, at: 0, "ab"), .textInserted(id, at: 0, "x"), .caretMoved(id, offset: 1),
      ])
    #expect(tree.focusEvents().isEmpty)
  }

  @Test func `the focus is reported when it moves`() {
    let (first, second) = (PillButton("One"), PillButton("Two"))
    add(first)
    add(second)
    stage.setFocus(first)
    let ids = children
    #expect(tree.focusEvents().contains(.stateChanged(ids[0], state: "focused", isOn: true)))
    stage.setFocus(second)
    #expect(
      tree.focusEvents() == [
        .stateChanged(ids[0], state: "focused", isOn: false),
        .stateChanged(ids[1], state: "focused", isOn: true),
      ])
    #expect(tree.element(ids[1])?.states.contains(.focused) == true)
    tree.isActive = { false }
    #expect(
      tree.focusEvents().contains(
        .windowChanged(StageTree.windowID, .deactivate, title: "photo – viewer"))
    )
  }

  @Test func `a message is reported as a notification that shows, and again with another text`() {
    let toast = Toast()
    stage.root.add(toast)
    fixture.frame()
    _ = tree.focusEvents()
    #expect(tree.remainingEvents().isEmpty)
    toast.show("Moved to the trash", action: Toast.ToastAction("Undo") {})
    fixture.frame()
    fixture.frame(after: 0.3)
    let id = children[0]
    #expect(tree.element(id)?.role == .notification)
    let events = tree.remainingEvents()
    #expect(events.contains(.stateChanged(id, state: "showing", isOn: true)))
    #expect(events.contains(.childAdded(id, index: 0, parent: StageTree.windowID)))
    #expect(tree.remainingEvents().isEmpty)
    toast.show("Moved again")
    fixture.frame(after: 0.1)
    let early = tree.remainingEvents()
    #expect(early.contains(.nameChanged(id, "Moved again")))
    #expect(
      !early.contains(.stateChanged(id, state: "showing", isOn: true)),
      "a reader that has not asked for the first text gets the second one alone")
    tree.didRead(.name("Moved again"), of: id)
    toast.show("Restored")
    fixture.frame(after: 0.1)
    #expect(tree.remainingEvents().contains(.stateChanged(id, state: "showing", isOn: true)))
    toast.show("Restored all")
    fixture.frame(after: 0.1)
    tree.didRead(.name("Restored all"), of: id)
    #expect(
      !tree.remainingEvents().contains(.stateChanged(id, state: "showing", isOn: true)),
      "the reader knows the text before its change is reported")
    fixture.frame(after: 5)
    fixture.frame(after: 5)
    #expect(
      tree.remainingEvents().contains(.childRemoved(id, index: 0, parent: StageTree.windowID)))
  }

  @Test func `a message for assistive programs alone is reported, also the same one again`() {
    _ = tree.focusEvents()
    _ = tree.remainingEvents()
    var reported: [AccessibleID] = []
    for _ in 0..<2 {
      let message = Announcement("Newest First")
      stage.root.add(message)
      fixture.frame()
      let id = children[0]
      #expect(tree.element(id)?.role == .notification && tree.element(id)?.name == "Newest First")
      #expect(tree.remainingEvents().contains(.stateChanged(id, state: "showing", isOn: true)))
      reported.append(id)
      message.removeFromParent()
    }
    #expect(Set(reported).count == 2)
  }

  /// A screen reader would spell out every star.
  @Test(arguments: [
    ("Rate ★★★: “a.jpg”", "Rate 3 stars: “a.jpg”"), ("★★★☆☆", "3 stars"),
    ("★best.jpg", "1 star, best.jpg"), ("“a★★2.jpg”", "“a, 2 stars, 2.jpg”"),
    ("new ★", "new 1 star"), ("☆.jpg", "☆.jpg"),
    ("\u{2066}\u{200E}3 / 20\u{2069}", "3 / 20"),
  ])
  func `stars are spoken as their number, apart from words`(text: String, spoken: String) {
    let view = View()
    view.accessibilityLabel = text
    add(view)
    #expect(tree.element(children[0])?.name == spoken)
  }

  @Test func `a switch and a row of choices are changed by their actions`() {
    let (loop, order) = (
      SettingRow("Loop", isOn: false), SettingRow("Turn", choices: ["A", "B", "C"], index: 0)
    )
    var changes: [Int] = []
    order.onChange = { changes.append($0) }
    add(loop)
    add(order)
    let ids = children
    #expect(tree.element(ids[0])?.role == .toggleButton && tree.element(ids[0])?.name == "Loop")
    tree.perform(.performAction(index: 0), on: ids[0])
    #expect(tree.element(ids[0])?.states.contains(.checked) == true)
    tree.perform(.performAction(index: 1), on: ids[1])
    tree.perform(.setValue(1), on: ids[1])
    #expect(changes == [2, 1] && tree.element(ids[1])?.value?.current == 1)
    // The current value is no change, and a value beyond the maximum is the maximum.
    for value in [1, 1e300, .infinity] { tree.perform(.setValue(value), on: ids[1]) }
    #expect(changes == [2, 1, 2] && tree.element(ids[1])?.value?.current == 2)
    tree.perform(.setValue(-1e300), on: ids[1])
    #expect(changes == [2, 1, 2, 0])
  }

  @Test func `a disabled row of choices keeps its value`() {
    let row = SettingRow("Turn", choices: ["A", "B", "C"], index: 0)
    var changes: [Int] = []
    row.onChange = { changes.append($0) }
    add(row)
    stage.setFocus(row)
    row.isEnabled = false
    let id = children[0]
    for request: AccessibleRequest in [
      .performAction(index: 0), .performAction(index: 1), .setValue(2),
    ] {
      tree.perform(request, on: id)
    }
    for key in [KeyEvent.Name.left, .right, .enter] { fixture.key(key) }
    #expect(changes.isEmpty && row.choiceIndex == 0)
  }

  @Test func `a row that leads to another sheet is a button`() {
    let row = SettingRow(link: "Shortcuts")
    var presses = 0
    row.action = { presses += 1 }
    add(row)
    let id = children[0]
    #expect(tree.element(id)?.role == .pushButton && tree.element(id)?.name == "Shortcuts")
    #expect(tree.element(id)?.actions.map(\.name) == ["click"])
    tree.perform(.performAction(index: 0), on: id)
    #expect(presses == 1)
  }

  @Test func `a sheet is a modal dialog that can be closed`() {
    let sheet = BottomSheet(
      "Rename", items: [FormText("Choose a name"), SettingRow("X", isOn: true)])
    sheet.reducesMotion = true
    sheet.open(on: stage)
    fixture.frame()
    let id = children[0]
    #expect(tree.element(id)?.role == .dialog)
    #expect(tree.element(id)?.states.contains(.modal) == true)
    #expect(tree.childCount(of: id) == 2)
    tree.perform(.performAction(index: 0), on: id)
    #expect(children.isEmpty)
  }
}
