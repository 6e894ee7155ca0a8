package import Input

/// The treatment of dragged data by its target.
nonisolated package enum DragAction: Hashable, Sendable, CaseIterable {
  case copy, move, link

  /// The action that a user chooses with modifier keys; nil when none is held.
  ///
  /// - Source: the common ground of GTK, Qt and file managers.
  package init?(_ modifiers: Modifiers) {
    switch (modifiers.contains(.control), modifiers.contains(.shift)) {
    case (true, true): self = .link
    case (true, false): self = .copy
    case (false, true): self = .move
    case (false, false): return nil
    }
  }

  /// The name of the atom in XDND messages.
  var atomName: Atoms.Name {
    switch self {
    case .copy: .xdndActionCopy
    case .move: .xdndActionMove
    case .link: .xdndActionLink
    }
  }
}

extension XServer {
  /// The action of an atom; nil for None and for actions that are not supported.
  func dragAction(_ atom: UInt) -> DragAction? {
    DragAction.allCases.first { atoms[$0.atomName] == atom && atom != 0 }
  }

  /// The atom of an action; None for nil.
  func atom(of action: DragAction?) -> UInt { action.map { atoms[$0.atomName] } ?? 0 }
}

/// The version of the XDND protocol.
///
/// - Source: freedesktop.org, Drag-and-Drop Protocol for the X Window System, version 5.
nonisolated enum DragVersion {
  static let own = 5
  /// The minimum version that is supported.
  static let minimum = 3
}
