import Geometry
import Testing

@Suite struct OrientationTests {
  /// Six numbered pixels in two rows of three.
  private static let stored = [[1, 2, 3], [4, 5, 6]]

  /// The pixels of `picture` with `orientation` applied.
  private static func upright(_ picture: [[Int]], _ orientation: Orientation) -> [[Int]] {
    let size = orientation.upright(
      Size(width: Double(picture[0].count), height: Double(picture.count)))
    return (0..<Int(size.height)).map { y in
      (0..<Int(size.width)).map { x in
        let p = orientation.storedPixel(
          x: x, y: y, width: picture[0].count, height: picture.count)
        return picture[p.y][p.x]
      }
    }
  }

  @Test(
    arguments: [
      (Orientation.up, [[1, 2, 3], [4, 5, 6]]),
      (.upMirrored, [[3, 2, 1], [6, 5, 4]]),
      (.down, [[6, 5, 4], [3, 2, 1]]),
      (.downMirrored, [[4, 5, 6], [1, 2, 3]]),
      (.leftMirrored, [[1, 4], [2, 5], [3, 6]]),
      (.right, [[4, 1], [5, 2], [6, 3]]),
      (.rightMirrored, [[6, 3], [5, 2], [4, 1]]),
      (.left, [[3, 6], [2, 5], [1, 4]]),
    ])
  func `each orientation places the pixels as the Exif standard defines`(
    orientation: Orientation, expected: [[Int]]
  ) {
    #expect(Self.upright(Self.stored, orientation) == expected)
  }

  @Test func `two orientations compose to one`() {
    for a in Orientation.allCases {
      for b in Orientation.allCases {
        let twice = Self.upright(Self.upright(Self.stored, a), b)
        #expect(Self.upright(Self.stored, a.followed(by: b)) == twice, "\(a), \(b)")
      }
    }
  }

  @Test func `the inverse orientation restores the picture`() {
    for a in Orientation.allCases {
      #expect(Self.upright(Self.upright(Self.stored, a), a.inverse) == Self.stored)
      #expect(a.followed(by: a.inverse) == .up)
      #expect(a.inverse.followed(by: a) == .up)
    }
  }

  @Test func `the composition of orientations is associative`() {
    for a in Orientation.allCases {
      for b in Orientation.allCases {
        for c in Orientation.allCases {
          #expect(a.followed(by: b).followed(by: c) == a.followed(by: b.followed(by: c)))
        }
      }
    }
  }

  @Test func `mirrorings and axis swaps cancel in pairs`() {
    for a in Orientation.allCases {
      for b in Orientation.allCases {
        #expect(a.followed(by: b).isMirrored == (a.isMirrored != b.isMirrored))
        #expect(a.followed(by: b).swapsAxes == (a.swapsAxes != b.swapsAxes))
      }
    }
  }
}
