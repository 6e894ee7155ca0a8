/// The picture of a file that is shown: its index, if the file has several, and the change of its
/// exposure.
package struct PictureChoice: Hashable, Sendable {
  /// The index of the picture in a file that has several, from 0; see ``DecodeRequest/leaf``.
  package var leaf = 0
  /// The change of the exposure of a picture with high dynamic range, in stops; see
  /// ``DecodeRequest/exposure``.
  package var exposure = 0

  package init(leaf: Int = 0, exposure: Int = 0) {
    self.leaf = leaf
    self.exposure = exposure
  }
}

extension DecodeRequest {
  /// The maximum change of the exposure, up or down, in stops.
  package static let maxExposure = 12

  /// The picture and its exposure that the request is for.
  package var choice: PictureChoice {
    get { PictureChoice(leaf: leaf, exposure: exposure) }
    set { (leaf, exposure) = (newValue.leaf, newValue.exposure) }
  }
}
