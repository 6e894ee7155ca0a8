/// A rule for scaling content to a box.
public enum ContentFit: Hashable, Sendable, CaseIterable {
  /// The whole content is visible.
  case fit
  /// The whole box is covered; the content may exceed it.
  case fill
  /// The content is as wide as the box.
  case width
  /// The content is as high as the box.
  case height
  /// One content unit is one box unit: scale 1.
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

  /// The rectangle of the scaled content in `box`, centred by default; it may exceed `box`.
  public func rect(
    content: Size, in box: Rect, alignment: ContentAlignment = .center
  ) -> Rect {
    var rect = Rect(center: box.center, size: content * scale(content: content, in: box.size))
    if alignment == .top { rect.origin.y = box.minY }
    return rect
  }
}

/// The part of content that is visible in a box of another aspect ratio.
public enum ContentAlignment: Hashable, Sendable, CaseIterable {
  /// The middle of the content.
  case center
  /// The top of the content, for long pictures.
  case top
}
