/// The scene animators that can be chosen by name; a host may add its own.
package struct SceneAnimators: Sendable {
  private struct Entry: Sendable {
    let name: String
    let remark: String
    let make: @Sendable () -> any SceneAnimator
  }
  private var entries: [Entry] = []

  /// Creates a registry of the built-in animators, the default first.
  package init() {
    register("slide", remark: "side by side, with a spring") { SlideSceneAnimator() }
    register("shrink", remark: "the old one shrinks, the new one fades in") {
      ShrinkSceneAnimator()
    }
    register("cover", remark: "one slides over the other") { CoverSceneAnimator() }
    register("none", remark: "no animation") { ImmediateSceneAnimator() }
  }

  /// The names and descriptions of the scene animators, in the order of registration.
  package var names: [(name: String, remark: String)] { entries.map { ($0.name, $0.remark) } }

  /// Adds a scene animator, or replaces the one registered as `name`.
  ///
  /// - Parameter remark: a short description for a list of animators.
  package mutating func register(
    _ name: String, remark: String, _ make: @escaping @Sendable () -> any SceneAnimator
  ) {
    let entry = Entry(name: name, remark: remark, make: make)
    if let index = entries.firstIndex(where: { $0.name == name }) {
      entries[index] = entry
    } else {
      entries.append(entry)
    }
  }

  /// Creates the scene animator called `name`; throws an ``UnknownName`` when none is registered
  /// under that name.
  package func make(_ name: String) throws(UnknownName) -> any SceneAnimator {
    guard let entry = entries.first(where: { $0.name == name }) else {
      throw UnknownName(kind: "scene animator", name: name, known: entries.map(\.name))
    }
    return entry.make()
  }
}
