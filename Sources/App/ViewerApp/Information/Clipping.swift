/// The loss of details in a pixel, for the marks on a picture and for the shares in its histogram.
///
/// A highlight is clipped where one component is at its maximum, because a colour whose other
/// components still differ is wrong there, too. A shadow is clipped where all components are at
/// their minimum: in a saturated colour, one component at its minimum is no loss. A pixel that is
/// not opaque is not clipped.
nonisolated enum Clipping {
  case highlight, shadow

  /// The clipping of a premultiplied pixel, 0xAARRGGBB; nil for a pixel that is not clipped.
  init?(_ pixel: UInt32) {
    guard pixel >> 24 == 0xFF else { return nil }
    let (red, green, blue) = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
    if max(red, green, blue) == 0xFF {
      self = .highlight
    } else if red | green | blue == 0 {
      self = .shadow
    } else {
      return nil
    }
  }
}
