import Imaging
import Input
import PhotoBrowser

/// A state of a page's clip, as logged.
enum ClipPlaybackState: String {
  case playing
  case paused
  case ended
}

/// Pages of clips. Their cells show the player's frames; the pipeline is not involved.
extension PipelinePhotoSource {
  private static let clipKind = "clip"
  private static let liveKind = "live"

  /// The kind of cell that page `index` needs for a clip or a live photo; nil for others.
  func kindOfClip(at index: Int) -> String? {
    guard clips != nil, paths.indices.contains(index), paths[index].webAddress == nil else {
      return nil
    }
    if ClipName.isClip(paths[index].bytes) { return Self.clipKind }
    return liveClip(of: paths[index]) == nil ? nil : Self.liveKind
  }

  /// The clip of a live photo; nil when there is none, or the disk does not answer in time.
  private func liveClip(of path: FilePath) -> FilePath? {
    guard LivePhoto.mayHaveClip(path) else { return nil }
    return pipeline.files.answer { LivePhoto.clip(of: path) } ?? nil
  }

  /// Makes an empty cell for page `index` if it is a clip or a live photo; nil for others.
  func makeClipCell(at index: Int) -> PhotoCell? {
    switch kindOfClip(at: index) {
    case Self.clipKind: makeClipCell()
    case Self.liveKind: makeLiveCell()
    default: nil
    }
  }

  /// Makes the cell of a live photo. The pipeline loads the photo; only the clip has a player.
  private func makeLiveCell() -> LivePhotoCell {
    let cell = LivePhotoCell()
    cell.onMove = { [weak self, weak cell] moves in
      guard let self, let cell, let page = page(of: cell) else { return }
      onClip?(moves ? .playing : .paused, page)
    }
    return cell
  }

  private func makeClipCell() -> ClipCell {
    let cell = ClipCell()
    let bindings = CommandKeys.standard
    cell.showKeys(
      playing: ["Space"], mute: bindings.caps(for: .muteClip), loop: bindings.caps(for: .loopClip))
    cell.onMute = { [weak self] in self?.clips?.options.isMuted = $0 }
    cell.onSilence = { [weak self] reason in
      guard let self, clips?.hasExplainedSilence == false else { return }
      clips?.hasExplainedSilence = true
      onSilentClip?(reason)
    }
    cell.onCover = { [weak self, weak cell] isShown in
      guard let self, let cell, let page = page(of: cell) else { return }
      onPicture?(isShown ? .exact : .failed, page)
      firstPageDidLoad()
    }
    cell.onStateChange = { [weak self] cell in
      guard let self, let page = page(of: cell), let note = Self.note(cell.state) else { return }
      onClip?(note, page)
    }
    return cell
  }

  private static func note(_ state: ClipState) -> ClipPlaybackState? {
    switch state.phase {
    case .opening, .failed: nil
    case .ended: .ended
    case .ready: state.isPlaying ? .playing : .paused
    }
  }

  /// Gives the cell of a clip or a live photo its player.
  ///
  /// - Returns: whether the page is a clip, which needs no picture.
  func fillClip(_ cell: any BrowserCell, at index: Int) -> Bool {
    guard let clips else { return false }
    if let cell = cell as? LivePhotoCell, let clip = liveClip(of: paths[index]) {
      cell.show(clips.player(for: clip))
    }
    guard let cell = cell as? ClipCell else { return false }
    cell.clipOptions = clips.options
    cell.show(clips.player(for: paths[index]))
    return true
  }

  /// Restarts the clip of a page.
  ///
  /// - Returns: whether the page is a clip.
  func reopenClip(at index: Int) -> Bool {
    guard kindOfClip(at: index) == Self.clipKind else { return false }
    (shownCell(at: index) as? ClipCell)?.restart()
    return true
  }

  private func page(of cell: PhotoCell) -> Int? {
    paths.indices.first { shownCell(at: $0) === cell }
  }
}
