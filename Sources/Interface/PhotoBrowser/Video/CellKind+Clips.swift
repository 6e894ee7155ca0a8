extension PageList.CellKind {
  /// The kind of pages with a video: ``ClipCell``. The host gives each cell a player.
  public static var clip: PageList.CellKind { PageList.CellKind(ClipCell.self) { ClipCell() } }
  /// The kind of pages with a live photo: ``LivePhotoCell``. The host gives each cell a picture and
  /// a player.
  public static var livePhoto: PageList.CellKind {
    PageList.CellKind(LivePhotoCell.self) { LivePhotoCell() }
  }
}
