import Imaging

extension FilePictureLoader {
  /// Who shows pictures of the loader; gone with it.
  struct Follower {
    private(set) weak var owner: AnyObject?
    let refetch: () -> Void
  }

  /// Has the pictures in other colours: whoever shows some fetches them anew, and keeps the old ones
  /// until then.
  func setColor(_ color: ImageColor) {
    guard color != pipeline.color else { return }
    pipeline.color = color
    followers.removeAll { $0.owner == nil }
    for follower in followers { follower.refetch() }
  }

  /// Calls `refetch` whenever the pictures are in other colours, as long as `owner` lives.
  func follow<Owner: AnyObject>(_ owner: Owner, refetch: @escaping (Owner) -> Void) {
    followers.append(
      Follower(owner: owner) { [weak owner] in
        if let owner { refetch(owner) }
      })
  }
}
