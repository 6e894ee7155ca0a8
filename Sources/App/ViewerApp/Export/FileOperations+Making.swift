import BrowserHost
import Desktop
import PhotoGrid

/// Making files of photos, with Undo.
extension FileOperations {
  /// A command that makes files of photos.
  enum Making {
    case export, crop, turnPixels

    /// The name of the step in the Undo menu.
    var title: String {
      switch self {
      case .export: "Export"
      case .crop: "Crop"
      case .turnPixels: "Apply Rotation to Pixels"
      }
    }
    /// The beginning of the message while it runs.
    var running: String {
      switch self {
      case .export: "Exporting"
      case .crop: "Cropping"
      case .turnPixels: "Rotating the pixels of"
      }
    }
    /// The beginning of the message about the result.
    fileprivate var done: String {
      switch self {
      case .export: "Exported"
      case .crop: "Cropped"
      case .turnPixels: "Rotated the pixels of"
      }
    }
    /// The verb of a message about a failure.
    fileprivate var participle: String {
      switch self {
      case .export: "exported"
      case .crop: "cropped"
      case .turnPixels: "rotated"
      }
    }
  }

  /// Makes files of photos, as one step.
  ///
  /// - Parameters:
  ///   - progress: called with the completed share, 0…1.
  ///   - done: called when the work has ended.
  ///   - end: called when the lists of pictures have followed.
  func make(
    _ jobs: [PhotoExporter.Job], _ kind: Making, progress: @escaping (Double) -> Void,
    done: @escaping () -> Void, end: @escaping () -> Void
  ) {
    guard let exporter, !jobs.isEmpty else {
      done()
      return end()
    }
    enqueue { [weak self] in
      exporter.perform(jobs, progress: progress) { [weak self] outcome in
        done()
        self?.didMake(kind, outcome, end)
      }
    }
  }

  private func didMake(
    _ kind: Making, _ outcome: PhotoExporter.Outcome, _ end: @escaping () -> Void
  ) {
    let finish: () -> Void = { [weak self] in
      end()
      self?.finishOperation()
    }
    history.record(kind.title, outcome.changes)
    let made = outcome.made
    log.trace(
      "made count=\(made.count) failed=\(outcome.failed.count) "
        + "cancelled=\(outcome.isCancelled ? 1 : 0)")
    if let failure = outcome.failure {
      log.error("\(failure)")
      let text = "\(name(of: outcome.failed)) could not be \(kind.participle): \(failure.reason)"
      if made.isEmpty { window.say(text) } else { sayUndoable(text) }
    } else if !made.isEmpty {
      let end = outcome.isCancelled ? ", then cancelled" : ""
      let place =
        kind == .export ? " to “\(made.first?.folder.readableName ?? "")”" : ""
      sayUndoable("\(kind.done) \(name(of: made))\(place)\(end)")
    } else if outcome.isCancelled {
      window.say("Cancelled")
    } else if outcome.unchanged > 0 {
      window.say("The pixels are upright already")
    }
    let replaced = outcome.changes.compactMap { change in
      if case .replaced(let path, _) = change { path } else { nil }
    }
    if !replaced.isEmpty {
      return followers.rewrite(replaced, false, finish)
    }
    guard kind == .crop, !made.isEmpty else { return finish() }
    followers.restore(made, finish)
  }
}
