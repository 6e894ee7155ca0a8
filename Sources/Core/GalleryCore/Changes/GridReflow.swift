import Geometry
import Motion

/// Cells on their way to where they belong: how far each one still is, and how fast.
///
/// Each difference runs out on the same spring, so that a reflow that is interrupted by another
/// one hands over place and velocity of every cell; what it belongs to may move meanwhile.
struct GridReflow: Hashable, Sendable {
  /// Brings cells to their places: they arrive in about a third of a second.
  static let spring = Spring(frequency: 22)
  /// How much smaller a cell begins to appear, and ends to disappear.
  private static let appearingShare = 0.15
  /// Pixels, and opacity, that cannot be seen.
  static let tolerance = 0.25
  /// A difference of opacity counts as many pixels.
  private static let fadePixels = 64.0

  /// A difference of a cell from where it belongs: edge, top, width, height, in pixels, how much is
  /// missing of a new item, which grows as it appears, and of a cell that fades in where it is.
  struct Displacement: Hashable, Sendable {
    var value: SIMD8<Double>
    var velocity: SIMD8<Double> = .zero

    init(from shown: Rect, to place: Rect, fade: Double = 0, crossFade: Double = 0) {
      value = .zero
      value[0] = shown.minX - place.minX
      value[1] = shown.minY - place.minY
      value[2] = shown.width - place.width
      value[3] = shown.height - place.height
      value[4] = fade
      value[5] = crossFade
    }

    /// The share of the cell that is not to be seen yet, 0…1.
    var fade: Double { max(growth, crossFade) }
    /// The share of its growth that a new item's cell has before it, 0…1.
    var growth: Double { min(1, max(0, value[4])) }
    /// The share that a cell that fades in where it is has before it, 0…1.
    var crossFade: Double { min(1, max(0, value[5])) }
    /// True when only its opacity changes.
    var isInPlace: Bool {
      (0..<5).allSatisfy { abs(value[$0]) < 0.01 && abs(velocity[$0]) < 0.1 }
    }

    func apply(to place: Rect) -> Rect {
      Rect(
        x: place.minX + value[0], y: place.minY + value[1], width: max(1, place.width + value[2]),
        height: max(1, place.height + value[3]))
    }

    /// True when nobody can see it.
    var isNothing: Bool { reach.distance < 0.01 && reach.speed < 0.1 }

    /// The same motion where everything is `k` times as large.
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
  private let restsAt: Timestamp

  /// Nothing is on its way.
  init() {
    start = .zero
    restsAt = .zero
  }

  /// Starts with these differences at `t`.
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
    restsAt =
      t
      + Self.spring.settlingTime(
        displacement: furthest, velocity: fastest, tolerance: Self.tolerance)
  }

  func isSettled(at t: Timestamp) -> Bool { t >= restsAt }

  /// A cell that appears or disappears, as large as it is shown.
  static func shown(_ rect: Rect, fade: Double) -> Rect {
    fade > 0 ? Rect(center: rect.center, size: rect.size * (1 - appearingShare * fade)) : rect
  }

  /// The differences that are left at `t`, of all cells; none when everything is in its place.
  func moment(at t: Timestamp) -> Moment {
    guard !isSettled(at: t) else { return Moment(reflow: GridReflow(), course: Course(at: 0)) }
    return Moment(reflow: self, course: Course(at: t - start))
  }

  /// The spring is linear: two courses describe where everything is.
  struct Course {
    private let ofDistance: (displacement: Double, velocity: Double)
    private let ofSpeed: (displacement: Double, velocity: Double)

    init(at seconds: Double) {
      ofDistance = spring.state(displacement: 1, velocity: 0, at: seconds)
      ofSpeed = spring.state(displacement: 0, velocity: 1, at: seconds)
    }

    func apply(_ displacement: Displacement) -> Displacement {
      var result = displacement
      result.value =
        displacement.value * ofDistance.displacement
        + displacement.velocity * ofSpeed.displacement
      result.velocity =
        displacement.value * ofDistance.velocity + displacement.velocity * ofSpeed.velocity
      return result
    }
  }

  /// A reflow at one instant.
  struct Moment {
    let reflow: GridReflow
    let course: Course

    /// The items on their way.
    var items: Dictionary<Int, Displacement>.Keys { reflow.cells.keys }
    /// The sections whose headers are.
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
