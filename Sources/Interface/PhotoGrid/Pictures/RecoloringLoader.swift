package import PhotoBrowser

/// A loader that converts pictures to target colours, which can change.
package protocol RecoloringLoader: PictureLoader {
  /// Calls `refetch` whenever the target colours change, until `owner` is deallocated; an earlier
  /// closure of the same owner is replaced.
  func observeColorChanges<Owner: AnyObject>(for owner: Owner, refetch: @escaping (Owner) -> Void)
}
