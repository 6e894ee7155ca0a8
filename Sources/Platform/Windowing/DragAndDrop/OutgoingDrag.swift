package import Geometry
package import Pixels

/// The data and the look of a drag out of a window.
package struct OutgoingDrag {
  /// The picture that follows the pointer.
  package struct Picture {
    /// The pixels, premultiplied; where they are transparent, the screen shows through.
    package var bitmap: Bitmap
    /// The point of the bitmap that is at the pointer, in pixels.
    package var hotSpot: Point

    package init(bitmap: Bitmap, hotSpot: Point) {
      self.bitmap = bitmap
      self.hotSpot = hotSpot
    }
  }

  /// The saving of a single file under a name that the target chooses (XDS).
  package struct DirectSave {
    /// The suggested name.
    package var name: [UInt8]
    /// Saves the file at a URI and calls `done` with whether that has succeeded.
    package var save: (_ uri: [UInt8], _ done: @escaping (Bool) -> Void) -> Void

    package init(
      name: [UInt8], save: @escaping (_ uri: [UInt8], _ done: @escaping (Bool) -> Void) -> Void
    ) {
      self.name = name
      self.save = save
    }
  }

  /// The result of a drag.
  package enum Outcome: Hashable, Sendable {
    /// A program has taken the data; nil when it reported no action.
    case dropped(DragAction?)
    /// The data was released where nothing takes it.
    case refused
    case cancelled
  }

  /// The formats of the data.
  package var formats: [ClipboardFormat]
  /// The picture that follows the pointer; nil for none.
  package var picture: Picture?
  /// The permitted actions, the default one first; never empty.
  package var actions: [DragAction]
  /// The saving of a single file; nil when that is not offered.
  package var directSave: DirectSave?
  /// Whether the picture returns without motion when nothing takes the data.
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

  /// The action that the drag performs when the user has chosen `chosen` with modifier keys.
  func action(_ chosen: DragAction?) -> DragAction {
    if let chosen, actions.contains(chosen) { return chosen }
    return actions.first ?? .copy
  }
}
