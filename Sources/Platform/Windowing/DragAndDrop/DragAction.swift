package import Input

/// The action that the target of a drag performs with the dragged data.
nonisolated package enum DragAction: Hashable, Sendable, CaseIterable {
  case copy, move, link

  /// The action that the user chooses with modifier keys: Ctrl copies, Shift moves, both link; nil
  /// when neither is held.
  ///
  /// - Source: the common behaviour of GTK, Qt and file managers.
  package init?(_ modifiers: Modifiers) {
    switch (modifiers.contains(.control), modifiers.contains(.shift)) {
    case (true, true): self = .link
    case (true, false): self = .copy
    case (false, true): self = .move
    case (false, false): return nil
    }
  }

  /// The name of the atom for this action in XDND messages.
  var atomName: Atoms.Name {
    switch self {
    case .copy: .xdndActionCopy
    case .move: .xdndActionMove
    case .link: .xdndActionLink
    }
  }
}

extension XServer {
  /// The action for an atom in an XDND message; nil for None and for actions that are not
  /// supported.
  func dragAction(_ atom: UInt) -> DragAction? {
    DragAction.allCases.first { atoms[$0.atomName] == atom && atom != 0 }
  }

  /// The atom for an action in an XDND message; None for nil.
  func atom(of action: DragAction?) -> UInt { action.map { atoms[$0.atomName] } ?? 0 }
}

/// The versions of the XDND protocol that this program supports.
///
/// - Source: freedesktop.org, Drag-and-Drop Protocol for the X Window System, version 5.
nonisolated enum XDNDVersion {
  static let own = 5
  /// The minimum version of the XDND protocol that the other program must support.
  static let minimum = 3
}
