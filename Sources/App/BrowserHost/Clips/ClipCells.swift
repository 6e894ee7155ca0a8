import PhotoBrowser

/// The names of keys that the tooltips of a clip's controls show.
package struct ClipKeyNames {
  package var playing: [String]
  package var mute: [String]
  package var loop: [String]

  package init(playing: [String] = [], mute: [String] = [], loop: [String] = []) {
    self.playing = playing
    self.mute = mute
    self.loop = loop
  }
}

/// The part of a page source that makes and fills the cells of clips and of live photos. The cell
/// of a clip shows its player's frames; a live photo is an ordinary picture whose cell has a player
/// in addition.
final class ClipCells {
  /// The kind of cell for a page with a player; the raw value is the name of the kind in the data
  /// source.
  private enum Kind: String {
    case clip
    case livePhoto = "live"
  }

  /// A closure called when the clip on a page starts, pauses or ends, with its new state and the
  /// page's cell.
  var onStateChange: ((ClipPlaybackState, PhotoCell) -> Void)?
  /// A closure called when a clip shows its first frame, with `true`, or has failed, with `false`.
  var onFirstFrameOrFailure: ((_ hasFrame: Bool, PhotoCell) -> Void)?
  /// A closure called with the reason when a clip plays without sound for the first time in the
  /// program.
  var onMissingSound: ((_ reason: String) -> Void)?

  private let players: ClipPlayers
  private let keys: ClipKeyNames
  /// Whether the failure messages of clips begin with the file name; false where the title bar
  /// shows the name.
  private let namesFilesInFailures: Bool
  /// A function from a still image to its clip, which makes it a live photo; nil for other images.
  private let clipOfLivePhoto: (FilePath) -> FilePath?

  init(
    _ players: ClipPlayers, keys: ClipKeyNames, namesFilesInFailures: Bool,
    clipOfLivePhoto: @escaping (FilePath) -> FilePath?
  ) {
    self.players = players
    self.keys = keys
    self.namesFilesInFailures = namesFilesInFailures
    self.clipOfLivePhoto = clipOfLivePhoto
  }

  /// Whether the file is a clip; a live photo is none. Clips from the web are not played.
  static func isClip(_ path: FilePath) -> Bool {
    path.webAddress == nil && ClipName.isClip(path.bytes)
  }

  /// The name of the kind of cell that a file needs, for the data source; nil for an ordinary
  /// picture.
  func cellKind(of path: FilePath) -> String? { kind(of: path)?.rawValue }

  private func kind(of path: FilePath) -> Kind? {
    guard path.webAddress == nil else { return nil }
    if ClipName.isClip(path.bytes) { return .clip }
    return clipOfLivePhoto(path) == nil ? nil : .livePhoto
  }

  /// Makes an empty cell for a clip or a live photo; nil for other files.
  func makeCell(for path: FilePath) -> PhotoCell? {
    switch kind(of: path) {
    case .clip: makeClipCell()
    case .livePhoto: makeLiveCell()
    case nil: nil
    }
  }

  private func makeLiveCell() -> LivePhotoCell {
    let cell = LivePhotoCell()
    cell.onPlayingChange = { [weak self, weak cell] moves in
      if let cell { self?.onStateChange?(moves ? .playing : .paused, cell) }
    }
    return cell
  }

  private func makeClipCell() -> ClipCell {
    let cell = ClipCell()
    cell.setTooltipKeys(playing: keys.playing, mute: keys.mute, loop: keys.loop)
    cell.onMute = { [weak self] in self?.players.options.isMuted = $0 }
    cell.onMissingSound = { [weak self] reason in
      guard let self, players.claimSilenceExplanation() else { return }
      onMissingSound?(reason)
    }
    cell.onFirstFrame = { [weak self, weak cell] isShown in
      if let cell { self?.onFirstFrameOrFailure?(isShown, cell) }
    }
    cell.onStateChange = { [weak self] cell in
      if let state = ClipPlaybackState(cell.state) { self?.onStateChange?(state, cell) }
    }
    return cell
  }

  /// Assigns a player to the cell of a clip or a live photo; other cells stay unchanged.
  ///
  /// - Returns: true for the cell of a clip, which needs no picture beside its player's frames.
  func fill(_ cell: PhotoCell, with path: FilePath) -> Bool {
    if let cell = cell as? LivePhotoCell {
      // A renamed photo keeps its cell. If its clip was not renamed with it, the photo is no live
      // photo any more, and its cell loses the player.
      if let clip = clipOfLivePhoto(path) {
        cell.show(player(for: clip))
      } else {
        cell.removePlayer()
      }
    }
    guard let cell = cell as? ClipCell else { return false }
    cell.clipOptions = players.options
    cell.show(player(for: path))
    return true
  }

  private func player(for path: FilePath) -> any ClipCell.Player {
    players.player(for: path, named: namesFilesInFailures ? path.displayName : "")
  }
}

extension ClipPlaybackState {
  /// Makes the state of a clip for the log; nil while the clip is being opened and after a failure,
  /// which are not logged.
  fileprivate init?(_ state: ClipState) {
    switch state.phase {
    case .opening, .failed: return nil
    case .ended: self = .ended
    case .ready: self = state.isPlaying ? .playing : .paused
    }
  }
}
