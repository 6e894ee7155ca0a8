package import Geometry
package import Pixels

/// The data of a drag out of a window, its picture, and its permitted actions.
package struct OutgoingDrag {
  /// The picture that follows the pointer during the drag.
  package struct Picture {
    /// The premultiplied pixels of the picture; transparent ones are transparent on the screen with
    /// a compositor.
    package var bitmap: Bitmap
    /// The point of the bitmap that is at the position of the pointer, in pixels of the bitmap.
    package var hotSpot: Point

    package init(bitmap: Bitmap, hotSpot: Point) {
      self.bitmap = bitmap
      self.hotSpot = hotSpot
    }
  }

  /// The offer to save a single file at a place and under a name that the target chooses (direct
  /// save protocol, XDS).
  package struct DirectSave {
    /// The suggested file name.
    package var name: [UInt8]
    /// Saves the file at a URI and then calls `done` with true for success.
    package var save: (_ uri: [UInt8], _ done: @escaping (Bool) -> Void) -> Void

    package init(
      name: [UInt8], save: @escaping (_ uri: [UInt8], _ done: @escaping (Bool) -> Void) -> Void
    ) {
      self.name = name
      self.save = save
    }
  }

  /// The result of a finished drag.
  package enum Outcome: Hashable, Sendable {
    /// A program has taken the data; the action is nil when the program reported none.
    case dropped(DragAction?)
    /// The data was released at a place that does not accept it.
    case refused
    case cancelled
  }

  /// The formats in which the data is offered.
  package var formats: [ClipboardFormat]
  /// The picture that follows the pointer; nil for none.
  package var picture: Picture?
  /// The permitted actions of a drop, the default one first; never empty.
  package var actions: [DragAction]
  /// The offer to save a single file; nil when the data is no single file.
  package var directSave: DirectSave?
  /// Whether the picture disappears at once, instead of flying back, when nothing accepts the data.
  package var reducesMotion = false
  /// Called once when the drag has ended.
  package var onEnd: (Outcome) -> Void = { _ in }

  package init(
    _ formats: [ClipboardFormat], picture: Picture? = nil, actions: [DragAction] = [.copy]
  ) {
    self.formats = formats
    self.picture = picture
    self.actions = actions
  }

  /// The action of a drop when the user has chosen `chosen` with modifier keys: that action if it
  /// is permitted, else the default one.
  func action(_ chosen: DragAction?) -> DragAction {
    if let chosen, actions.contains(chosen) { return chosen }
    return actions.first ?? .copy
  }
}
