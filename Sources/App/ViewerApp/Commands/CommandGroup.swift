import Localization

/// A section of the list of keyboard shortcuts. The cases are in display order.
nonisolated enum CommandGroup: CaseIterable {
  case navigation, panning, zoom, view, selection, compare, marks, sorting, playback, files, general

  /// The heading of the section in the list of keyboard shortcuts.
  var title: String {
    switch self {
    case .navigation: tr("Navigation", context: "group of commands")
    case .zoom: tr("Zoom", context: "group of commands")
    case .panning: tr("Panning", context: "group of commands")
    case .view: tr("View", context: "group of commands")
    case .playback: tr("Slideshow and Playback", context: "group of commands")
    case .selection: tr("Selection", context: "group of commands")
    case .compare: tr("Compare", context: "group of commands")
    case .marks: tr("Marks", context: "group of commands")
    case .sorting: tr("Sorting", context: "group of commands")
    case .files: tr("Files", context: "group of commands")
    case .general: tr("General", context: "group of commands")
    }
  }
}

nonisolated extension Command {
  /// The section in which the list of keyboard shortcuts shows the command.
  var group: CommandGroup {
    switch self {
    case .next, .previous, .nextScreen, .previousScreen, .first, .last, .forwardTen, .backTen,
      .goToNumber, .nextLeaf, .previousLeaf,
      .open, .preview, .nextTab, .previousTab, .back, .find, .goToDate, .nextFolder,
      .previousFolder:
      .navigation
    case .zoomIn, .zoomOut, .zoomInFinely, .zoomOutFinely, .zoomToFit, .zoomToActual,
      .zoomToDouble, .zoomToTriple, .toggleActual, .fitShrinking, .fitWhole, .fitWidth, .fitHeight,
      .fitFill, .lockZoom, .flickCompare:
      .zoom
    case .panLeft, .panRight, .panUp, .panDown, .edgeLeft, .edgeRight, .edgeUp, .edgeDown:
      .panning
    case .exposeBrighter, .exposeDarker, .exposeNormally,
      .inspectPixels, .copyColor, .overviewMap, .toggleMagnification, .toggleTransparency,
      .pageEffects, .toggleFilmstrip, .toggleLeafStrip, .toggleFullscreen, .singlePage, .twoPages,
      .continuousPages,
      .toggleControls, .info, .largerCells, .smallerCells, .defaultCells, .toggleWholeCells,
      .toggleNames:
      .view
    case .slideshow, .slideshowOptions, .toggleLooping, .frameBack, .frameForward, .togglePlaying,
      .developRaw,
      .markClipping,
      .muteClip,
      .loopClip, .clipBackward, .clipForward:
      .playback
    case .rate0, .rate1, .rate2, .rate3, .rate4, .rate5, .pick, .reject, .unflag, .labelRed,
      .labelYellow, .labelGreen, .labelBlue, .labelPurple, .toggleCulling, .onlyPicks,
      .onlyRejected, .hideRejected, .onlyUnmarked, .threeStars, .anyMarks, .allPhotos,
      .deleteRejected:
      .marks
    case .compare, .linkPanes, .swapPanes, .promotePane, .rejectPane, .nextPane, .previousPane:
      .compare
    case .selectAll, .invertSelection, .deselectAll, .selectPicks: .selection
    case .sortByName, .sortByDate, .sortByTaken, .sortBySize, .reverseOrder,
      .groupByFolder, .groupByDay, .groupByMonth, .groupByYear, .includeSubfolders:
      .sorting
    case .rotateRight, .rotateLeft, .flipHorizontally, .flipVertically: .files
    case .rename, .duplicate, .newFolder, .undoHistory: .files
    case .openWith, .showInFileManager, .setWallpaper, .print, .send, .recentFolders,
      .clearRecentFolders:
      .files
    case .newTab, .keepTab, .closeTab: .navigation
    case .crop, .turnPixels, .export: .files
    case .cut, .copy, .paste, .copyPath, .saveCopy, .copyTo, .moveTo, .copyAgain, .moveAgain,
      .delete, .deletePermanently,
      .undo, .redo,
      .reload,
      .openFolder:
      .files
    case .showKeys, .customizeKeys, .preferences, .contextMenu, .escape, .close, .quit: .general
    }
  }
}
