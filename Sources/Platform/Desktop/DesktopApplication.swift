import CGio
import GalleryCore
import Localization

/// An application, installed with a desktop file, that can open files.
nonisolated package struct DesktopApplication: Hashable, Sendable {
  /// The ID of the desktop file, such as `org.gnome.eog.desktop`.
  package var id: String
  /// The name of the application in the user's language.
  package var name: String

  package init(id: String, name: String) {
    self.id = id
    self.name = name
  }

  /// The applications with which some files can be opened.
  package struct Candidates: Hashable, Sendable {
    /// The applications that can open every one of the files by its media type. If ``hasDefault``,
    /// the first one is the default application.
    package var recommended: [DesktopApplication]
    /// Whether the first of ``recommended`` is the default application of the first file's media
    /// type.
    package var hasDefault: Bool
    /// The other applications for the same kinds of media, such as all pictures, sorted by name.
    package var others: [DesktopApplication]

    package init(
      recommended: [DesktopApplication] = [], hasDefault: Bool = false,
      others: [DesktopApplication] = []
    ) {
      self.recommended = recommended
      self.hasDefault = hasDefault
      self.others = others
    }
  }

  /// Finds the applications with which some files can be opened. Blocks while GIO reads the disk.
  ///
  /// - Parameters:
  ///   - files: the paths of the files; their media types are derived from their names.
  ///   - fallback: the media type of a file whose name the desktop's database does not know; nil
  ///     when unknown.
  ///   - excluded: the ID of an application to leave out.
  /// - Throws: `.system` when GIO is not installed.
  package static func candidates(
    for files: [[UInt8]], fallback: (_ file: [UInt8]) -> String?, excluding excluded: String
  ) throws(DesktopError) -> Candidates {
    let library = try library()
    var types: [String] = []
    for file in files {
      let type = library.type(of: file) ?? fallback(file)
      if let type, !types.contains(type) { types.append(type) }
    }
    let lists = types.map { library.applications(for: $0) }
    let common = (lists.first ?? []).filter { one in
      one.id != excluded && lists.allSatisfy { $0.contains(one) }
    }
    let standard = types.first.flatMap { library.defaultApplication(for: $0) }
    var recommended = common
    // The default application of a type may be one that is not registered for the type.
    if let standard, standard.id != excluded, types.count == 1 || common.contains(standard) {
      recommended.removeAll { $0 == standard }
      recommended.insert(standard, at: 0)
    }
    let kinds = Set(types.map { $0.prefix { $0 != "/" } + "/" })
    let others = library.applications { type in kinds.contains { type.hasPrefix($0) } }
      .filter { $0.id != excluded && !recommended.contains($0) }
    return Candidates(
      recommended: recommended, hasDefault: standard != nil && recommended.first == standard,
      others: NaturalOrder.sorted(others) { Array($0.name.utf8) })
  }

  /// Opens files with an application. Blocks while GIO reads the disk and starts the process.
  ///
  /// - Parameters:
  ///   - files: the paths of the files.
  ///   - id: the ID of the application's desktop file.
  ///   - startupID: the startup notification ID; its time lets the application's window get the
  ///     focus.
  /// - Throws: `.system` with GIO's reason.
  package static func open(
    _ files: [[UInt8]], withID id: String, startupID: String
  ) throws(DesktopError) {
    let library = try library()
    let (gio, glib) = (library.gio, library.gio.glib)
    guard let application = library.makeApplication(id) else {
      throw .system(call: id, reason: tr("the application is not installed any more"))
    }
    defer { gio.unref(application) }
    do throws(GLibFailure) {
      var uris: [UnsafeMutablePointer<CChar>] = []
      var list: ApplicationLibrary.List?
      defer {
        library.freeList(list)
        for uri in uris { glib.free(uri) }
      }
      for file in files {
        let uri = try glib.result { failure in file.withCString { glib.makeURI($0, nil, failure) } }
        uris.append(uri)
        list = library.appendToList(list, uri)
      }
      let context = library.makeContext()
      defer { if let context { gio.unref(context) } }
      if let context { library.setVariable(context, "DESKTOP_STARTUP_ID", startupID) }
      try glib.check { library.launch(application, list, context, $0) }
    } catch {
      throw .system(call: id, reason: error.reason)
    }
  }

  private static func library() throws(DesktopError) -> ApplicationLibrary {
    do throws(GLibFailure) { return try ApplicationLibrary.shared.get() } catch {
      throw .system(call: "applications", reason: error.reason)
    }
  }
}

nonisolated extension ApplicationLibrary {
  /// The media type that GIO returns for a file name that its database does not know.
  private static let unknownType = "application/octet-stream"

  /// The media type of a file by its name; nil when GIO's database does not know the name.
  fileprivate func type(of file: [UInt8]) -> String? {
    guard let type = file.withCString({ guessType($0, nil, 0, nil) }) else { return nil }
    defer { gio.glib.free(type) }
    let text = String(cString: type)
    return text == Self.unknownType ? nil : text
  }

  /// The default application of a media type; nil without one.
  fileprivate func defaultApplication(for type: String) -> DesktopApplication? {
    guard let application = defaultForType(type, 0) else { return nil }
    defer { gio.unref(application) }
    return summary(of: application)
  }

  fileprivate func applications(for type: String) -> [DesktopApplication] {
    collect(allForType(type)) { self.summary(of: $0) }
  }

  /// The applications that are shown in menus and have a media type that `accepts` returns true
  /// for.
  fileprivate func applications(
    accepting accepts: (String) -> Bool
  ) -> [DesktopApplication] {
    collect(allApplications()) { application in
      guard self.shouldShow(application) != 0, let types = self.types(application) else {
        return nil
      }
      var next = types
      while let type = next.pointee {
        if accepts(String(cString: type)) { return self.summary(of: application) }
        next += 1
      }
      return nil
    }
  }

  private func summary(of application: Application) -> DesktopApplication? {
    guard let id = id(application), let name = name(application) else { return nil }
    return DesktopApplication(id: String(cString: id), name: String(cString: name))
  }

  /// The results of `read` for the applications of a list, each once. Releases the applications and
  /// frees the list.
  private func collect(
    _ list: List?, _ read: (Application) -> DesktopApplication?
  ) -> [DesktopApplication] {
    var found: [DesktopApplication] = []
    var link = list
    while let here = link {
      if let data = here.pointee.data {
        let application = OpaquePointer(data)
        if let summary = read(application), !found.contains(summary) { found.append(summary) }
        gio.unref(application)
      }
      link = here.pointee.next
    }
    freeList(list)
    return found
  }
}
