import CX11
import Foundation
import Geometry
import TestSupport

/// An image of the screen or of a part of it.
struct Screenshot: Equatable {
  /// The size in pixels.
  let width: Int
  let height: Int
  /// The pixels row by row, 0x00RRGGBB.
  let pixels: [UInt32]

  static func == (a: Screenshot, b: Screenshot) -> Bool {
    a.width == b.width && a.height == b.height && ScreenPixels.areEqual(a.pixels, b.pixels)
  }

  /// The colour at a point, 0x00RRGGBB; nil outside the image.
  subscript(_ point: Point) -> UInt32? {
    let (x, y) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
    guard x >= 0, y >= 0, x < width, y < height else { return nil }
    return pixels[y * width + x]
  }

  /// The part inside `frame`, which must lie inside the image.
  func cropped(to frame: Rect) -> Screenshot {
    let (x, y) = (Int(frame.minX), Int(frame.minY))
    let (width, height) = (Int(frame.width), Int(frame.height))
    var part: [UInt32] = []
    part.reserveCapacity(width * height)
    for row in y..<(y + height) {
      part += pixels[(row * self.width + x)..<(row * self.width + x + width)]
    }
    return Screenshot(width: width, height: height, pixels: part)
  }

  /// The number of distinct colours.
  var colours: Int { Set(pixels).count }

  /// Writes the image as a PPM file for the analysis of a failure, into the folder named by
  /// `PBVIEW_E2E_ARTEFACTS` or into `/tmp/pbview-e2e-failures`.
  ///
  /// - Returns: the path of the file.
  func keep(as name: String) -> String {
    let folder =
      ProcessInfo.processInfo.environment["PBVIEW_E2E_ARTEFACTS"] ?? "/tmp/pbview-e2e-failures"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = "\(folder)/\(name).ppm"
    var bytes = Array("P6\n\(width) \(height)\n255\n".utf8)
    bytes.reserveCapacity(bytes.count + pixels.count * 3)
    for pixel in pixels {
      bytes.append(UInt8(pixel >> 16 & 0xff))
      bytes.append(UInt8(pixel >> 8 & 0xff))
      bytes.append(UInt8(pixel & 0xff))
    }
    return FileManager.default.createFile(atPath: path, contents: Data(bytes)) ? path : "nowhere"
  }
}

extension XClient {
  /// An image of the window's area of the screen, or of the whole screen without a window.
  func screenshot(of window: Window? = nil) throws -> Screenshot {
    let whole = Rect(
      x: 0, y: 0, width: Double(VirtualDisplay.width), height: Double(VirtualDisplay.height))
    let frame = try window.map { try self.frame(of: $0) } ?? whole
    guard let part = frame.intersection(whole),
      let image = XGetImage(
        display, root, Int32(part.minX), Int32(part.minY), UInt32(part.width),
        UInt32(part.height), UInt.max, ZPixmap)
    else { throw HarnessError("the screen cannot be read") }
    defer { _ = image.pointee.f.destroy_image(image) }
    guard image.pointee.bits_per_pixel == 32, let data = image.pointee.data else {
      throw HarnessError("the screen has \(image.pointee.bits_per_pixel) bits a pixel")
    }
    let (width, height) = (Int(image.pointee.width), Int(image.pointee.height))
    let words = UnsafeRawPointer(data).assumingMemoryBound(to: UInt32.self)
    return Screenshot(
      width: width, height: height, pixels: ScreenPixels.colors(words, count: width * height))
  }

  /// Milliseconds without a change after which a window counts as steady: several frames of a
  /// viewer on a busy machine.
  private static let steadyTime = 200.0

  /// An image of the window after several equal screenshots in a row, so that the reaction to the
  /// last input is complete.
  func steadyScreenshot(of window: Window) throws -> Screenshot {
    var last = try screenshot(of: window)
    var (equal, since) = (0, Pace.milliseconds)
    let (_, isSteady) = try look(at: window) { now in
      if now == last {
        equal += 1
      } else {
        (last, equal, since) = (now, 0, Pace.milliseconds)
      }
      return equal >= 3 && Pace.milliseconds - since >= Self.steadyTime
    }
    guard isSteady else { throw HarnessError("the window does not come to rest") }
    return last
  }

  /// Takes a screenshot per frame until `condition` accepts one.
  ///
  /// - Returns: the last screenshot, and whether it was accepted.
  func look(
    at window: Window? = nil, within seconds: Double = 20, for condition: (Screenshot) -> Bool
  ) throws -> (Screenshot, isShown: Bool) {
    let deadline = Pace.milliseconds + seconds * 1000
    while true {
      let screenshot = try screenshot(of: window)
      if condition(screenshot) { return (screenshot, true) }
      guard Pace.milliseconds < deadline else { return (screenshot, false) }
      Pace.hold(milliseconds: Pace.frameInterval)
    }
  }
}
