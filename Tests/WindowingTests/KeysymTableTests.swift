import Input
import Testing

@testable import Windowing

struct KeysymTableTests {
  /// The keysyms of the key `f` / `а` in a Latin and a Russian layout, by the modifier and group
  /// bits of `state`.
  private func twoLayouts(_ state: UInt32) -> UInt32 {
    let isShifted = state & 1 != 0
    let isLocked = state & 2 != 0
    if state & 0x6000 == 0x2000 { return isShifted != isLocked ? 0x6e1 : 0x6c1 }
    return isShifted != isLocked ? 0x46 : 0x66
  }

  @Test func `the key name depends on Shift and not on Ctrl`() {
    let plain = KeysymTable.symbol(state: 4, lookUp: twoLayouts)
    #expect(plain == KeySymbol(name: .character("f"), text: ""))
    #expect(KeysymTable.symbol(state: 1 | 4, lookUp: twoLayouts).name == .character("F"))
  }

  @Test func `Caps Lock changes the text and not the key name`() {
    let symbol = KeysymTable.symbol(state: 2, lookUp: twoLayouts)
    #expect(symbol == KeySymbol(name: .character("f"), text: "F"))
  }

  @Test func `a key of a non-Latin layout has its name from the Latin layout`() {
    let symbol = KeysymTable.symbol(state: 0x2000, lookUp: twoLayouts)
    #expect(symbol == KeySymbol(name: .character("f"), text: "а"))
  }

  @Test func `without a Latin layout the key name is the letter itself`() {
    let symbol = KeysymTable.symbol(state: 0) { _ in 0x6c1 }
    #expect(symbol.name == .character("а"))
  }

  @Test(arguments: [
    (0xff51 as UInt32, KeyEvent.Name.left), (0xff96, .left), (0xff8d, .enter), (0xff0d, .enter),
    (0xfe20, .tab), (0xffff, .delete), (0xff67, .menu), (0xffbe, .function(1)),
    (0xffc8, .function(11)), (0xe9, .character("é")), (0xffab, .character("+")),
    (0xffb7, .character("7")), (0x20ac, .character("€")), (0x0100_1e9e, .character("ẞ")),
    (0x20, .character(" ")), (0xffe1, .other(0xffe1)), (0x7e1, .character("α")),
    (0xce0, .character("א")), (0x1b1, .character("ą")), (0xda1, .character("ก")),
  ])
  func `keysyms map to key names`(keysym: UInt32, name: KeyEvent.Name) {
    #expect(KeysymTable.name(of: keysym) == name)
  }

  @Test func `keypad keys give digits with Num Lock`() {
    #expect(KeysymTable.symbol(state: 0x10) { _ in 0xffb4 }.text == "4")
  }
}
