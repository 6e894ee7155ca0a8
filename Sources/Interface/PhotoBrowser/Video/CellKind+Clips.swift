extension CellKind {
  /// Pages of clips: ``ClipCell``. Their host gives them a player.
  public static var clip: CellKind { CellKind(ClipCell.self) { ClipCell() } }
  /// Photos with a clip beside them: ``LivePhotoCell``. Their host gives them picture and player.
  public static var livePhoto: CellKind { CellKind(LivePhotoCell.self) { LivePhotoCell() } }
}
