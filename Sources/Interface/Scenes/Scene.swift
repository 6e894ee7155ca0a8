public import Motion
public import Views

/// Something a person can go to and come back from: a view with a name, told when it is seen.
///
/// The calls come in pairs. From `willAppear` to `didDisappear` some of it may be seen; within that,
/// from `didAppear` to `willDisappear` it is in place with nothing under way. Each pair comes once
/// for each visit, the first scene and the closing of the window included. A transition that is
/// cancelled takes back what was begun: the scene that came is told `didDisappear`, the one that
/// stays `didAppear`.
@MainActor
public protocol Scene: AnyObject {
  /// What is seen of it; the same view all its life.
  var view: View { get }
  /// What a title bar or tab calls it.
  var title: String { get }
  /// False when a drag from the left edge must not lead back from it. Default true.
  var allowsEdgeSwipe: Bool { get }
  /// Asked to go by its own transition.
  ///
  /// - Returns: false, the default, to be moved away by the stack; true when it began to go: what
  ///   is below is seen from then on, and it tells the stack when it is gone.
  func leave(at time: Timestamp) -> Bool
  /// Some of it is about to be seen.
  func willAppear()
  /// It is in place.
  func didAppear()
  /// It is about to go, or to be moved.
  func willDisappear()
  /// Nothing is seen of it any more.
  func didDisappear()
}

extension Scene {
  /// Always.
  public var allowsEdgeSwipe: Bool { true }
  /// The stack moves it.
  public func leave(at time: Timestamp) -> Bool { false }
  /// Does nothing.
  public func willAppear() {}
  /// Does nothing.
  public func didAppear() {}
  /// Does nothing.
  public func willDisappear() {}
  /// Does nothing.
  public func didDisappear() {}
}
