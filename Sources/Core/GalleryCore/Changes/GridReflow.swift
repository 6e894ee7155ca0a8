import Geometry
import Motion

/// The animation of grid cells to their new frames: the displacement and velocity of every cell.
///
/// One spring reduces all displacements to zero. Displacement and velocity are taken over when
/// another reflow interrupts this one, and the target frames may move in the meantime.
struct GridReflow: Hashable, Sendable {
  /// The spring on which the displacements of cells decay: cells arrive in about a third of a
  /// second.
  static let spring = Spring(frequency: 22)
  /// The part of its width and height by which a cell is made smaller where its appearing begins or
  /// its disappearing ends.
  private static let appearanceShrinkShare = 0.15
  /// The largest displacement of a cell that is invisible, in device pixels.
  static let tolerance = 0.25
  /// The displacement, in device pixels, that is as visible as a difference of opacity of 1.
  private static let pixelsPerUnitOfOpacity = 64.0

  /// The difference between the shown frame of a cell and its target frame: x, y, width and height
  /// in device pixels, then the missing growth of a new item's cell and the missing opacity of a
  /// cell that fades in without moving.
  struct Displacement: Hashable, Sendable {
    var differences: SIMD8<Double>
    var velocity: SIMD8<Double> = .zero

    init(from shown: Rect, to frame: Rect, missingGrowth: Double = 0, crossFade: Double = 0) {
      differences = .zero
      differences[0] = shown.minX - frame.minX
      differences[1] = shown.minY - frame.minY
      differences[2] = shown.width - frame.width
      differences[3] = shown.height - frame.height
      differences[4] = missingGrowth
      differences[5] = crossFade
    }

    /// The missing opacity of the cell: 0 when the cell is opaque, 1 when it is invisible.
    var missingOpacity: Double { max(missingGrowth, crossFade) }
    /// The missing growth of the cell of a new item: 1 where the animation begins, 0 at full size.
    var missingGrowth: Double { min(1, max(0, differences[4])) }
    /// The missing opacity of a cell that fades in without moving: 1 where the fade begins, 0 when
    /// the cell is opaque.
    var crossFade: Double { min(1, max(0, differences[5])) }
    /// Whether the cell is and stays at its frame, and only its opacity changes.
    var isInPlace: Bool {
      (0..<5).allSatisfy { abs(differences[$0]) < 0.01 && abs(velocity[$0]) < 0.1 }
    }

    func apply(to frame: Rect) -> Rect {
      Rect(
        x: frame.minX + differences[0], y: frame.minY + differences[1],
        width: max(1, frame.width + differences[2]),
        height: max(1, frame.height + differences[3]))
    }

    /// Whether the displacement and its velocity are too small to be seen.
    var isNegligible: Bool { visibleMagnitude.distance < 0.01 && visibleMagnitude.speed < 0.1 }

    /// This displacement with its position, size and velocity multiplied by `k`; growth and opacity
    /// are unchanged.
    func scaled(by k: Double) -> Displacement {
      var result = self
      for part in 0..<4 {
        result.differences[part] *= k
        result.velocity[part] *= k
      }
      return result
    }

    fileprivate var visibleMagnitude: (distance: Double, speed: Double) {
      var d = differences
      var v = velocity
      for part in 4...5 {
        d[part] *= pixelsPerUnitOfOpacity
        v[part] *= pixelsPerUnitOfOpacity
      }
      return (max(d.max(), -d.min()), max(v.max(), -v.min()))
    }
  }

  private(set) var cells: [Int: Displacement] = [:]
  private(set) var headers: [Int: Displacement] = [:]
  private var start: Timestamp
  private var settlesAt: Timestamp

  /// Makes a reflow in which every cell is at its frame.
  init() {
    start = .zero
    settlesAt = .zero
  }

  /// Makes a reflow that begins at `t` with displaced `cells`, by item index, and `headers`, by
  /// section index.
  init(cells: [Int: Displacement], headers: [Int: Displacement], at t: Timestamp) {
    self.cells = cells
    self.headers = headers
    start = t
    var furthest = 0.0
    var fastest = 0.0
    let displacements = [Array(cells.values), Array(headers.values)].joined()
    for displacement in displacements.map(\.visibleMagnitude) {
      furthest = max(furthest, displacement.distance)
      fastest = max(fastest, displacement.speed)
    }
    settlesAt =
      t
      + Self.spring.settlingTime(
        displacement: furthest, velocity: fastest, tolerance: Self.tolerance)
  }

  func isSettled(at t: Timestamp) -> Bool { t >= settlesAt }

  /// Delays the animation by `seconds`.
  mutating func postpone(by seconds: Double) {
    start = start + seconds
    settlesAt = settlesAt + seconds
  }

  /// The rectangle in which a cell is drawn that appears or disappears in the frame `rect`: the
  /// smaller, the larger `share` is, 0…1.
  static func shrunken(_ rect: Rect, by share: Double) -> Rect {
    guard share > 0 else { return rect }
    return Rect(center: rect.center, size: rect.size * (1 - appearanceShrinkShare * share))
  }

  /// The displacements of cells and headers at `t`; empty when all have arrived.
  func snapshot(at t: Timestamp) -> Snapshot {
    guard !isSettled(at: t) else {
      return Snapshot(reflow: GridReflow(), response: SpringResponse(at: 0))
    }
    return Snapshot(reflow: self, response: SpringResponse(at: t - start))
  }

  /// The responses of the spring, after a time, to a displacement of 1 and to a velocity of 1. The
  /// spring is linear, so that these two determine the motion of every cell.
  struct SpringResponse {
    private let unitDisplacementResponse: (displacement: Double, velocity: Double)
    private let unitVelocityResponse: (displacement: Double, velocity: Double)

    init(at seconds: Double) {
      unitDisplacementResponse = spring.state(displacement: 1, velocity: 0, at: seconds)
      unitVelocityResponse = spring.state(displacement: 0, velocity: 1, at: seconds)
    }

    func apply(_ displacement: Displacement) -> Displacement {
      var result = displacement
      result.differences =
        displacement.differences * unitDisplacementResponse.displacement
        + displacement.velocity * unitVelocityResponse.displacement
      result.velocity =
        displacement.differences * unitDisplacementResponse.velocity + displacement.velocity
        * unitVelocityResponse.velocity
      return result
    }
  }

  /// The displacements of all cells and headers at one instant.
  struct Snapshot {
    let reflow: GridReflow
    let response: SpringResponse

    /// The indices of the items whose cells are displaced.
    var displacedItems: Dictionary<Int, Displacement>.Keys { reflow.cells.keys }
    /// The indices of the sections whose headers are displaced.
    var displacedSections: Dictionary<Int, Displacement>.Keys { reflow.headers.keys }
    func displacement(ofCell item: Int) -> Displacement? { reflow.cells[item].map(response.apply) }
    func verticalDisplacement(ofHeader section: Int) -> Double {
      reflow.headers[section].map(response.apply)?.differences[1] ?? 0
    }
    func verticalVelocity(ofHeader section: Int) -> Double {
      reflow.headers[section].map(response.apply)?.velocity[1] ?? 0
    }
  }
}
