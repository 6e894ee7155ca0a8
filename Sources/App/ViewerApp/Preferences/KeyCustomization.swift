import Desktop
import Input
import Localization
import Views

/// The command with which the user changes the keys of commands, in sheets.
final class KeyCustomization {
  private let shown: ShownScenes
  private let settings: ProgramSettings
  private let log: Log

  init(_ shown: ShownScenes, _ settings: ProgramSettings, log: Log) {
    self.shown = shown
    self.settings = settings
    self.log = log
  }

  private var view: ViewerWindow { shown.view }

  /// Opens the sheet that lists the commands with their keys. Choosing a command opens the sheet of
  /// its keys, and closing that sheet opens the list again.
  ///
  /// - Parameter query: the text that filters the list; empty for the whole list. Default: empty.
  func showCommandList(query: String = "") {
    let sheet = ShortcutsSheet(
      ShortcutSection.changeable(.current), command: .customizeKeys, query: query)
    sheet.onRun = { [weak self, weak sheet] in self?.editKeys(of: $0, query: sheet?.query ?? "") }
    view.present(sheet)
    log.trace("keys rows=\(sheet.rows.count)")
  }

  private func editKeys(of command: Command, query: String) {
    let sheet = KeyEditSheet(command, userCommands: view.userCommands.commands) { .current }
    sheet.onChange = { [weak self] in self?.setKeys($1, of: $0) }
    let scene = view.scene
    sheet.onLeave = { [weak self] in
      guard let self, view.scene === scene else { return }
      showCommandList(query: query)
    }
    view.present(sheet)
  }

  private func setKeys(_ chords: [KeyChord]?, of command: Command) {
    var failure: DesktopError?
    do throws(DesktopError) { try settings.store.save(chords, of: command) } catch {
      failure = error
    }
    adoptKeys()
    log.trace("keys of=\(command.name) count=\(chords?.count ?? -1)")
    if let failure {
      view.showToast(tr("The keys could not be saved: {reason}", ["reason": failure]))
    }
  }

  /// Applies the keys of the preferences: the profile, and the keys that the user has changed.
  func adoptKeys() {
    ViewerKeys.current = ViewerKeys(
      settings.options.keys ?? .pbview, userKeys: settings.store.keys)
    log.trace("keys profile=\(ViewerKeys.current.profile.rawValue)")
    for home in shown.homes { home.updateKeys() }
    view.updateTitle()
  }
}
