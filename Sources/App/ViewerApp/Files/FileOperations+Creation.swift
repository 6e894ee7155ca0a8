import BrowserHost
import Desktop
import Localization

/// The file operation that makes a new file.
extension FileOperations {
  /// Makes a new file, as one step of the undo history.
  ///
  /// - Parameters:
  ///   - name: the name of the step in the Undo menu.
  ///   - make: writes the file and returns its path. Called on a worker thread.
  ///   - done: called with the path after all lists contain the file.
  func create(
    _ name: String, _ make: @escaping @Sendable () throws(DesktopError) -> FilePath,
    then done: @escaping (FilePath) -> Void
  ) {
    enqueue { [weak self] in
      WorkerThread.run {
        do throws(DesktopError) { return Result<FilePath, DesktopError>.success(try make()) } catch
        {
          return .failure(error)
        }
      } finish: { [weak self] in
        self?.didCreate(name, $0, then: done)
      }
    }
  }

  /// The message about a file that could not be made. The user has not chosen its name, so the
  /// message states its path.
  nonisolated static func message(about failure: DesktopError) -> String {
    tr("The picture could not be saved: {reason}", ["reason": failure.description])
  }

  private func didCreate(
    _ name: String, _ result: Result<FilePath, DesktopError>,
    then done: @escaping (FilePath) -> Void
  ) {
    switch result {
    case .failure(let failure):
      log.error("\(failure)")
      window.showFailure(Self.message(about: failure))
      finishOperation()
    case .success(let file):
      record([.restored(file)], as: name)
      showUndoableMessage(
        tr(
          "Saved “{name}” in “{folder}”",
          ["name": file.displayName, "folder": file.folder.readableName]))
      log.trace("created name=\(file.displayName)")
      listHandlers.restore([file], nil) { [weak self] in
        done(file)
        self?.finishOperation()
      }
    }
  }
}
