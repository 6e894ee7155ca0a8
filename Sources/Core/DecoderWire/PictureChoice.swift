/// The choice among the pictures that a file can show.
package struct PictureChoice: Hashable, Sendable {
  /// The index of the picture in a file of several; see ``DecodeRequest/leaf``.
  package var leaf = 0
  /// The exposure of a picture with high dynamic range; see ``DecodeRequest/exposure``.
  package var exposure = 0

  package init(leaf: Int = 0, exposure: Int = 0) {
    self.leaf = leaf
    self.exposure = exposure
  }
}

extension DecodeRequest {
  /// The maximum change of the exposure in stops, in both directions.
  package static let maxExposure = 12

  /// The choice that the request is made for.
  package var choice: PictureChoice {
    get { PictureChoice(leaf: leaf, exposure: exposure) }
    set { (leaf, exposure) = (newValue.leaf, newValue.exposure) }
  }
}
