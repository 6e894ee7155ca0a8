import BrowserHost
import Localization

/// The refusal of commands that are not possible with photos in archives: those that change them,
/// and those that pass them to other programs.
extension ShownScenes {
  /// Refuses a command, with a toast, if it is not possible with the chosen photos or in the folder
  /// in front: photos in an archive cannot be changed or passed to other programs, and pages of a
  /// document cannot be copied as files.
  ///
  /// - Returns: whether the command is refused.
  func refuseIfInArchive(_ command: Command) -> Bool {
    if command == .copyTo, filesForCommands.contains(where: \.isDocumentPage) {
      view.showToast(Self.documentRefusal)
      view.log.trace("refused archive command=\(command.rawValue)")
      return true
    }
    guard let reason = Self.refusal(of: command) else { return false }
    let folder = command == .paste ? folderOfGrid : nil
    let paths = folder.map { [$0] } ?? filesForCommands
    guard paths.contains(where: { $0.isArchive || $0.containingArchive != nil }) else {
      return false
    }
    view.showToast(paths.contains(where: \.isDocumentPage) ? Self.documentRefusal : reason)
    view.log.trace("refused archive command=\(command.rawValue)")
    return true
  }

  /// The message that pages of a document, such as a PDF, cannot be changed or copied as files.
  static var documentRefusal: String {
    tr("Pages of a document cannot be changed or copied as files. Export them as pictures")
  }

  /// The sentence that says why a command is not possible with pictures in an archive; nil for a
  /// command that is possible.
  private static func refusal(of command: Command) -> String? {
    switch command {
    case .delete, .deletePermanently, .deleteRejected, .rate0, .rate1, .rate2, .rate3, .rate4,
      .rate5, .pick,
      .reject, .unflag, .labelRed, .labelYellow, .labelGreen, .labelBlue, .labelPurple, .moveTo,
      .moveAgain, .rename, .duplicate, .newFolder, .rotateRight, .rotateLeft, .flipHorizontally,
      .flipVertically, .cut, .crop, .turnPixels, .paste:
      tr("Pictures in an archive cannot be changed. Copy them to a folder first")
    case .openWith, .setWallpaper, .send:
      tr("Other programs cannot open pictures in an archive. Copy them to a folder first")
    default: nil
    }
  }
}

extension ViewerWindow {
  /// Shows in a toast why an archive cannot be read, or only in part. Does nothing for a folder of
  /// the file system.
  ///
  /// - Parameter sentence: the reason, in the user's language.
  func showProblem(about folder: FilePath, _ sentence: String) {
    guard folder.isArchive else { return }
    showToast(tr("“{name}”: {reason}", ["name": folder.displayName, "reason": sentence]))
    log.trace("archive complaint")
  }

  /// Tells the user in a toast that nothing can be written into `folder`, if it is an archive or in
  /// one.
  ///
  /// - Returns: whether the folder is refused.
  func refuseIfInArchive(target folder: FilePath) -> Bool {
    guard folder.isArchive || folder.containingArchive != nil else { return false }
    showToast(tr("Nothing can be added to an archive"))
    return true
  }
}
