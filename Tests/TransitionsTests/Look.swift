import Geometry
import Transitions

/// Samples of a page effect at a grid of points on the screen: the visible page, the point of the
/// page and its brightness.
struct Look {
  /// The point of one page that is visible at a sample, and its brightness.
  private struct Part {
    var point: Point
    var light: Double
  }
  /// The visible parts of both pages at one point of the screen.
  private struct Sample {
    var old: Part?
    var new: Part?

    subscript(page: PageEffectState.Page) -> Part? {
      get { page == .old ? old : new }
      set { if page == .old { old = newValue } else { new = newValue } }
    }

    mutating func dim(by share: Double) {
      old?.light *= 1 - share
      new?.light *= 1 - share
    }

    mutating func mirror(along axis: Axis, extent: Double) {
      if let x = old?.point[axis] { old?.point[axis] = extent - x }
      if let x = new?.point[axis] { new?.point[axis] = extent - x }
    }
  }
  let pages: [PageEffectState.Page]
  private let samples: [Sample]
  private let turn: PageTurn

  private static let columns = 18
  private static let rows = 12

  init(_ state: PageEffectState, _ turn: PageTurn) {
    self.turn = turn
    pages = state.layers.map(\.page)
    samples = (0..<Self.rows).flatMap { y in
      (0..<Self.columns).map { x in
        let location = Point(
          x: turn.viewport.width * (Double(x) + 0.5) / Double(Self.columns),
          y: turn.viewport.height * (Double(y) + 0.5) / Double(Self.rows))
        var sample = Sample()
        for layer in state.layers {
          guard let (point, light) = layer.seen(at: location, in: turn.viewport) else { continue }
          let share = layer.isFlat ? layer.opacity : 1
          sample.dim(by: share)
          sample[layer.page] = Part(point: point, light: light * share)
        }
        return sample
      }
    }
  }

  private init(samples: [Sample], of look: Look) {
    pages = look.pages
    turn = look.turn
    self.samples = samples
  }

  /// The samples mirrored along the axis.
  var mirrored: Look {
    var flipped = samples
    for y in 0..<Self.rows {
      for x in 0..<Self.columns {
        let (mx, my) =
          turn.axis == .horizontal ? (Self.columns - 1 - x, y) : (x, Self.rows - 1 - y)
        var sample = samples[my * Self.columns + mx]
        sample.mirror(along: turn.axis, extent: turn.extent)
        flipped[y * Self.columns + x] = sample
      }
    }
    return Look(samples: flipped, of: self)
  }

  /// The mean difference: the distance of the points, plus a hundred times the difference of the
  /// brightness.
  func difference(from other: Look) -> Double {
    let sum = zip(samples, other.samples).reduce(0.0) { sum, pair in
      [PageEffectState.Page.old, .new].reduce(sum) { sum, page in
        let (a, b) = (pair.0[page], pair.1[page])
        let light = 100 * abs((a?.light ?? 0) - (b?.light ?? 0))
        guard let a, let b else { return sum + light }
        return sum + light + min(100, min(a.light, b.light) * a.point.distance(to: b.point))
      }
    }
    return sum / Double(samples.count)
  }
}

extension PageTurn.Layer {
  /// Whether all numbers of the layer are finite and can be drawn.
  var isDrawable: Bool {
    switch shape {
    case .flat(let rect):
      rect.origin.isFinite && !rect.isEmpty && opacity.isFinite && (0...1).contains(opacity)
    case .turned(let face): face.isFinite
    case .rolled(let sheet): sheet.isFinite && abs(sheet.normal.length - 1) < 1e-9
    }
  }

  var isFlat: Bool {
    if case .flat = shape { true } else { false }
  }

  /// The point of the page that is visible at `location`, and its brightness; nil outside the page.
  func seen(at location: Point, in viewport: Size) -> (Point, Double)? {
    switch shape {
    case .flat(let rect):
      guard rect.contains(location) else { return nil }
      return (
        Point(
          x: (location.x - rect.minX) * viewport.width / rect.width,
          y: (location.y - rect.minY) * viewport.height / rect.height), 1
      )
    case .turned(let face): return seen(face, at: location, in: viewport)
    case .rolled(let sheet):
      // Only the flat part is sampled; the picture tests cover the rolled part.
      return sheet.distance(of: location) < 0 ? (location, 1) : nil
    }
  }

  private func seen(_ face: TurnedFace, at location: Point, in viewport: Size) -> (Point, Double)? {
    let half = Point(x: viewport.width / 2, y: viewport.height / 2)
    let axis = face.axis
    guard let u = face.pageCoordinate(seenAt: location[axis] - half[axis]), abs(u) <= half[axis]
    else { return nil }
    let cross = (location[axis.cross] - half[axis.cross]) * face.reduction(at: u)
    guard abs(cross) <= half[axis.cross] else { return nil }
    var point = half
    point[axis] += u
    point[axis.cross] += cross
    return (point, face.brightness.value(at: u))
  }
}
