import CX11
import Geometry

/// The search for the windows of other programs under the pointer that accept drops.
///
/// The properties of each window are read once during a drag.
@MainActor
final class DragTargets {
  /// The maximum depth of nested windows that is searched.
  private static let maxDepth = 32

  private let server: XServer
  private let isOwn: (CX11.Window) -> Bool
  private var cachedTargets: [CX11.Window: DragProtocol.Target?] = [:]

  init(on server: XServer, isOwn: @escaping (CX11.Window) -> Bool) {
    self.server = server
    self.isOwn = isOwn
  }

  /// The result of the hit test for a drop target at a point of the X screen, in device pixels: the
  /// outermost window under the point that supports XDND, unless a window of this program is above
  /// it.
  ///
  /// - Complexity: one round trip for each nested window, and one or more for a window that was not
  ///   searched before.
  func hitTest(at point: Point) -> DragProtocol.Hit {
    var window = server.root
    for _ in 0..<Self.maxDepth {
      var (x, y): (Int32, Int32) = (0, 0)
      var child: CX11.Window = 0
      let isThere = XTranslateCoordinates(
        server.xDisplay, server.root, window, Int32(point.x), Int32(point.y), &x, &y, &child)
      guard isThere != 0, child != 0 else { break }
      if isOwn(child) { return .ownWindow }
      if let target = target(child) { return .target(target) }
      window = child
    }
    // A desktop may accept drops on the root window through a proxy.
    return target(server.root).map { .target($0) } ?? .nothing
  }

  private func target(_ window: CX11.Window) -> DragProtocol.Target? {
    if let found = cachedTargets[window] { return found }
    let receiver = proxy(of: window) ?? window
    let version = server.cardinals(.xdndAware, of: receiver).first.map { Int(clamping: $0) } ?? 0
    let target =
      version < XDNDVersion.minimum
      ? nil
      : DragProtocol.Target(
        window: window, messageWindow: receiver, version: min(version, XDNDVersion.own))
    cachedTargets[window] = .some(target)
    return target
  }

  /// The window that receives XDND messages for another window; nil without one. It counts only
  /// when its own property names itself as the proxy.
  private func proxy(of window: CX11.Window) -> CX11.Window? {
    guard let proxy = server.cardinals(.xdndProxy, of: window).first,
      server.cardinals(.xdndProxy, of: proxy).first == proxy
    else { return nil }
    return proxy
  }
}
