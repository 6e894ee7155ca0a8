import Geometry
import Testing
import Transitions

/// Tests that every registered effect has to pass, one of a host included.
@Suite struct PageEffectTests {
  /// An effect of a host: the old page shrinks away.
  private struct ShrinkEffect: PageEffect {
    func layers(of turn: PageTurn, at progress: Double) -> [PageTurn.Layer] {
      let middle = Rect(origin: .zero, size: turn.viewport).center
      let rect = Rect(center: middle, size: turn.viewport * (1 - progress))
      return [
        .init(.new, .flat(Rect(origin: .zero, size: turn.viewport))), .init(.old, .flat(rect)),
      ]
    }
  }

  private static let effects: [String: any PageEffect] = [
    "fade": FadeEffect(), "move-in": MoveInEffect(), "push": PushEffect(),
    "reveal": RevealEffect(), "cube": CubeEffect(), "flip": FlipEffect(),
    "page-curl": CurlEffect(), "page-un-curl": UncurlEffect(), "shrink": ShrinkEffect(),
  ]

  static let names = effects.keys.sorted()
  /// The tested progress values; at none of them an edge is at a sampled point.
  static let steps = (1..<61).map { Double($0) / 61 }

  private static let turns = [PageTurn.Direction.next, .previous].flatMap { direction in
    [Axis.horizontal, .vertical].flatMap { axis in
      [false, true].map { isRightToLeft in
        PageTurn(
          viewport: Size(width: 320, height: 200), direction: direction, axis: axis,
          isRightToLeft: isRightToLeft)
      }
    }
  }

  private func effect(_ name: String) throws -> any PageEffect {
    try #require(Self.effects[name])
  }

  @Test(arguments: names) func `an effect starts at the old page and ends at the new one`(
    _ name: String
  ) throws {
    for turn in Self.turns {
      for progress in [0, -0.5, -1e300, -.infinity, .nan] as [Double] {
        #expect(try effect(name).state(of: turn, at: progress) == .resting(.old, in: turn))
      }
      for progress in [1, 1.5, 1e300, .infinity] as [Double] {
        #expect(try effect(name).state(of: turn, at: progress) == .resting(.new, in: turn))
      }
    }
  }

  @Test(arguments: names) func `an effect has finite numbers and layers that can be drawn`(
    _ name: String
  ) throws {
    for turn in Self.turns {
      for progress in [.leastNonzeroMagnitude, 1e-9, 1 - 1e-9] + Self.steps {
        let layers = try effect(name).state(of: turn, at: progress).layers
        #expect(!layers.isEmpty)
        for layer in layers { #expect(layer.isDrawable, "\(name) at \(progress): \(layer)") }
      }
    }
  }

  @Test(arguments: names) func `a small step of an effect changes little`(
    _ name: String
  ) throws {
    let step = 1e-4
    for turn in Self.turns {
      for progress in Self.steps {
        let before = try Look(effect(name).state(of: turn, at: progress), turn)
        let after = try Look(effect(name).state(of: turn, at: progress + step), turn)
        // A card seen from its edge changes its side: only this step may jump.
        guard before.pages == after.pages else { continue }
        #expect(before.difference(from: after) < 1, "\(name) at \(progress)")
      }
    }
  }

  @Test(arguments: names) func `near its ends an effect looks like the page at rest`(
    _ name: String
  ) throws {
    for turn in Self.turns {
      let first = try Look(effect(name).state(of: turn, at: 1e-6), turn)
      #expect(first.difference(from: Look(.resting(.old, in: turn), turn)) < 0.1, "\(name)")
      let last = try Look(effect(name).state(of: turn, at: 1 - 1e-6), turn)
      #expect(last.difference(from: Look(.resting(.new, in: turn), turn)) < 0.1, "\(name)")
    }
  }

  @Test(arguments: names) func `the two directions mirror each other`(_ name: String) throws {
    for axis in [Axis.horizontal, .vertical] {
      let next = PageTurn(viewport: Size(width: 320, height: 200), axis: axis)
      var previous = next
      previous.direction = .previous
      for progress in Self.steps {
        let one = try Look(effect(name).state(of: next, at: progress), next)
        let other = try Look(effect(name).state(of: previous, at: progress), previous)
        #expect(one.difference(from: other.mirrored) < 1e-6, "\(name) at \(progress)")
      }
    }
  }

  @Test(arguments: names)
  func `right-to-left order reverses a horizontal turn and not a vertical one`(
    _ name: String
  ) throws {
    let size = Size(width: 320, height: 200)
    for progress in Self.steps {
      #expect(
        try effect(name).state(of: PageTurn(viewport: size, isRightToLeft: true), at: progress)
          == effect(name).state(of: PageTurn(viewport: size, direction: .previous), at: progress))
      #expect(
        try effect(name).state(
          of: PageTurn(viewport: size, axis: .vertical, isRightToLeft: true), at: progress)
          == effect(name).state(of: PageTurn(viewport: size, axis: .vertical), at: progress))
    }
  }

  @Test(arguments: names) func `past the end of the album the old page gives way and no page comes`(
    _ name: String
  ) throws {
    for var turn in Self.turns {
      turn.hasTarget = false
      let rest = Look(.resting(.old, in: turn), turn)
      for progress in [0.1, 0.3] {
        let state = try effect(name).state(of: turn, at: progress)
        #expect(state.layers.allSatisfy { $0.page == .old } && !state.layers.isEmpty)
        #expect(Look(state, turn).difference(from: rest) > 0.05, "\(name): a hand feels nothing")
      }
      #expect(try effect(name).state(of: turn, at: 0) == .resting(.old, in: turn))
    }
  }

  @Test(arguments: [320.0, 214, 150, 20])
  func `the pictures on the faces of the cube meet at its edge`(extent: Double) throws {
    for progress in Self.steps {
      let turn = PageTurn(viewport: Size(width: 320, height: 200), pictureExtent: extent)
      let layers = try effect("cube").state(of: turn, at: progress).layers
      let faces = layers.compactMap { layer in
        if case .turned(let face) = layer.shape { face } else { nil }
      }
      try #require(faces.count == 2)
      // A cube is never thinner than 0.3 of the page.
      let half = max(extent, 96) / 2
      let gap = faces[0].screenCoordinate(of: half) - faces[1].screenCoordinate(of: -half)
      #expect(abs(gap) < 1e-9)
      #expect(abs(faces[0].reduction(at: half) - 1) < 1e-9, "the edge is at full height")
      #expect(abs(faces[1].reduction(at: -half) - 1) < 1e-9)
    }
  }

  @Test(arguments: names) func `a page without an area stays unchanged`(_ name: String) throws {
    let turn = PageTurn(viewport: .zero)
    #expect(try effect(name).state(of: turn, at: 0.5) == .resting(.old, in: turn))
  }
}
