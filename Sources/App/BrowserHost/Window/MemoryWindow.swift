import CLinux
package import Geometry
package import Pixels
package import Windowing

/// A window that is on no screen: its frames are drawn into memory, and its owner sends its input.
package final class MemoryWindow: HostWindow {
  package weak var delegate: (any WindowDelegate)?
  package let desktop: any HostDesktop
  package var composedText: TextInput? { nil }
  package var size: PixelSize
  package var isFullscreen = false
  package var isMaximized: Bool { false }
  package var isFocused = true
  package let isTranslucent: Bool
  package var profile: [UInt8]? { nil }
  package var frameOnScreen: Rect { Rect(origin: .zero, size: size.size) }
  package var chosenScale: Double?
  package var holdsFrames = false
  package var restoreCommand: () -> [[UInt8]] = { [] }
  package var portalParent: String { "" }
  package var lastUserActionTime: UInt32 { 0 }

  /// A closure called when the window is asked to enter (true) or leave fullscreen.
  package var onFullscreenRequest: (_ isFullscreen: Bool) -> Void = { _ in }
  /// A closure called with the pixels of the window after a frame was drawn.
  package var onPresent: (PixelBuffer) -> Void = { _ in }

  private var frameMemory: FrameMemory?

  private final class FrameMemory {
    let buffer: PixelBuffer
    private let memory: UnsafeMutableRawBufferPointer

    init?(_ size: PixelSize) {
      guard let (stride, total) = CheckedSize.byteCount(size) else { return nil }
      memory = UnsafeMutableRawBufferPointer.allocate(byteCount: total, alignment: 64)
      memory.initializeMemory(as: UInt8.self, repeating: 0)
      guard let base = memory.baseAddress else { return nil }
      buffer = PixelBuffer(size: size, stride: stride, bytes: base)
    }

    isolated deinit { memory.deallocate() }
  }

  /// Makes a window with a size in device pixels.
  package init(_ size: PixelSize, on desktop: any HostDesktop, isTranslucent: Bool) {
    self.size = size
    self.desktop = desktop
    self.isTranslucent = isTranslucent
  }

  package func setFullscreen(_ isOn: Bool) {
    if isOn != isFullscreen { onFullscreenRequest(isOn) }
  }

  package func present(damage: [Rect], draw: (PixelBuffer, _ repaint: [Rect]) -> Void) {
    var repaint = damage
    if frameMemory?.buffer.size != size {
      frameMemory = FrameMemory(size)
      repaint = [Rect(origin: .zero, size: size.size)]
    }
    guard let buffer = frameMemory?.buffer else { return }
    draw(buffer, repaint)
    onPresent(buffer)
  }

  package func saveClipboard(then done: @escaping () -> Void) { done() }
  package func readClipboard(then deliver: @escaping (OfferedData?) -> Void) { deliver(nil) }
  package func copy(_ forms: [ClipboardFormat]) -> Bool { true }
  package func begin(_ drag: OutgoingDrag, pointer: Point) -> Bool { false }
  package func prepareEarlyPresent() -> Bool { false }
  package func presentEarly(_ pixels: SharedPixels, at corner: Point) -> Bool { false }

  package func show() {}
  package func close() {}
  package func activate(startupID: String?) {}
  package func setTitle(_ title: String) {}
  package func setIcon(_ icons: [WindowIcon]) {}
  package func setCursor(_ cursor: Cursor) {}
  package func setOpaque(_ isOpaque: Bool) {}
  package func setSessionID(_ id: String) {}
  package func requestFrame() {}
  package func prepareForMotion() {}
  package func clearClipboard() {}
  package func acceptDrops(by handler: any DropHandler) {}
}
