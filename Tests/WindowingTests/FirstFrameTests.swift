import CLinux
import CX11
import Geometry
import Pixels
import TestSupport
import Testing
import WindowingTestSupport

@testable import Windowing

/// The window contents before the first frame: the background and the early picture.
@Suite(
  .serialized, .tags(.display),
  .enabled(if: VirtualServer.isInstalled, "Xvfb is not installed"))
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

    /// The same shared memory, of which the program claims that it contains one colour.
    func pixels(claimedAs color: UInt32) -> SharedPixels {
      var result = pixels
      result.bitmap = Bitmap(size: Self.size, isOpaque: true) { memory, _ in
        for at in 0..<memory.count / 4 {
          memory.storeBytes(of: color, toByteOffset: at * 4, as: UInt32.self)
        }
      }
      return result
    }
  }

  /// The corner of the early picture in the tests.
  private let corner = Point(x: 11, y: 7)
  private let picture: UInt32 = 0xff65_4321
  private let ground: UInt32 = 0xff40_5060

  /// A stage with an early picture, of which the program claims that it has the colour ``picture``.
  /// Its first frame is held; it has the background, the picture, and a line in another colour in
  /// the rows 3 and 12.
  private func pictureStage() throws -> Stage {
    let stage = try Stage(background: ground, holdsFrames: true)
    #expect(stage.run { stage.pixel(0, 0) == 0x40_5060 && stage.window.isVisible })
    #expect(stage.window.prepareEarlyPresent())
    let pattern = try Pattern()
    withExtendedLifetime(pattern) {
      #expect(stage.window.presentEarly(pattern.pixels(claimedAs: picture), at: corner))
    }
    stage.pump()
    stage.recorder.color = ground
    let area = Rect(origin: corner, size: Pattern.size.size)
    stage.recorder.paint = { [picture] pixels, rect in
      if let part = area.intersection(rect) { Recorder.fill(pixels, part, picture) }
      for y in [3.0, 12.0] {
        let line = Rect(x: 0, y: y, width: 200, height: 1)
        if let part = line.intersection(rect) { Recorder.fill(pixels, part, 0xff11_2233) }
      }
    }
    return stage
  }

  @Test func `of the first frame only rows are sent that the server does not show`() throws {
    let stage = try pictureStage()
    stage.window.holdsFrames = false
    #expect(stage.run { stage.recorder.ticks == 1 })
    stage.pump()
    for y in [3, 12] {
      for x in [0, 20, 199] { #expect(stage.pixel(Int32(x), Int32(y)) == 0x11_2233, "\(x), \(y)") }
    }
    for (x, y) in [(0, 0), (39, 29), (17, 9)] {
      let color = UInt(Pattern.color(x, y))
      #expect(stage.pixel(Int32(11 + x), Int32(7 + y)) == color, "not sent: \(x), \(y)")
    }
    for (x, y) in [(0, 0), (10, 20), (51, 20), (199, 149), (100, 4)] {
      #expect(stage.pixel(Int32(x), Int32(y)) == 0x40_5060, "\(x), \(y)")
    }
  }

  @Test func `the frame after the first one is complete in memory`() throws {
    let stage = try pictureStage()
    stage.window.holdsFrames = false
    #expect(stage.run { stage.recorder.ticks == 1 })
    stage.recorder.damage = [Rect(x: 150, y: 100, width: 5, height: 5)]
    stage.draw()
    let ticks = stage.recorder.ticks
    // The server sends an Expose event for the whole window.
    XClearArea(stage.display.server.xDisplay, stage.window.id, 0, 0, 0, 0, 1)
    #expect(stage.run { stage.pixel(20, 20) == 0x65_4321 })
    #expect(stage.pixel(100, 100) == 0x40_5060 && stage.pixel(100, 3) == 0x11_2233)
    #expect(stage.recorder.ticks == ticks, "sent again from memory")
  }

  @Test func `an exposure after the first frame draws the window again`() throws {
    let stage = try pictureStage()
    stage.window.holdsFrames = false
    #expect(stage.run { stage.recorder.ticks == 1 })
    stage.pump()
    XClearArea(stage.display.server.xDisplay, stage.window.id, 0, 0, 0, 0, 1)
    #expect(stage.run { stage.recorder.ticks == 2 })
    stage.pump()
    #expect(stage.pixel(20, 20) == 0x65_4321 && stage.pixel(100, 100) == 0x40_5060)
  }

  @Test func `an early picture that the server has painted over is in the first frame`() throws {
    let stage = try pictureStage()
    XClearArea(stage.display.server.xDisplay, stage.window.id, 0, 0, 0, 0, 1)
    stage.pump()
    #expect(stage.pixel(20, 20) == 0x40_5060)
    stage.window.holdsFrames = false
    #expect(stage.run { stage.recorder.ticks == 1 })
    stage.pump()
    #expect(stage.pixel(20, 20) == 0x65_4321 && stage.pixel(20, 12) == 0x11_2233)
  }

  @Test func `a window that grows before the first frame does not keep the early picture`() throws {
    let stage = try pictureStage()
    // The server keeps the pixels at the top left corner, and paints only the new area.
    stage.window.resize(to: PixelSize(width: 260, height: 190))
    #expect(stage.run { stage.window.size == PixelSize(width: 260, height: 190) })
    stage.pump()
    #expect(stage.pixel(20, 20) == UInt(Pattern.color(9, 13)), "the server still shows it")
    let area = Rect(x: 100, y: 90, width: 40, height: 30)
    stage.recorder.paint = { [picture] pixels, rect in
      if let part = area.intersection(rect) { Recorder.fill(pixels, part, picture) }
    }
    stage.window.holdsFrames = false
    #expect(stage.run { stage.recorder.ticks == 1 })
    stage.pump()
    #expect(stage.pixel(20, 20) == 0x40_5060 && stage.pixel(120, 100) == 0x65_4321)
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
