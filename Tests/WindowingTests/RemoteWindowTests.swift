import CX11
import Geometry
import Motion
import Pixels
import TestSupport
import Testing
import WindowingTestSupport

@testable import Windowing

/// Windows on displays of other machines.
@MainActor
struct RemoteWindowTests {
  private static let whole = Rect(x: 0, y: 0, width: 200, height: 150)

  /// Colours that differ strongly from pixel to pixel.
  private static func color(_ x: Int, _ y: Int, _ seed: Int) -> UInt32 {
    0xff00_0000 | UInt32((x * 7919 + y * 104_729 + seed * 1_299_709) & 0xff_ffff)
  }

  private static func show(_ seed: Int, shift: Int = 0, in stage: Stage) {
    stage.window.present(damage: [whole]) { pixels, _ in
      for y in 0..<150 {
        let row = pixels.bytes + y * pixels.stride
        for x in 0..<200 {
          row.storeBytes(
            of: color(x + shift, y, seed), toByteOffset: x * 4, as: UInt32.self)
        }
      }
    }
  }

  private static func isExact(_ seed: Int, shift: Int = 0, in stage: Stage) -> Bool {
    [(0, 0), (199, 0), (100, 75), (3, 140), (199, 149)].allSatisfy { x, y in
      stage.pixel(Int32(x), Int32(y)) == UInt(color(x + shift, y, seed) & 0xff_ffff)
    }
  }

  @Test func `a display on this machine is distinguished from a remote one`() throws {
    #expect(try !Stage().display.server.isRemote)
    #expect(try Stage(isRemote: true).display.server.isRemote)
  }

  @Test func `pixels arrive exactly through a network`() throws {
    let stage = try Stage(isRemote: true)
    #expect(stage.run { stage.recorder.ticks > 0 && stage.window.isVisible })
    for (seed, shift) in [(1, 0), (1, 23), (1, -17), (2, 0)] {
      Self.show(seed, shift: shift, in: stage)
      #expect(stage.run { Self.isExact(seed, shift: shift, in: stage) })
    }
    #expect(stage.recorder.errors.isEmpty)
  }

  @Test func `a large change is shown coarsely at once, and exactly at rest`() throws {
    let stage = try Stage(isRemote: true)
    #expect(stage.run { stage.recorder.ticks > 0 && stage.window.isVisible })
    let server = stage.display.server
    var values = XGCValues()
    let context = try #require(XCreateGC(server.xDisplay, stage.window.id, 0, &values))
    defer { XFreeGC(server.xDisplay, context) }
    let (size, stride) = (PixelSize(width: 200, height: 150), 832)
    let visual = try WindowVisual(display: server.xDisplay, screen: server.screen)
    let frame = try #require(
      ServerFrame(
        of: stage.window.id, on: server, visual: visual, context: context, size: size,
        stride: stride))
    // The pixels are a ramp from left to right, with noise in its lowest bits.
    var pixels = [UInt32](repeating: 0, count: stride / 4 * 150)
    for i in pixels.indices {
      pixels[i] = 0xff00_0000 | UInt32(i % (stride / 4)) << 8 | UInt32(i % 3)
    }
    func show(limit: Int) -> ServerFrame.SendResult {
      pixels.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return ServerFrame.SendResult() }
        return frame.show([Self.whole], of: start, maxBytes: limit)
      }
    }
    let coarse = show(limit: 4000)
    #expect(coarse.isCoarse && frame.isCoarse)
    #expect(coarse.bytes < 4000, "a reduction by eight")
    stage.pump()
    for x in [8, 90, 190] {
      let green = Int(stage.pixel(Int32(x), 70) ?? 0) >> 8 & 0xff
      #expect(abs(green - x) < 12, "\(green) at \(x)")
    }
    var sent = 0
    while frame.isCoarse { sent += frame.refine(maxBytes: 20_000) }
    #expect(sent >= 200 * 150 * 3 && sent < 200 * 150 * 3 + 4000)
    stage.pump()
    for (x, y) in [(0, 0), (199, 0), (57, 31), (199, 149)] {
      #expect(
        stage.pixel(Int32(x), Int32(y)) == UInt(pixels[y * stride / 4 + x] & 0xff_ffff))
    }
    let again = show(limit: 4000)
    #expect(again.bytes == 0 && !again.isCoarse)
    for i in pixels.indices { pixels[i] = 0xff33_2211 }
    #expect(show(limit: 4000).bytes == 0, "one colour is a request without pixels")
    stage.pump()
    #expect(stage.pixel(150, 90) == 0x33_2211)
    #expect(stage.recorder.errors.isEmpty)
  }

  @Test func `without XRender the pixels arrive too`() throws {
    let stage = try Stage(server: ["-extension", "RENDER"], isRemote: true)
    #expect(stage.run { stage.recorder.ticks > 0 && stage.window.isVisible })
    Self.show(3, in: stage)
    #expect(stage.run { Self.isExact(3, in: stage) })
    #expect(stage.recorder.errors.isEmpty)
  }
}

/// The frames that the server has not answered.
struct UnansweredFramesTests {
  private let start = Timestamp(seconds: 100)

  @Test func `small frames follow one another, large ones wait`() {
    var frames = FrameFlowControl()
    #expect(frames.allowsFrame)
    frames.recordFrame(100, at: start)
    #expect(frames.allowsFrame)
    frames.recordFrame(100, at: start)
    #expect(!frames.allowsFrame)
    frames.recordAnswer(at: start + 1)
    frames.recordAnswer(at: start + 1)
    frames.recordFrame(FrameFlowControl.smallFrameBytes + 1, at: start + 1)
    #expect(!frames.allowsFrame)
    #expect(!frames.allowsBand)
    frames.recordAnswer(at: start + 2)
    frames.recordFrame(FrameFlowControl.bandBytes, at: start + 2)
    frames.recordFrame(FrameFlowControl.bandBytes, at: start + 2)
    #expect(frames.allowsBand && !frames.allowsFrame)
    frames.recordAnswer(at: start + 3)
    frames.recordAnswer(at: start + 3)
    #expect(frames.allowsFrame)
  }

  @Test func `a moving frame takes a twentieth of a second on a slow line`() {
    var frames = FrameFlowControl()
    let unknown = frames.maxMotionFrameBytes
    frames.recordFrame(100_000, at: start)
    frames.recordAnswer(at: start + 0.1)
    #expect(abs((frames.bytesPerSecond ?? 0) - 1e6) < 1)
    #expect(abs(frames.maxMotionFrameBytes - 50_000) <= 1)
    // Two unanswered bands share the bandwidth.
    frames.recordFrame(50_000, at: start + 0.1)
    frames.recordFrame(50_000, at: start + 0.1)
    frames.recordAnswer(at: start + 0.15)
    frames.recordAnswer(at: start + 0.2)
    #expect(abs((frames.bytesPerSecond ?? 0) - 1e6) < 1)
    // The time of a short frame depends on the latency of the connection, not on its rate.
    frames.recordFrame(100, at: start + 1)
    frames.recordAnswer(at: start + 1.05)
    #expect(abs((frames.bytesPerSecond ?? 0) - 1e6) < 1)
    frames.recordFrame(100_000, at: start + 2)
    frames.recordAnswer(at: start + 2.15)
    #expect(abs((frames.bytesPerSecond ?? 0) - 1e6) < 1, "the delay is not part of the transfer")
    frames.recordFrame(100_000, at: start + 3)
    frames.recordAnswer(at: start + 3.0001)
    #expect(frames.maxMotionFrameBytes == unknown, "a fast line")
  }
}
