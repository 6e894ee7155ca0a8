extension PageList.CellKind {
  /// The kind of video pages: ``ClipCell``. The host gives each cell a player.
  public static var clip: PageList.CellKind { PageList.CellKind(ClipCell.self) { ClipCell() } }
  /// The kind of live photo pages: ``LivePhotoCell``. The host gives each cell a picture and a
  /// player.
  public static var livePhoto: PageList.CellKind {
    PageList.CellKind(LivePhotoCell.self) { LivePhotoCell() }
  }
}
