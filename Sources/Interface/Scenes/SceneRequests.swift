/// The pushes and pops of a stack of scenes that wait for the end of a transition, in the order in
/// which they were requested.
struct SceneRequests {
  enum SceneRequest {
    case push(any Scene, SceneStack.Transition)
    /// A pop with the given transition; nil for the one with which the scene was pushed.
    case pop(SceneStack.Transition?)
  }
  private var requests: [SceneRequest] = []

  var isEmpty: Bool { requests.isEmpty }
  var count: Int { requests.count }

  /// Whether a push of `scene` is waiting.
  func contains(_ scene: any Scene) -> Bool {
    requests.contains { request in
      if case .push(let other, _) = request { other === scene } else { false }
    }
  }

  mutating func append(_ request: SceneRequest) { requests.append(request) }

  /// Removes and returns the first request.
  ///
  /// - Precondition: A request is waiting.
  mutating func removeFirst() -> SceneRequest { requests.removeFirst() }

  /// Removes the last request if it is a push.
  ///
  /// - Returns: Whether a request was removed.
  mutating func cancelLastPush() -> Bool {
    guard case .push? = requests.last else { return false }
    requests.removeLast()
    return true
  }

  mutating func removeAll() { requests = [] }
}
