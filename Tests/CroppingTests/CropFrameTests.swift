import Cropping
import Geometry
import TestSupport
import Testing

/// The laws of the crop frame.
@Suite(.tags(.seeded)) struct CropFrameTests {
  private static let aspects: [CropFrame.Aspect] = [
    .free, .original, .ratio(width: 1, height: 1), .ratio(width: 4, height: 3),
    .ratio(width: 16, height: 9),
  ]

  @Test(arguments: 0..<40)
  func `after any actions the frame is inside the picture and keeps its ratio`(seed: Int) {
    var dice = SeededGenerator(seed: UInt64(seed))
    let picture = Size(
      width: Double.random(in: 3...6000, using: &dice).rounded(),
      height: Double.random(in: 3...6000, using: &dice).rounded())
    var frame = CropFrame(picture)
    for _ in 0..<200 {
      switch Int.random(in: 0..<7, using: &dice) {
      case 0: frame.rotate(to: .random(in: -60...60, using: &dice))
      case 1: frame.set(Self.aspects[Int.random(in: 0..<5, using: &dice)])
      case 2: frame.swapSides()
      case 3:
        frame.move(
          by: Vector(
            dx: .random(in: -3000...3000, using: &dice),
            dy: .random(in: -3000...3000, using: &dice)))
      case 4: frame.scale(by: .random(in: 0.01...5, using: &dice))
      default:
        let handle = CropFrame.Handle.all[Int.random(in: 0..<8, using: &dice)]
        frame.drag(
          handle,
          to: Point(
            x: .random(in: -2000...8000, using: &dice), y: .random(in: -2000...8000, using: &dice)))
      }
      #expect(frame.isInsidePicture)
      #expect(frame.rect.width > 0 && frame.rect.height > 0)
      if let ratio = frame.ratio {
        #expect(abs(frame.rect.width / frame.rect.height / ratio - 1) < 1e-6)
      }
      for grid in [nil, CropFrame.BlockGrid(.up), CropFrame.BlockGrid(.down)] where frame.angle == 0
      {
        let result = frame.cropRect(alignedTo: grid)
        #expect(result.minX >= 0 && result.maxX <= picture.width)
        #expect(result.minY >= 0 && result.maxY <= picture.height)
        #expect(result.width >= 1 && result.height >= 1)
      }
    }
  }

  @Test func `straightening back restores the frame`() {
    var frame = CropFrame(Size(width: 4000, height: 3000))
    frame.rotate(to: 12)
    #expect(frame.rect.width < 4000)
    #expect(abs(frame.rect.width / frame.rect.height - 4.0 / 3) < 1e-9)
    frame.rotate(to: 0)
    #expect(frame.isWholePicture)
  }

  @Test func `another ratio is derived from the dragged frame, not from the ratio before`() {
    var frame = CropFrame(Size(width: 4000, height: 3000))
    frame.set(.ratio(width: 1, height: 1))
    #expect(frame.rect.size == Size(width: 3000, height: 3000))
    frame.set(.ratio(width: 16, height: 9))
    #expect(frame.rect.size == Size(width: 4000, height: 2250))
    frame.swapSides()
    #expect(abs(frame.rect.width - 3000 * 9 / 16) < 1e-9 && frame.rect.height == 3000)
    frame.set(.free)
    #expect(frame.isWholePicture)
  }

  @Test func `a dragged corner leaves the opposite one and stops at the picture`() {
    var frame = CropFrame(Size(width: 100, height: 100))
    frame.drag(.init(x: 1, y: 1), to: Point(x: 60, y: 40))
    #expect(frame.rect == Rect(x: 0, y: 0, width: 60, height: 40))
    frame.drag(.init(x: -1, y: -1), to: Point(x: -50, y: 10))
    #expect(frame.rect == Rect(x: 0, y: 10, width: 60, height: 30))
    frame.drag(.init(x: 1, y: 0), to: Point(x: -50, y: 0))
    #expect(frame.rect.width == CropFrame.minSide)
  }

  @Test func `a result on the grid begins at whole blocks of the stored picture`() {
    var frame = CropFrame(Size(width: 200, height: 100))
    frame.drag(.init(x: -1, y: -1), to: Point(x: 21, y: 35))
    frame.drag(.init(x: 1, y: 1), to: Point(x: 150, y: 90))
    #expect(
      frame.cropRect(alignedTo: .init(.up)) == Rect(x: 16, y: 32, width: 134, height: 58))
    #expect(
      frame.cropRect(alignedTo: .init(.down)) == Rect(x: 21, y: 35, width: 131, height: 65))
  }

  @Test(arguments: Orientation.allCases)
  func `the block grid starts where the stored coordinates are zero`(orientation: Orientation) {
    let grid = CropFrame.BlockGrid(orientation)
    let (width, height) = orientation.swapsAxes ? (20, 30) : (30, 20)
    func stored(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
      orientation.storedPixel(x: x, y: y, width: width, height: height)
    }
    let (origin, right, below) = (stored(5, 5), stored(6, 5), stored(5, 6))
    #expect(grid.countsFromRight == (right.x + right.y < origin.x + origin.y))
    #expect(grid.countsFromBottom == (below.x + below.y < origin.x + origin.y))
  }
}
