public import Motion
public import Views

/// A screen of the app that the user can go to and come back from: a view with a title and a life
/// cycle.
///
/// The life-cycle calls come in pairs. Between `willAppear` and `didDisappear` the scene may be
/// partly visible; within that, between `didAppear` and `willDisappear` it is in place and no
/// transition runs. Each pair is called once per visit, also for the first scene and when the
/// window closes. A cancelled transition reverts: the entering scene gets `didDisappear`, the
/// remaining scene gets `didAppear`.
@MainActor
public protocol Scene: AnyObject {
  /// The content; always the same view.
  var view: View { get }
  /// The name for a title bar or tab.
  var title: String { get }
  /// Whether a drag from the left edge may go back from the scene. Default: true.
  var allowsEdgeSwipe: Bool { get }
  /// Requests that the scene leaves with its own transition.
  ///
  /// - Returns: true when it began to leave: the scene below is visible from then on, and the scene
  ///   reports to the stack when it has left. False, the default, lets the stack animate.
  func leave(at time: Timestamp) -> Bool
  /// Called before some of the scene becomes visible. Default: does nothing.
  func willAppear()
  /// Called when the scene is in place. Default: does nothing.
  func didAppear()
  /// Called before the scene moves or leaves. Default: does nothing.
  func willDisappear()
  /// Called when the scene is no longer visible. Default: does nothing.
  func didDisappear()
}

extension Scene {
  public var allowsEdgeSwipe: Bool { true }
  public func leave(at time: Timestamp) -> Bool { false }
  public func willAppear() {}
  public func didAppear() {}
  public func willDisappear() {}
  public func didDisappear() {}
}
