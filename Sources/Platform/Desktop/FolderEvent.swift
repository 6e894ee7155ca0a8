/// An event that inotify reports for a watched folder, by the path of the folder.
package struct FolderEvent: Hashable, Sendable {
  /// The path of the folder by which it is watched; empty when events were lost.
  package var folder: [UInt8]
  /// The name of the file inside the folder; empty when the event is about the folder itself.
  package var name: [UInt8]
  /// The flags of the event, as in `inotify(7)`.
  package var mask: UInt32
  /// The identifier that both events of a rename have; 0 for other events.
  package var cookie: UInt32

  package init(folder: [UInt8], name: [UInt8], mask: UInt32, cookie: UInt32) {
    self.folder = folder
    self.name = name
    self.mask = mask
    self.cookie = cookie
  }
}

/// An observer of the events that folder watches read, which may give others in their place: a
/// recording keeps them, and a replay gives the recorded ones.
@MainActor
package protocol FolderEventInterceptor: AnyObject {
  /// Adds a folder watch, and returns its number, which is 1 for the first one.
  func registerFolderWatch() -> Int

  /// Called with an event before the folder watch with the given number processes it.
  func didRead(_ event: FolderEvent, by watch: Int)

  /// Takes the events that the folder watch with the given number processes in place of those that
  /// are pending; nil to read those.
  func takeSubstitutes(for watch: Int) -> [FolderEvent]?
}
