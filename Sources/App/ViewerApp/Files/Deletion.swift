import BrowserHost
import Desktop
import Motion
import Views

/// Deletes pictures for a person: asks first, works beside the main actor, says what became of it,
/// and brings back what lies in the trash.
///
/// Nothing is ever deleted without a choice on a sheet, and what cannot go to the trash is only
/// deleted after another one.
final class Deletion {
  /// A file that went, and how it comes back.
  struct Gone: Hashable, Sendable {
    let path: FilePath
    /// Where it lies in the trash; nil for what is gone for good, or cannot be found there.
    let trashed: TrashedFile?
  }
  /// Called with files that are there no more.
  var onGone: ([FilePath]) -> Void = { _ in }
  /// Called with files that are back.
  var onBack: ([FilePath]) -> Void = { _ in }

  private unowned let window: ViewerWindow
  private let log: Log
  /// What went together comes back together, the last first.
  private var batches: [[Gone]] = []

  /// Makes one that asks in `window`.
  init(in window: ViewerWindow, log: Log) {
    self.window = window
    self.log = log
  }

  // MARK: Asking

  /// Asks whether some files are to go to the trash, or for good.
  func ask(_ files: [FilePath], forGood: Bool) {
    guard !files.isEmpty else { return }
    let what = Self.name(of: files)
    let title = forGood ? "Delete \(what) for good?" : "Move \(what) to the trash?"
    let choice = ActionSheet.Entry(
      forGood ? "Delete for Good" : "Move to Trash", isDestructive: forGood
    ) { [weak self] in
      self?.delete(files, forGood: forGood)
    }
    window.present(
      ActionSheet(title, message: forGood ? "This cannot be undone." : "", entries: [choice]))
    log.trace("asking count=\(files.count) forgood=\(forGood ? 1 : 0)")
  }

  /// “a.jpg”, or “3 pictures”.
  nonisolated static func name(of files: [FilePath]) -> String {
    guard files.count == 1, let file = files.first else { return "\(files.count) pictures" }
    return "“\(file.displayName)”"
  }

  // MARK: Deleting

  private struct Outcome: Sendable {
    var gone: [Gone] = []
    var kept: [FilePath] = []
    /// Why the first of those that were kept was.
    var failure: DesktopError?
  }

  private func delete(_ files: [FilePath], forGood: Bool) {
    let current = CurrentFolder.path
    SideThread.run {
      var outcome = Outcome()
      for path in files {
        let whole = path.bytes.first == UInt8(ascii: "/") ? path : current.appending(path.bytes)
        do throws(DesktopError) {
          if forGood { try Trash.delete(whole.bytes) }
          try outcome.gone.append(
            Gone(path: path, trashed: forGood ? nil : Trash.put(whole.bytes)))
        } catch {
          outcome.kept.append(path)
          outcome.failure = outcome.failure ?? error
        }
      }
      return outcome
    } finish: { [weak self] outcome in
      self?.finish(outcome, forGood: forGood)
    }
  }

  private func finish(_ outcome: Outcome, forGood: Bool) {
    if !outcome.gone.isEmpty {
      let files = outcome.gone.map(\.path)
      let what = Self.name(of: files)
      if !forGood { batches.append(outcome.gone) }
      window.say(forGood ? "Deleted \(what)" : "Moved \(what) to the trash. Ctrl+Z brings it back")
      log.trace("deleted count=\(files.count) forgood=\(forGood ? 1 : 0)")
      onGone(files)
    }
    guard let failure = outcome.failure else { return }
    log.error("\(failure)")
    refuse(outcome.kept, because: failure.reason, forGood: forGood)
  }

  /// Says what could not go, and offers the way that is left.
  private func refuse(_ files: [FilePath], because reason: String, forGood: Bool) {
    let what = Self.name(of: files)
    let title = forGood ? "\(what) cannot be deleted" : "\(what) cannot be moved to the trash"
    let choice = ActionSheet.Entry("Delete for Good", isDestructive: true) { [weak self] in
      self?.delete(files, forGood: true)
    }
    let hint = forGood ? "" : " Shift+Delete deletes for good."
    window.present(
      ActionSheet(
        title, message: reason + "." + hint, entries: forGood ? [] : [choice],
        cancelTitle: forGood ? "Close" : "Keep"))
    log.trace("refused count=\(files.count) forgood=\(forGood ? 1 : 0)")
  }

  // MARK: Bringing back

  /// Brings back what went to the trash last.
  func undo() {
    guard let batch = batches.popLast() else { return window.say("There is nothing to bring back") }
    SideThread.run {
      var outcome = Outcome()
      for gone in batch {
        do throws(DesktopError) {
          guard let trashed = gone.trashed else {
            throw .unremovable(file: gone.path.display, reason: "it is not found in the trash")
          }
          try Trash.restore(trashed)
          outcome.gone.append(gone)
        } catch {
          outcome.kept.append(gone.path)
          outcome.failure = outcome.failure ?? error
        }
      }
      return outcome
    } finish: { [weak self] outcome in
      self?.finishUndo(outcome, of: batch)
    }
  }

  private func finishUndo(_ outcome: Outcome, of batch: [Gone]) {
    let files = outcome.gone.map(\.path)
    if !files.isEmpty { onBack(files) }
    log.trace("restored count=\(files.count)")
    guard let failure = outcome.failure else {
      return window.say("\(Self.name(of: files)) \(files.count == 1 ? "is" : "are") back")
    }
    // What is still in the trash can be asked for again.
    batches.append(batch.filter { outcome.kept.contains($0.path) })
    log.error("\(failure)")
    window.say("\(Self.name(of: outcome.kept)) stays in the trash: \(failure.reason)")
  }
}
