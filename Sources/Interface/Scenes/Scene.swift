public import Motion
public import Views

/// A screen of the app that the user can go to and come back from: a view with a title and
/// life-cycle calls.
///
/// The life-cycle calls come in pairs. Between `willAppear` and `didDisappear` the scene may be
/// partly visible; these two are called once per visit, also for the first scene and when the
/// window closes. Within that time, between `didAppear` and `willDisappear`, the scene is in place
/// and no transition runs. When a transition is cancelled, the entering scene gets `didDisappear`
/// and the remaining scene `didAppear` again.
@MainActor
public protocol Scene: AnyObject {
  /// The view with the content of the scene; always the same object.
  var view: View { get }
  /// The name of the scene, shown in a title bar or on a tab.
  var title: String { get }
  /// Whether a drag from the edge of the window at which lines begin may go back from the scene.
  /// Default: true.
  var allowsEdgeSwipe: Bool { get }
  /// Asks the scene to leave with an animation of its own.
  ///
  /// - Returns: True when the animation has begun: from then on the scene below is visible, and the
  ///   scene reports to the stack when it has left. False, the default, lets the stack animate.
  func leave(at time: Timestamp) -> Bool
  /// Called before a part of the scene becomes visible. Default: does nothing.
  func willAppear()
  /// Called when the scene is in place and no transition runs any more. Default: does nothing.
  func didAppear()
  /// Called before the scene begins to leave or to move. Default: does nothing.
  func willDisappear()
  /// Called when no part of the scene is visible any more. Default: does nothing.
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
