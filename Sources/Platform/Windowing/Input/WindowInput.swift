import CX11
import Input
import Motion

/// The input of one window: X events are translated to input events, and movements wait for the
/// next frame.
final class WindowInput {
  private let keyboard: KeyboardLookup
  private let deliver: (InputEvent) -> Void
  private var translator = EventTranslator()
  private var coalescer = InputCoalescer()

  /// Makes the input of a window. `deliver` receives the input events in their order.
  init(
    display: OpaquePointer, devices: ScrollDevices, deliver: @escaping (InputEvent) -> Void
  ) {
    keyboard = KeyboardLookup(display: display)
    self.deliver = deliver
    translator.devices = devices
  }

  /// The name and text of the key in a key event.
  func symbol(of event: XKeyEvent) -> KeySymbol { keyboard.symbol(of: event) }

  /// Handles a change of the keyboard map by dropping stored key positions.
  func keyboardDidChange() { keyboard.keyboardDidChange() }

  /// Translates an X event about input. Movements wait for ``flush()``; another event is delivered
  /// at once, after the movements that wait.
  func receive(_ input: ServerInput) {
    for event in translator.translate(input) {
      coalescer.append(event)
      if !InputCoalescer.isMovement(event) { flush() }
    }
  }

  /// Delivers the movements that wait.
  func flush() {
    guard !coalescer.isEmpty else { return }
    for event in coalescer.drain() { deliver(event) }
  }

  /// Adopts a change of the known input devices.
  func devicesDidChange(_ change: InputDevices.Change) {
    switch change {
    case .all(let devices): translator.devices = devices
    case .axes(let device, let axes): translator.devices.update(device, axes: axes)
    }
  }
}
