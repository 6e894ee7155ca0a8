import CLinux
import Geometry
import Pixels
import TestSupport
import Testing

@testable import Windowing

/// The window contents before the first frame: the background and the early picture.
@MainActor
struct FirstFrameTests {
  /// Opaque pixels of distinct colours in shared memory.
  private final class Pattern {
    static let size = PixelSize(width: 40, height: 30)
    private static let rowPixels = 48
    let descriptor = memfd_create("pattern", UInt32(MFD_CLOEXEC))

    init() throws {
      var colors = [UInt32](repeating: 0xff00_0000, count: Self.rowPixels * Self.size.height)
      for y in 0..<Self.size.height {
        for x in 0..<Self.size.width { colors[y * Self.rowPixels + x] |= Self.color(x, y) }
      }
      let count = colors.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      try #require(count == colors.count * 4)
    }

    deinit { close(descriptor) }

    static func color(_ x: Int, _ y: Int) -> UInt32 { UInt32(x) << 18 | UInt32(y) << 10 | 0x33 }

    var pixels: SharedPixels {
      SharedPixels(descriptor: descriptor, size: Self.size, stride: Self.rowPixels * 4)
    }
  }

  @Test func `a window shows its background until the first frame`() throws {
    let stage = try Stage(background: 0xff40_5060, holdsFrames: true)
    #expect(stage.run { stage.pixel(100, 100) == 0x40_5060 })
    #expect(stage.recorder.ticks == 0)
    stage.window.holdsFrames = false
    #expect(stage.run { stage.recorder.ticks == 1 })
    stage.pump()
    #expect(stage.pixel(100, 100) == 0x10_2030)
  }

  @Test func `an early picture is shown from shared memory before the first frame`() throws {
    let stage = try Stage(background: 0xff00_0000, holdsFrames: true)
    #expect(stage.run { stage.pixel(0, 0) == 0 && stage.window.isVisible })
    let corner = Point(x: 11, y: 7)
    var pattern: Pattern? = try Pattern()
    let early = pattern.map { stage.window.presentEarly($0.pixels, at: corner) }
    #expect(early == false, "prepareEarlyPresent was not called")
    #expect(stage.window.prepareEarlyPresent())
    var tall = try #require(pattern).pixels
    tall.size.height = 40_000
    #expect(!stage.window.presentEarly(tall, at: corner), "the protocol has 16-bit heights")
    let isPut = pattern.map { stage.window.presentEarly($0.pixels, at: corner) }
    #expect(isPut == true)
    // The server has mapped the memory: the client may close its copy.
    pattern = nil
    stage.pump()
    for (x, y) in [(0, 0), (39, 0), (0, 29), (39, 29), (17, 12)] {
      #expect(stage.pixel(Int32(11 + x), Int32(7 + y)) == UInt(Pattern.color(x, y)), "\(x), \(y)")
    }
    #expect(stage.pixel(10, 7) == 0 && stage.pixel(51, 36) == 0)
    #expect(stage.recorder.ticks == 0)
    stage.window.holdsFrames = false
    #expect(stage.run { stage.recorder.ticks == 1 })
    stage.pump()
    #expect(stage.pixel(20, 20) == 0x10_2030)
    #expect(!stage.window.presentEarly(try Pattern().pixels, at: corner), "after the first frame")
    stage.pump()
    #expect(stage.pixel(20, 20) == 0x10_2030 && stage.recorder.errors.isEmpty)
  }

  @Test func `without MIT-SHM there is no early picture and the first frame is drawn`() throws {
    let stage = try Stage(server: ["-extension", "MIT-SHM"], holdsFrames: true)
    #expect(!stage.window.prepareEarlyPresent())
    #expect(!stage.window.presentEarly(try Pattern().pixels, at: .zero))
    stage.window.holdsFrames = false
    #expect(stage.run { stage.recorder.ticks == 1 })
    stage.pump()
    #expect(stage.pixel(0, 0) == 0x10_2030 && stage.recorder.errors.isEmpty)
  }
}
