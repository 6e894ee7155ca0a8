import CX11

/// Reading of X events and their routing to windows.
extension DisplayConnection {
  /// Whether events are already in Xlib's or XCB's memory, or readable without blocking.
  ///
  /// `poll` alone does not see them: XCB reads ahead while it waits for a reply or for room to
  /// write, so the socket can be empty although events are pending. `QueuedAfterReading` covers
  /// XCB's queue.
  var hasQueuedEvents: Bool { XEventsQueued(xDisplay, QueuedAfterReading) > 0 }

  /// Routes all events that have arrived.
  func processEvents() {
    while !isLost, XPending(xDisplay) > 0, !isLost {
      var event = XEvent()
      XNextEvent(xDisplay, &event)
      route(&event)
    }
  }

  private func route(_ event: inout XEvent) {
    switch event.type {
    case GenericEvent:
      guard XGetEventData(xDisplay, &event.xcookie) != 0 else { return }
      defer { XFreeEventData(xDisplay, &event.xcookie) }
      routeGeneric(event.xcookie)
    case MappingNotify:
      XRefreshKeyboardMapping(&event.xmapping)
    case extensions.shmCompletionEvent:
      withUnsafePointer(to: &event) { pointer in
        pointer.withMemoryRebound(to: XShmCompletionEvent.self, capacity: 1) {
          window($0.pointee.drawable)?.buffer.completed($0.pointee)
        }
      }
    case randrEventBase.map { $0 + Int32(RRScreenChangeNotify) }:
      XRRUpdateConfiguration(&event)
      monitorsChanged()
    case randrEventBase.map { $0 + Int32(RRNotify) }:
      monitorsChanged()
    case fixesEventBase.map { $0 + Int32(XFixesSelectionNotify) }:
      withUnsafePointer(to: &event) { pointer in
        pointer.withMemoryRebound(to: XFixesSelectionNotifyEvent.self, capacity: 1) {
          selectionChanged($0.pointee.selection)
        }
      }
    case PropertyNotify where event.xproperty.window == settingsOwner:
      readSettings()
    case PropertyNotify where event.xproperty.window == root:
      rootChanged(event.xproperty.atom)
    case ConfigureNotify where event.xconfigure.window == root:
      monitorsChanged()
    case SelectionRequest: clipboard.requested(event.xselectionrequest)
    case SelectionNotify: clipboard.answered(event.xselection)
    case SelectionClear: clipboard.cleared(event.xselectionclear)
    case PropertyNotify where clipboard.propertyChanged(event.xproperty): break
    default:
      window(event.xany.window)?.handle(&event)
    }
  }

  private func selectionChanged(_ selection: Atom) {
    if selection == atoms.compositor { compositorChanged() }
    if selection == atoms.settingsManager { watchSettings() }
  }

  private func routeGeneric(_ cookie: XGenericEventCookie) {
    guard let data = cookie.data else { return }
    if cookie.extension == extensions.presentOpcode {
      guard cookie.evtype == PresentCompleteNotify else { return }
      let e = data.load(as: XPresentCompleteNotifyEvent.self)
      if e.kind == UInt8(PresentCompleteKindNotifyMSC) { window(e.window)?.clock.receive(e) }
    } else if cookie.extension == extensions.inputOpcode {
      routeInput(cookie.evtype, data)
    }
  }

  private func routeInput(_ type: Int32, _ data: UnsafeMutableRawPointer) {
    switch type {
    case XI_DeviceChanged: deviceChanged(data.load(as: XIDeviceChangedEvent.self))
    case XI_HierarchyChanged: queryDevices()
    case XI_Enter, XI_Leave:
      let e = data.load(as: XIEnterEvent.self)
      window(e.event)?.handle(e)
    case XI_GesturePinchBegin, XI_GesturePinchUpdate, XI_GesturePinchEnd:
      let e = data.load(as: XIGesturePinchEvent.self)
      window(e.event)?.handle(e)
    case XI_GestureSwipeBegin, XI_GestureSwipeUpdate, XI_GestureSwipeEnd:
      let e = data.load(as: XIGestureSwipeEvent.self)
      window(e.event)?.handle(e)
    default:
      let e = data.load(as: XIDeviceEvent.self)
      window(e.event)?.handle(e)
    }
  }
}
