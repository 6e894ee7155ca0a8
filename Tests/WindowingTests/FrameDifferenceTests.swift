import CX11
import Geometry
import Pixels
import TestSupport
import Testing
import WindowingTestSupport

@testable import Windowing

/// The comparison of frames for connections without shared memory.
@Suite(.tags(.seeded)) struct FrameDifferenceTests {
  private static let (width, height) = (320, 96)

  /// A picture without repetitions, by a generator with a fixed seed.
  private func picture(seed: UInt64) -> [UInt32] {
    var generator = SeededGenerator(seed: seed)
    return (0..<Self.width * Self.height).map { _ in
      UInt32.random(in: 0...0xff_ffff, using: &generator)
    }
  }

  private func shifted(_ old: [UInt32], dx: Int, dy: Int, fresh: [UInt32]) -> [UInt32] {
    var new = fresh
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let (fromX, fromY) = (x - dx, y - dy)
        guard (0..<Self.width).contains(fromX), (0..<Self.height).contains(fromY) else { continue }
        new[y * Self.width + x] = old[fromY * Self.width + fromX]
      }
    }
    return new
  }

  private func compare<Result>(
    _ new: [UInt32], _ old: [UInt32], _ body: (FrameDifference) -> Result
  ) -> Result? {
    new.withUnsafeBytes { a in
      old.withUnsafeBytes { b in
        guard let a = a.baseAddress, let b = b.baseAddress else { return nil }
        return body(FrameDifference(new: a, old: b, stride: Self.width * 4))
      }
    }
  }

  private let whole = PixelArea(x: 0, y: 0, width: width, height: height)

  @Test(arguments: [(17, 0), (-60, 0), (0, 9), (0, -30), (1, 0)])
  func `a picture that has moved is recognised`(dx: Int, dy: Int) {
    let old = picture(seed: 1)
    let new = shifted(old, dx: dx, dy: dy, fresh: picture(seed: 2))
    let move = compare(new, old) { $0.findMove(in: whole) } ?? nil
    #expect(move?.dx == dx && move?.dy == dy)
  }

  @Test func `no move is found in equal, plain and unrelated pictures`() {
    let old = picture(seed: 1)
    let plain = [UInt32](repeating: 7, count: old.count)
    for new in [old, plain, picture(seed: 3)] {
      #expect((compare(new, old) { $0.findMove(in: whole) } ?? nil) == nil)
    }
  }

  @Test func `only changed tiles are found, and cover every change`() {
    let old = picture(seed: 4)
    #expect(compare(old, old) { $0.changes(in: whole) } == [])
    var new = old
    for offset in [5, 100 * Self.width / 2, Self.width * Self.height - 1] { new[offset] ^= 1 }
    let changes = compare(new, old) { $0.changes(in: whole) } ?? []
    for offset in new.indices where new[offset] != old[offset] {
      let (x, y) = (offset % Self.width, offset / Self.width)
      #expect(
        changes.contains {
          ($0.x..<$0.x + $0.width).contains(x) && ($0.y..<$0.y + $0.height).contains(y)
        })
    }
    #expect(changes.reduce(0) { $0 + $1.width * $1.height } <= 3 * 64 * 16)
  }

  @Test func `a wholly changed picture is one rectangle`() {
    let changes = compare(picture(seed: 5), picture(seed: 6)) { $0.changes(in: whole) }
    #expect(changes == [whole])
  }

  @Test func `parts of one colour are distinguished from others`() {
    let old = picture(seed: 7)
    var new = [UInt32](repeating: 0xff12_3456, count: old.count)
    // The picture is in the middle of a plain ground, aligned with the tiles.
    for y in 16..<80 {
      for x in 64..<256 { new[y * Self.width + x] = old[y * Self.width + x] }
    }
    let parts = compare(new, old) { $0.parts(of: whole) } ?? []
    let mixed = parts.filter { $0.color == nil }
    #expect(mixed.map(\.area) == [PixelArea(x: 64, y: 16, width: 192, height: 64)])
    #expect(parts.allSatisfy { $0.color == nil || $0.color == 0xff12_3456 })
    #expect(parts.reduce(0) { $0 + $1.area.pixelCount } == whole.pixelCount)
  }

  @Test func `a part of one colour with another pixel is not plain`() {
    for offset in [0, 63, 15 * Self.width, 15 * Self.width + 63] {
      var new = [UInt32](repeating: 5, count: Self.width * Self.height)
      new[offset] = 6
      let parts = compare(new, new) { $0.parts(of: whole) } ?? []
      #expect(
        parts.filter { $0.color == nil }.map(\.area)
          == [PixelArea(x: 0, y: 0, width: 64, height: 16)])
    }
  }
}
