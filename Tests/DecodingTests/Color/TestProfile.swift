import Foundation

/// ICC profiles made by code, and their conversion by a closed formula without a library.
struct TestProfile {
  /// The colorants of red, green and blue, each as X, Y, Z under D50.
  var columns: [[Double]]
  /// The exponent of the tone curve from an encoded value, 0…1, to linear light; nil for sRGB's
  /// curve.
  var power: Double?
  var name = "Test"

  /// - Source: the primaries' definitions, adapted to D50 by Bradford's method (B. Lindbloom).
  static let standard = TestProfile(
    columns: [
      [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410],
    ], name: "Some sRGB")
  static let adobe = TestProfile(
    columns: [
      [0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457],
    ], power: 563.0 / 256, name: "Adobe RGB (1998)")
  static let displayP3 = TestProfile(
    columns: [
      [0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407],
    ], name: "Display P3")
  static let proPhoto = TestProfile(
    columns: [[0.79767, 0.28804, 0], [0.13519, 0.71188, 0], [0.03134, 0.00009, 0.82491]],
    power: 461.0 / 256, name: "ProPhoto RGB")
  static let broadcast = TestProfile(
    columns: [
      [0.67348, 0.27904, -0.00194], [0.16566, 0.67534, 0.02998], [0.12505, 0.04561, 0.79686],
    ])
  /// sRGB with exchanged channels: a profile that is ignored, or applied twice, is visible.
  static let swapped = TestProfile(
    columns: [standard.columns[1], standard.columns[2], standard.columns[0]], name: "GBR")

  // MARK: Expected colours

