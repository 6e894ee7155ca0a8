/// A rule for scaling content, such as a picture, to a box.
public enum ContentFit: Hashable, Sendable, CaseIterable {
  /// The content is as large as possible while all of it is visible in the box.
  case fit
  /// The whole box is covered; the content may exceed it.
  case fill
  /// The content is as wide as the box, and may be higher.
  case width
  /// The content is as high as the box, and may be wider.
  case height
  /// The content is shown at scale 1: one content unit is one box unit.
  case actual

  /// The factor by which this rule scales content of size `content` for `box`: box units per
  /// content unit; 1 when either size is empty.
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

  /// The rectangle of content of size `content`, scaled for `box` by this rule, in the coordinates
  /// of `box`. The content is centred by default; it may exceed `box`.
  public func rect(
    content: Size, in box: Rect, alignment: ContentAlignment = .center
  ) -> Rect {
    var rect = Rect(center: box.center, size: content * scale(content: content, in: box.size))
    if alignment == .top { rect.origin.y = box.minY }
    return rect
  }
}

/// The placement of scaled content in a box of another aspect ratio, which decides the visible
/// part.
public enum ContentAlignment: Hashable, Sendable, CaseIterable {
  /// The middle of the content is in the middle of the box.
  case center
  /// The top edge of the content is at the top edge of the box, as for long pictures.
  case top
}
