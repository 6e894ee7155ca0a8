/// The pushes and pops of a stack that wait for the end of a transition, in the order of the
/// requests.
struct SceneRequests {
  enum Request {
    case push(any Scene, SceneStack.Transition)
    /// The transition is nil for the one with which the scene was pushed.
    case pop(SceneStack.Transition?)
  }
  private var requests: [Request] = []

  var isEmpty: Bool { requests.isEmpty }
  var count: Int { requests.count }

  /// Whether a push of `scene` waits.
  func contains(_ scene: any Scene) -> Bool {
    requests.contains { request in
      if case .push(let other, _) = request { other === scene } else { false }
    }
  }

  mutating func append(_ request: Request) { requests.append(request) }

  /// Removes the first request; there must be one.
  mutating func removeFirst() -> Request { requests.removeFirst() }

  /// Removes the last request if it is a push.
  ///
  /// - Returns: false when it is none.
  mutating func cancelLastPush() -> Bool {
    guard case .push? = requests.last else { return false }
    requests.removeLast()
    return true
  }

  mutating func removeAll() { requests = [] }
}
