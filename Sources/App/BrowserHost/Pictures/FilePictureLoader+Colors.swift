import Imaging

extension FilePages.Loader {
  /// An observer of the target colours; removed after its owner is deallocated.
  struct ColorObserver {
    private(set) weak var owner: AnyObject?
    let refetch: () -> Void
  }

  /// Sets the target colours. The observers fetch their pictures again; the old ones stay until the
  /// new ones arrive.
  func setColor(_ color: ImageColor) {
    guard color != pipeline.color else { return }
    pipeline.color = color
    for observer in colorObservers { observer.refetch() }
  }

  /// Calls `refetch` whenever the target colours change, until `owner` is deallocated; an earlier
  /// closure of the same owner is replaced.
  package func observeColorChanges<Owner: AnyObject>(
    for owner: Owner, refetch: @escaping (Owner) -> Void
  ) {
    colorObservers.removeAll { $0.owner == nil || $0.owner === owner }
    colorObservers.append(
      ColorObserver(owner: owner) { [weak owner] in
        if let owner { refetch(owner) }
      })
  }
}