  private func light(_ x: Double) -> Double {
    if let power { return pow(x, power) }
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4)
  }

  private func number(_ light: Double) -> Double {
    let light = min(1, max(0, light))
    if let power { return pow(light, 1 / power) }
    return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// The pixel (0xAARRGGBB, straight alpha) of `target` that has the colour of `pixel` in this
  /// profile.
  func converted(_ pixel: UInt32, to target: TestProfile = .standard) -> UInt32 {
    let numbers = [16, 8, 0].map { light(Double(pixel >> UInt32($0) & 255) / 255) }
    let xyz = (0..<3).map { axis in
      (0..<3).reduce(0) { $0 + numbers[$1] * columns[$1][axis] }
    }
    let result = target.solved(xyz).map { UInt32((target.number($0) * 255).rounded()) }
    return pixel & 0xFF00_0000 | result[0] << 16 | result[1] << 8 | result[2]
  }

  /// The amounts of the three primaries that make X, Y, Z, by Cramer's rule.
  private func solved(_ xyz: [Double]) -> [Double] {
    func determinant(_ c: [[Double]]) -> Double {
      (0..<3).reduce(0) { sum, i in
        let (next, last) = (c[(i + 1) % 3], c[(i + 2) % 3])
        return sum + c[i][0] * (next[1] * last[2] - last[1] * next[2])
      }
    }
    return (0..<3).map { i in
      var replaced = columns
      replaced[i] = xyz
      return determinant(replaced) / determinant(columns)
    }
  }

  // MARK: The bytes of profiles

  /// The bytes of the profile in ICC version 2: a curve of points, or an exponent with 8 fraction
  /// bits.
  var bytes: [UInt8] { bytes(with: nil) }

  /// The bytes in ICC version 2 with one more tag, whose type is its name.
  func bytes(with extra: (name: String, content: [UInt8])?) -> [UInt8] {
    let curve = Self.tag(
      "curv", power.map { Self.big([1], 4) + Self.big([Int(($0 * 256).rounded())], 2) } ?? points)
    return Self.profile(
      space: "RGB ",
      [
        ("desc", Self.text(name)), ("wtpt", Self.xyzTag([0.9642, 1, 0.8249])),
        ("rXYZ", Self.xyzTag(columns[0])), ("gXYZ", Self.xyzTag(columns[1])),
        ("bXYZ", Self.xyzTag(columns[2])), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
      ] + (extra.map { [($0.name, Self.tag($0.name, $0.content))] } ?? []))
  }

  /// The bytes of the profile in ICC version 4: a parametric curve, and a name in a language.
  var modernBytes: [UInt8] {
    let numbers =
      power.map { [$0] } ?? [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
    let kind = power == nil ? 3 : 0
    let curve = Self.tag(
      "para", Self.big([kind, 0], 2) + Self.big(numbers.map { Int(($0 * 65536).rounded()) }, 4))
    let units = name.utf16.map(Int.init)
    let words = Self.tag(
      "mluc",
      Self.big([1, 12], 4) + Array("enUS".utf8) + Self.big([units.count * 2, 28], 4)
        + Self.big(units, 2))
    return Self.profile(
      space: "RGB ", version: 4,
      [
        ("desc", words), ("wtpt", Self.xyzTag([0.9642, 1, 0.8249])),
        ("rXYZ", Self.xyzTag(columns[0])), ("gXYZ", Self.xyzTag(columns[1])),
        ("bXYZ", Self.xyzTag(columns[2])), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
      ])
  }

  private var points: [UInt8] {
    let count = 1024
    return Self.big([count], 4)
      + Self.big((0..<count).map { Int((light(Double($0) / 1023) * 65535).rounded()) }, 2)
  }

  /// The bytes of a gray profile with an exponent.
  static func gray(power: Double) -> [UInt8] {
    let curve = tag("curv", big([1], 4) + big([Int((power * 256).rounded())], 2))
    return profile(
      space: "GRAY",
      [("desc", text("Gray")), ("wtpt", xyzTag([0.9642, 1, 0.8249])), ("kTRC", curve)])
  }

  /// The bytes of a profile of four inks, each of which takes the same amount from one axis of Lab:
  /// black from L alone, the others from L and one colour axis. The profile has a table of 2 × 2 ×
  /// 2 × 2 colours.
  static let inks: [UInt8] = {
    var table: [UInt8] = []
    for corner in 0..<16 {
      let ink = (0..<4).map { corner >> (3 - $0) & 1 }
      table += inkCorner(ink[0], ink[1], ink[2], ink[3])
    }
    let linear: [UInt8] = (0..<256).map { UInt8($0) }
    var body: [UInt8] = [4, 3, 2, 0]
    body += big([65536, 0, 0, 0, 65536, 0, 0, 0, 65536], 4)
    body += linear + linear + linear + linear + table + linear + linear + linear
    return profile(
      space: "CMYK", connection: "Lab ", kind: "prtr",
      [("desc", text("Inks")), ("wtpt", xyzTag([0.9642, 1, 0.8249])), ("A2B0", tag("mft1", body))])
  }()

  /// The 8-bit L, a and b of a mix of inks, as version 2 stores them.
  private static func inkCorner(_ c: Int, _ m: Int, _ y: Int, _ k: Int) -> [UInt8] {
    guard k == 0 else { return [0, 128, 128] }
    let (light, red, yellow): (Int, Int, Int) = (
      255 - 40 * (c + m + y), 128 + 50 * m - 50 * c, 128 + 60 * y - 30 * c
    )
    return [UInt8(light), UInt8(red), UInt8(yellow)]
  }

  /// The sRGB pixel for full or no ink of each kind in the profile ``inks``.
  static func inkPixel(_ c: Int, _ m: Int, _ y: Int, _ k: Int) -> UInt32 {
    let corner = inkCorner(c, m, y, k).map(Double.init)
    let height = (corner[0] * 100 / 255 + 16) / 116
    let white = [0.9642, 1, 0.8249]
    let axes = [height + (corner[1] - 128) / 500, height, height - (corner[2] - 128) / 200]
    let xyz = (0..<3).map { axis in
      let t = axes[axis]
      return white[axis] * (t > 6.0 / 29 ? t * t * t : (t - 4.0 / 29) * 108 / 841)
    }
    let result = standard.solved(xyz).map { UInt32((standard.number($0) * 255).rounded()) }
    return 0xFF00_0000 | result[0] << 16 | result[1] << 8 | result[2]
  }

  static func profile(
    space: String, version: Int = 2, connection: String = "XYZ ", kind: String = "mntr",
    _ tags: [(String, [UInt8])]
  ) -> [UInt8] {
    var table = big([tags.count], 4)
    var data: [UInt8] = []
    let start = 128 + 4 + tags.count * 12
    for (name, content) in tags {
      table += Array(name.utf8) + big([start + data.count, content.count], 4)
      data += content + [UInt8](repeating: 0, count: -content.count & 3)
    }
    var head =
      big([start + data.count, 0, version << 24], 4) + Array(kind.utf8) + Array(space.utf8)
    head += Array(connection.utf8) + big([2026, 1, 1, 0, 0, 0], 2) + Array("acsp".utf8)
    head += [UInt8](repeating: 0, count: 28) + big([63190, 65536, 54061], 4)
    return head + [UInt8](repeating: 0, count: 128 - head.count) + table + data
  }

  static func tag(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    Array(kind.utf8) + [0, 0, 0, 0] + content
  }

  private static func text(_ text: String) -> [UInt8] {
    tag("desc", big([text.utf8.count + 1], 4) + Array(text.utf8) + [UInt8](repeating: 0, count: 79))
  }

  private static func xyzTag(_ xyz: [Double]) -> [UInt8] {
    tag("XYZ ", big(xyz.map { Int(($0 * 65536).rounded()) }, 4))
  }

  private static func big(_ values: [Int], _ size: Int) -> [UInt8] {
    values.flatMap { value in
      (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
  }
}
