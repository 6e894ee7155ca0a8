extension CellKind {
  /// The kind of video pages: ``ClipCell``. The host gives each cell a player.
  public static var clip: CellKind { CellKind(ClipCell.self) { ClipCell() } }
  /// The kind of live photo pages: ``LivePhotoCell``. The host gives each cell a picture and a
  /// player.
  public static var livePhoto: CellKind { CellKind(LivePhotoCell.self) { LivePhotoCell() } }
}
