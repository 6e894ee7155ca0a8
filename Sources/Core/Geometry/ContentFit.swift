/// How content of some size meets a box: which scale makes it fit.
public enum ContentFit: Hashable, Sendable, CaseIterable {
  /// The whole content is visible.
  case fit
  /// The whole box is covered.
  case fill
  /// As wide as the box.
  case width
  /// As high as the box.
  case height
  /// One content unit is one box unit.
  case actual

  /// The factor from content units to box units; 1 when either size is empty.
  public func scale(content: Size, in box: Size) -> Double {
    guard !content.isEmpty, !box.isEmpty else { return 1 }
    let sx = box.width / content.width
    let sy = box.height / content.height
    return switch self {
    case .fit: min(sx, sy)
    case .fill: max(sx, sy)
    case .width: sx
    case .height: sy
    case .actual: 1
    }
  }

  /// The rectangle the content takes in `box`, centred.
  public func rect(content: Size, in box: Rect) -> Rect {
    Rect(center: box.center, size: content * scale(content: content, in: box.size))
  }
}
