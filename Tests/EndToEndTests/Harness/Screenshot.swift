import CX11
import Foundation
import Geometry

/// A picture of the screen or a part of it.
struct Screenshot: Equatable {
  /// Pixels across and down.
  let width: Int
  let height: Int
  /// Row by row, 0x00RRGGBB.
  let pixels: [UInt32]

  /// The colour at a place, 0x00RRGGBB; nil outside.
  subscript(_ point: Point) -> UInt32? {
    let (x, y) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
    guard x >= 0, y >= 0, x < width, y < height else { return nil }
    return pixels[y * width + x]
  }

  /// The part inside `frame`, which must lie inside the picture.
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

  /// How many colours there are in it.
  var colours: Int { Set(pixels).count }

  /// Keeps the picture for whoever looks into a failure, in the folder that
  /// `PBVIEW_E2E_ARTEFACTS` names, or else in the system's folder for passing things.
  ///
  /// - Returns: the file's path.
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
  /// What the screen shows, the window's part of it only when one is named.
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
    let pixels = [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
      for index in 0..<(width * height) { buffer[index] = words[index] & 0xff_ffff }
      count = width * height
    }
    return Screenshot(width: width, height: height, pixels: pixels)
  }

  /// What the window shows when nothing has changed for a few frames: the answer to the last input
  /// is surely on screen then.
  func steadyScreenshot(of window: Window) throws -> Screenshot {
    var last = try screenshot(of: window)
    var equal = 0
    let (_, isSteady) = try look(at: window) { now in
      equal = now == last ? equal + 1 : 0
      last = now
      return equal >= 3
    }
    guard isSteady else { throw HarnessError("the window does not come to rest") }
    return last
  }

  /// Looks at the screen once a frame until it shows what `condition` wants.
  ///
  /// - Returns: the last look, and whether it was the wanted one.
  func look(
    at window: Window? = nil, within seconds: Double = 5, for condition: (Screenshot) -> Bool
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
