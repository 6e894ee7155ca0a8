import CX11
package import Geometry
import Glibc
package import Input

/// The text input of a window: the input context through which an input method turns keys into text
/// while a view takes text.
///
/// A key is first offered to the input method. The input method may consume the key, and later
/// commits text, which arrives as a key event with that text and without a name. Text that is not
/// committed yet is reported by ``onCompositionChange`` when the input method lets the program
/// draw it.
@MainActor
package final class TextInput {
  /// Whether a key is offered to the input method, by the key's meaning in the keyboard layout.
  /// While uncommitted text exists, every key is offered. Default: true for every key.
  package var takesText: (KeyEvent) -> Bool = { _ in true }
  /// Called when the uncommitted text has changed; nil when there is none.
  package var onCompositionChange: (TextComposition?) -> Void = { _ in }

  /// Called when another input method is in use, with its kind: `none`, `asking` (while the input
  /// method server is asked for a reply), `built-in` or `server`.
  package var onMethodChange: (_ kind: String) -> Void = { _ in }

  private let id: CX11.Window
  private let server: XServer
  private let method: InputMethod
  private var context: OpaquePointer?
  private var preedit = PreeditBuffer()
  /// Whether the input method has consumed the last key, so that the next key is offered to it as
  /// well.
  private var hasConsumedLastKey = false
  private var hasFocus = false
  /// The position beside which the input method shows candidates, as it was last sent, in device
  /// pixels of the window.
  private var sentCaretSpot = XPoint()

  /// The XIM input styles that are used, the preferred one first: uncommitted text is drawn by the
  /// program, by the input method at the caret, by the input method elsewhere, or not at all.
  nonisolated static let styles: [UInt] = [
    UInt(XIMPreeditCallbacks | XIMStatusNothing), UInt(XIMPreeditPosition | XIMStatusNothing),
    UInt(XIMPreeditNothing | XIMStatusNothing), UInt(XIMPreeditNone | XIMStatusNone),
  ]

  init(of id: CX11.Window, on server: XServer, method: InputMethod) {
    self.id = id
    self.server = server
    self.method = method
  }

  isolated deinit { close() }

  /// Whether a view of the window takes text at present. Default: false.
  package var isOn = false {
    didSet {
      guard isOn != oldValue else { return }
      hasConsumedLastKey = false
      if isOn { method.askServerToReply() }
      updateFocus()
    }
  }

  /// The caret's rectangle in device pixels of the window; the input method shows candidates beside
  /// it.
  package var caret = Rect.zero {
    didSet { if caret != oldValue { sendSpot() } }
  }

  /// Ends the composition: discards the uncommitted text, or commits it.
  ///
  /// - Returns: the text that the input method commits for the uncommitted text; nil when it
  ///   commits none.
  package func endComposition() -> String? {
    preedit = PreeditBuffer()
    hasConsumedLastKey = false
    guard let context, !server.isLost, let text = method.withWatchdog({ Xutf8ResetIC(context) })
    else {
      return nil
    }
    defer { XFree(text) }
    return String(cString: text)
  }

  // MARK: Context

  /// Handles a change of the window's keyboard focus.
  func windowFocusDidChange(_ isFocused: Bool) {
    hasFocus = isFocused
    updateFocus()
  }

  /// Handles the change to another input method, given the state of the former input contexts.
  func methodDidChange(_ former: InputMethod.FormerContextState) {
    switch former {
    case .alive: destroyContext()
    case .unresponsive:
      guard let context, !server.isLost else { break }
      // The former context cannot be destroyed, and the input method may still call back with this
      // object's address, so this object is never released.
      method.unfocus(context)
      _ = Unmanaged.passRetained(self)
    case .destroyed: break
    }
    context = nil
    setPreedit(PreeditBuffer())
    updateFocus()
    onMethodChange(method.kind)
  }

  /// Destroys the input context; called when the window is closed.
  func close() {
    destroyContext()
    isOn = false
  }

  private func destroyContext() {
    guard let former = context else { return }
    context = nil
    if !server.isLost { method.withWatchdog { XDestroyIC(former) } }
  }

  private func updateFocus() {
    guard !server.isLost else { return }
    guard isOn, hasFocus else {
      if let context { method.withWatchdog { XUnsetICFocus(context) } }
      return
    }
    if context == nil, let handle = method.handle { context = makeContext(handle) }
    guard let context else { return }
    method.withWatchdog { XSetICFocus(context) }
    sendSpot()
  }

  private func makeContext(_ handle: OpaquePointer) -> OpaquePointer? {
    guard let list = method.withWatchdog({ pbview_im_styles(handle) }) else { return nil }
    defer { XFree(list) }
    let offered = UnsafeBufferPointer(
      start: list.pointee.supported_styles, count: Int(list.pointee.count_styles))
    for style in Self.styles where offered.contains(style) {
      // A server that does not reply has been given up, and its handle is invalid.
      guard method.handle == handle else { return nil }
      if let context = method.withWatchdog({ makeContext(handle, style: style) }) { return context }
    }
    return nil
  }

  private func makeContext(_ handle: OpaquePointer, style: UInt) -> OpaquePointer? {
    sentCaretSpot = caretSpot
    guard style & UInt(XIMPreeditCallbacks | XIMPreeditPosition) != 0 else {
      return pbview_create_plain_ic(handle, id, style)
    }
    let data = Unmanaged.passUnretained(self).toOpaque().assumingMemoryBound(to: CChar.self)
    var callbacks = [
      Self.preeditDidStart, Self.preeditDidEnd, Self.preeditDidDraw, Self.preeditCaretDidMove,
    ].map {
      XICCallback(client_data: data, callback: $0)
    }
    return pbview_create_ic(handle, id, style, &sentCaretSpot, &callbacks)
  }

  private var caretSpot: XPoint {
    XPoint(x: Int16(clamping: Int(caret.minX)), y: Int16(clamping: Int(caret.maxY)))
  }

  private func sendSpot() {
    guard let context, isOn, !server.isLost else { return }
    let caretSpot = caretSpot
    guard caretSpot.x != sentCaretSpot.x || caretSpot.y != sentCaretSpot.y else { return }
    sentCaretSpot = caretSpot
    method.withWatchdog { pbview_set_spot(context, &sentCaretSpot) }
  }

  // MARK: Keys

  /// Offers a press or release of a key to the input method.
  ///
  /// - Parameter key: the key with its meaning in the keyboard layout.
  /// - Returns: whether the input method has consumed the key.
  func offerToInputMethod(_ event: inout XEvent, _ key: KeyEvent) -> Bool {
    // Without a window manager, a window may receive keys without a FocusIn event.
    if isOn, !hasFocus { windowFocusDidChange(true) }
    if isOn, context == nil { method.openBuiltInForKey() }
    guard isOn, context != nil || event.xkey.keycode == 0 else { return false }
    let isOwn = event.xkey.keycode == 0
    guard isOwn || hasConsumedLastKey || !preedit.isEmpty || takesText(key) else { return false }
    let isConsumed = method.withWatchdog { XFilterEvent(&event, 0) != 0 }
    if event.type == KeyPress { hasConsumedLastKey = isConsumed }
    return isConsumed
  }

  /// The text of a key press that the input method did not consume; nil for a key without text.
  func text(of event: inout XKeyEvent) -> String? {
    guard isOn, let context, event.type == KeyPress, !server.isLost else { return nil }
    var bytes = [CChar](repeating: 0, count: 128)
    var status: Int32 = 0
    var count = Xutf8LookupString(context, &event, &bytes, Int32(bytes.count), nil, &status)
    if status == XBufferOverflow {
      bytes = [CChar](repeating: 0, count: Int(max(0, count)) + 1)
      count = Xutf8LookupString(context, &event, &bytes, Int32(bytes.count), nil, &status)
    }
    guard status == XLookupChars || status == XLookupBoth, count > 0 else { return nil }
    let text = String(
      decoding: bytes.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let isPrintable = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    return isPrintable ? text : nil
  }

  // MARK: Pre-edit

  private func setPreedit(_ new: PreeditBuffer) {
    guard new != preedit else { return }
    preedit = new
    onCompositionChange(new.composition)
  }

  private static func instance(at address: UInt) -> TextInput? {
    UnsafeRawPointer(bitPattern: address).map {
      Unmanaged<TextInput>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private static let preeditDidStart: XICProc = { _, data, _ in
    let address = UInt(bitPattern: data)
    MainActor.assumeIsolated { TextInput.instance(at: address)?.setPreedit(PreeditBuffer()) }
    // The result −1 permits uncommitted text of any length.
    return -1
  }

  private static let preeditDidEnd: XICProc = { _, data, _ in
    let address = UInt(bitPattern: data)
    MainActor.assumeIsolated { TextInput.instance(at: address)?.setPreedit(PreeditBuffer()) }
    return 0
  }

  private static let preeditDidDraw: XICProc = { _, data, call in
    let address = UInt(bitPattern: data)
    let change = UInt(bitPattern: call)
    MainActor.assumeIsolated {
      guard let pointer = UnsafeRawPointer(bitPattern: change) else { return }
      TextInput.instance(at: address)?.draw(pointer.load(as: XIMPreeditDrawCallbackStruct.self))
    }
    return 0
  }

  private static let preeditCaretDidMove: XICProc = { _, data, call in
    let address = UInt(bitPattern: data)
    let change = UInt(bitPattern: call)
    MainActor.assumeIsolated {
      guard let pointer = UnsafeMutableRawPointer(bitPattern: change) else { return }
      let move = pointer.assumingMemoryBound(to: XIMPreeditCaretCallbackStruct.self)
      TextInput.instance(at: address)?.moveCaret(&move.pointee)
    }
    return 0
  }

  private func draw(_ change: XIMPreeditDrawCallbackStruct) {
    var new = preedit
    var scalars: [Unicode.Scalar]? = []
    var feedback: [UInt] = []
    if let text = change.text?.pointee {
      scalars = Self.scalars(of: text)
      if let marks = text.feedback {
        feedback = Array(UnsafeBufferPointer(start: marks, count: Int(text.length)))
      }
    }
    new.replaceText(
      first: Int(change.chg_first), count: Int(change.chg_length), scalars: scalars,
      feedback: feedback, caret: Int(change.caret))
    setPreedit(new)
  }

  /// The characters of a text of Xlib; nil when it has only feedback.
  private static func scalars(of text: XIMText) -> [Unicode.Scalar]? {
    let length = Int(text.length)
    if text.encoding_is_wchar != 0 {
      guard let wide = text.string.wide_char else { return nil }
      return UnsafeBufferPointer(start: wide, count: length).map(scalar)
    }
    return text.string.multi_byte.map { scalars(of: $0, atMost: length) }
  }

  /// The first `length` characters of a C string in the encoding of the locale; empty when the
  /// string is invalid in that encoding.
  nonisolated static func scalars(
    of bytes: UnsafePointer<CChar>, atMost length: Int
  ) -> [Unicode.Scalar] {
    var wide = [wchar_t](repeating: 0, count: length + 1)
    // `mbstowcs` returns −1 for an invalid string.
    let count = mbstowcs(&wide, bytes, length)
    guard (0...length).contains(count) else { return [] }
    return wide.prefix(count).map(scalar)
  }

  nonisolated private static func scalar(_ wide: wchar_t) -> Unicode.Scalar {
    Unicode.Scalar(UInt32(truncatingIfNeeded: wide)) ?? "\u{FFFD}"
  }

  private func moveCaret(_ change: inout XIMPreeditCaretCallbackStruct) {
    var new = preedit
    let move: PreeditBuffer.CaretMove =
      switch change.direction {
      case XIMForwardChar: .forward
      case XIMBackwardChar: .backward
      case XIMLineStart: .lineStart
      case XIMLineEnd: .lineEnd
      case XIMAbsolutePosition: .absolute(Int(change.position))
      default: .none
      }
    change.position = Int32(new.move(move))
    setPreedit(new)
  }
}
