import Imaging

/// The requests of pictures for pages that the user may turn to next.
final class PagePrefetch {
  private var tasks: [FilePath: ImageTask] = [:]

  /// Starts the request of a file's picture by `request`, unless one is running.
  func begin(_ path: FilePath, _ request: () -> ImageTask) {
    if tasks[path] == nil { tasks[path] = request() }
  }

  /// Cancels the requests of all files that are not in `paths`.
  func keep(only paths: [FilePath]) {
    for (path, task) in tasks where !paths.contains(path) {
      task.cancel()
      tasks[path] = nil
    }
  }

  /// Cancels the request of a file's picture.
  func cancel(_ path: FilePath) { tasks.removeValue(forKey: path)?.cancel() }

  /// Cancels the requests of all files.
  func cancelAll() {
    for task in tasks.values { task.cancel() }
    tasks = [:]
  }

  /// Sets the priority of every request by its file.
  func setPriorities(_ priority: (FilePath) -> ImagePriority) {
    for (path, task) in tasks { task.priority = priority(path) }
  }
}
