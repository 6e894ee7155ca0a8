import CX11
import Foundation

/// An ICC profile of a monitor with permuted channels: its red primary is green, its green primary
/// blue and its blue primary red. The conversion is clearly visible in every picture.
enum SwappedProfile {
  /// The XYZ values under D50 of sRGB's red, green and blue primaries.
  ///
  /// - Source: the primaries' definitions, adapted by Bradford's method (B. Lindbloom).
  private static let (red, green, blue) = (
    [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410]
  )

  /// The device colour that shows `colour` on this monitor, both 0x00RRGGBB.
  static func colour(for colour: UInt32) -> UInt32 { (colour << 8 | colour >> 16) & 0xff_ffff }

  /// The bytes of the profile, ICC version 2.
  static let bytes: [UInt8] = {
    let curve = tag("curv", number(points.count, 4) + points.flatMap { number($0, 2) })
    let tags = [
      ("desc", tag("desc", number(2, 4) + [UInt8](repeating: 0, count: 81))),
      ("wtpt", place([0.9642, 1, 0.8249])), ("rXYZ", place(green)), ("gXYZ", place(blue)),
      ("bXYZ", place(red)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
    var table = number(tags.count, 4)
    var data: [UInt8] = []
    let start = 128 + 4 + tags.count * 12
    for (name, content) in tags {
      table += Array(name.utf8) + number(start + data.count, 4) + number(content.count, 4)
      data += content + [UInt8](repeating: 0, count: -content.count & 3)
    }
    var head = number(start + data.count, 4) + number(0, 4) + number(2 << 24, 4)
    head += Array("mntrRGB XYZ ".utf8) + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
    head += [UInt8](repeating: 0, count: 28)
    head += [63190, 65536, 54061].flatMap { number($0, 4) }
    return head + [UInt8](repeating: 0, count: 128 - head.count) + table + data
  }()

  /// The sRGB tone curve at 1024 points.
  private static let points = (0..<1024).map { index -> Int in
    let value = Double(index) / 1023
    let light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    return Int((light * 65535).rounded())
  }

  private static func tag(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    Array(kind.utf8) + [0, 0, 0, 0] + content
  }

  private static func place(_ xyz: [Double]) -> [UInt8] {
    tag("XYZ ", xyz.flatMap { number(Int(($0 * 65536).rounded()), 4) })
  }

  private static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

extension XClient {
  /// Sets or removes the ICC profile of the first monitor (`_ICC_PROFILE`).
  func setProfile(_ bytes: [UInt8]?) {
    let property = XInternAtom(display, "_ICC_PROFILE", 0)
    if let bytes {
      XChangeProperty(
        display, root, property, XA_CARDINAL, 8, PropModeReplace, bytes, Int32(bytes.count))
    } else {
      XDeleteProperty(display, root, property)
    }
    synchronise()
  }
}
