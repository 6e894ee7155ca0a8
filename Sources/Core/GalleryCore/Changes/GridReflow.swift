import Geometry
import Motion

/// The animation of cells to their new frames: the displacement and velocity of every cell.
///
/// All displacements run out on the same spring. Displacement and velocity are taken over when
/// another reflow interrupts this one, and the target frames may move in the meantime.
struct GridReflow: Hashable, Sendable {
  /// The spring of the displacements: cells arrive in about a third of a second.
  static let spring = Spring(frequency: 22)
  /// The size by which a cell that appears or disappears is reduced, as a share of its size.
  private static let appearingShare = 0.15
  /// A displacement that is invisible, in pixels.
  static let tolerance = 0.25
  /// The number of pixels that a difference of opacity of 1 counts as.
  private static let fadePixels = 64.0

  /// The difference between a cell's shown and target frame: x, y, width, height in pixels, then
  /// the missing growth of a new item's cell and the missing opacity of a cell that fades in place.
  struct Displacement: Hashable, Sendable {
    var value: SIMD8<Double>
    var velocity: SIMD8<Double> = .zero

    init(from shown: Rect, to frame: Rect, fade: Double = 0, crossFade: Double = 0) {
      value = .zero
      value[0] = shown.minX - frame.minX
      value[1] = shown.minY - frame.minY
      value[2] = shown.width - frame.width
      value[3] = shown.height - frame.height
      value[4] = fade
      value[5] = crossFade
    }

    /// 1 − opacity of the cell, 0…1.
    var fade: Double { max(growth, crossFade) }
    /// The share by which a new item's cell has yet to grow: 1 at the start, 0 when it is
    /// full-size.
    var growth: Double { min(1, max(0, value[4])) }
    /// The share by which a cell that fades in place has yet to fade in: 1 at the start, 0 when it
    /// is opaque.
    var crossFade: Double { min(1, max(0, value[5])) }
    /// Whether the cell keeps its frame, and only its opacity changes.
    var isInPlace: Bool {
      (0..<5).allSatisfy { abs(value[$0]) < 0.01 && abs(velocity[$0]) < 0.1 }
    }

    func apply(to frame: Rect) -> Rect {
      Rect(
        x: frame.minX + value[0], y: frame.minY + value[1], width: max(1, frame.width + value[2]),
        height: max(1, frame.height + value[3]))
    }

    /// Whether the displacement and its velocity are too small to be seen.
    var isNegligible: Bool { reach.distance < 0.01 && reach.speed < 0.1 }

    /// The displacement and its velocity multiplied by `k`.
    func scaled(by k: Double) -> Displacement {
      var result = self
      for part in 0..<4 {
        result.value[part] *= k
        result.velocity[part] *= k
      }
      return result
    }

    fileprivate var reach: (distance: Double, speed: Double) {
      var d = value
      var v = velocity
      for part in 4...5 {
        d[part] *= fadePixels
        v[part] *= fadePixels
      }
      return (max(d.max(), -d.min()), max(v.max(), -v.min()))
    }
  }

  private(set) var cells: [Int: Displacement] = [:]
  private(set) var headers: [Int: Displacement] = [:]
  private let start: Timestamp
  private let settlesAt: Timestamp

  /// Makes a reflow in which nothing moves.
  init() {
    start = .zero
    settlesAt = .zero
  }

  /// Makes a reflow that begins at `t` with the displacements of `cells`, by item, and those of
  /// `headers`, by section.
  init(cells: [Int: Displacement], headers: [Int: Displacement], at t: Timestamp) {
    self.cells = cells
    self.headers = headers
    start = t
    var furthest = 0.0
    var fastest = 0.0
    for displacement in [cells.values.map(\.reach), headers.values.map(\.reach)].joined() {
      furthest = max(furthest, displacement.distance)
      fastest = max(fastest, displacement.speed)
    }
    settlesAt =
      t
      + Self.spring.settlingTime(
        displacement: furthest, velocity: fastest, tolerance: Self.tolerance)
  }

  func isSettled(at t: Timestamp) -> Bool { t >= settlesAt }

  /// The rectangle in which a cell that appears or disappears is drawn: `rect` made smaller for a
  /// larger `fade`, 0…1.
  static func shown(_ rect: Rect, fade: Double) -> Rect {
    fade > 0 ? Rect(center: rect.center, size: rect.size * (1 - appearingShare * fade)) : rect
  }

  /// The displacements at `t`; none when every cell has arrived.
  func moment(at t: Timestamp) -> Moment {
    guard !isSettled(at: t) else { return Moment(reflow: GridReflow(), course: Course(at: 0)) }
    return Moment(reflow: self, course: Course(at: t - start))
  }

  /// The response of the spring to a unit displacement and to a unit velocity. The spring is
  /// linear, so that both describe all displacements.
  struct Course {
    private let displacementResponse: (displacement: Double, velocity: Double)
    private let velocityResponse: (displacement: Double, velocity: Double)

    init(at seconds: Double) {
      displacementResponse = spring.state(displacement: 1, velocity: 0, at: seconds)
      velocityResponse = spring.state(displacement: 0, velocity: 1, at: seconds)
    }

    func apply(_ displacement: Displacement) -> Displacement {
      var result = displacement
      result.value =
        displacement.value * displacementResponse.displacement
        + displacement.velocity * velocityResponse.displacement
      result.velocity =
        displacement.value * displacementResponse.velocity + displacement.velocity
        * velocityResponse.velocity
      return result
    }
  }

  /// The state of a reflow at one instant.
  struct Moment {
    let reflow: GridReflow
    let course: Course

    /// The items whose cells are displaced.
    var items: Dictionary<Int, Displacement>.Keys { reflow.cells.keys }
    /// The sections whose headers are displaced.
    var sections: Dictionary<Int, Displacement>.Keys { reflow.headers.keys }
    func cell(_ item: Int) -> Displacement? { reflow.cells[item].map(course.apply) }
    func header(_ section: Int) -> Double {
      reflow.headers[section].map(course.apply)?.value[1] ?? 0
    }
    func headerVelocity(_ section: Int) -> Double {
      reflow.headers[section].map(course.apply)?.velocity[1] ?? 0
    }
  }
}
