import Geometry
import Transitions

/// The activity of the current page: which gesture is in progress, and whether a picture is in its
/// page, pulled out of it, or in flight.
///
/// An `arrival` is the flight of a picture to its page. It continues while a gesture on another
/// page is in progress, or on the same page after the user has turned away and back.
package enum BrowserActivity: Hashable, Sendable {
  /// A gesture on a picture that is in its page.
  package enum ZoomGesture: Hashable, Sendable {
    /// A pan of the picture of the page with the index `page`; beyond the edges of the picture the
    /// drag scrolls the pages by the rule `edgePaging`, if there is one.
    case pan(page: Int, edgePaging: EdgePaging?)
    /// A pinch, whose largest factor so far is `maxFactor`; if it `mayClose`, it can pull the
    /// picture out of its page below fit. A pinch that `waitsForPageTurn` holds the picture only
    /// after the end of a page turn with a page effect.
    case pinch(mayClose: Bool, maxFactor: Double, waitsForPageTurn: Bool)
  }

  /// Nothing is held or in flight: pages and pictures are at rest, or settle.
  case resting
  /// A press has stopped the pages or the picture; no gesture is recognised yet.
  case stopped(arrival: PageFlight?)
  /// A drag scrolls the pages.
  case paging(arrival: PageFlight?)
  /// A gesture pans or zooms a picture in its page.
  case zooming(ZoomGesture, arrival: PageFlight?)
  /// The current picture is pulled out of its page: held, returning or leaving.
  case pulling(PullDown, arrival: PageFlight?)
  /// A picture flies to its page, or the current one to its thumbnail, and no gesture holds
  /// anything.
  case flying(PageFlight)
  /// A contact has caught the current picture in flight.
  case caught(CaughtFlight)
  /// The browser is closed; the value is the pull-down with which its picture has faded out, or
  /// nil.
  case dismissed(PullDown?)

  // MARK: Queries

  /// The flight of a picture that is running; nil when none is, or a contact has caught it.
  package var flight: PageFlight? {
    switch self {
    case .flying(let flight): flight
    case .stopped(let arrival), .paging(let arrival), .zooming(_, let arrival),
      .pulling(_, let arrival):
      arrival
    case .resting, .caught, .dismissed: nil
    }
  }

  /// The pull-down of the current picture, or the drag of a picture caught in flight; nil without
  /// one.
  package var pull: PullDown? {
    switch self {
    case .pulling(let pull, _): pull
    case .caught(let caught): caught.pull
    case .dismissed(let pull): pull
    case .resting, .stopped, .paging, .zooming, .flying: nil
    }
  }

  /// The flight that a contact has caught; nil when no flight is caught.
  package var caught: CaughtFlight? {
    if case .caught(let caught) = self { caught } else { nil }
  }

  /// True after the browser has been closed.
  package var isDismissed: Bool { if case .dismissed = self { true } else { false } }

  /// True while a gesture on pages or pictures is in progress, or a contact has stopped a motion.
  package var isHeld: Bool {
    switch self {
    case .stopped, .paging, .zooming, .caught: true
    case .pulling(let pull, _): pull.gesture != nil
    case .resting, .flying, .dismissed: false
    }
  }

  /// The index of the page whose picture is being panned; nil when none is.
  package var pannedPage: Int? {
    if case .zooming(.pan(let page, _), _) = self { page } else { nil }
  }

  // MARK: Gestures

  /// Begins or continues a gesture on a picture that is in its page.
  mutating func beginZoomGesture(_ gesture: ZoomGesture) {
    self = .zooming(gesture, arrival: flight)
  }

  /// Ends a gesture on pages or on pictures that are in their pages.
  mutating func endGesture() {
    switch self {
    case .stopped, .paging, .zooming: self = flight.map { .flying($0) } ?? .resting
    case .resting, .pulling, .flying, .caught, .dismissed: break
    }
  }

  /// Begins or continues a pull-down, or the drag of a picture caught in flight.
  mutating func setPull(_ pull: PullDown) {
    if case .caught(var caught) = self {
      caught.pull = pull
      self = .caught(caught)
    } else {
      self = .pulling(pull, arrival: flight)
    }
  }

  /// Changes the pull-down, or the drag of a picture caught in flight, by `body`, if one is in
  /// progress.
  mutating func changePull(_ body: (inout PullDown) -> Void) {
    guard var pull else { return }
    body(&pull)
    self.setPull(pull)
  }

  /// Changes the picture point that a pull-down holds, as fractions of the picture's width and
  /// height; the held point of a picture caught in flight does not change.
  mutating func changeHeldPoint(_ change: (Point) -> Point) {
    if caught == nil { changePull { $0.changeHeldPoint(change) } }
  }

  /// Ends the pull-down, or the drag of a picture caught in flight.
  mutating func endPull() {
    switch self {
    case .pulling, .caught: self = flight.map { .flying($0) } ?? .resting
    case .resting, .stopped, .paging, .zooming, .flying, .dismissed: break
    }
  }

  // MARK: Flights

  /// Changes the running flight by `body`, if one is running.
  mutating func changeFlight(_ body: (inout PageFlight) -> Void) {
    guard var flight else { return }
    body(&flight)
    setFlight(flight)
  }

  /// Removes the running flight, if there is one. A picture caught in flight stays caught.
  mutating func endFlight() { setFlight(nil) }

  private mutating func setFlight(_ flight: PageFlight?) {
    switch self {
    case .stopped: self = .stopped(arrival: flight)
    case .paging: self = .paging(arrival: flight)
    case .zooming(let gesture, _): self = .zooming(gesture, arrival: flight)
    case .pulling(let pull, _): self = .pulling(pull, arrival: flight)
    case .flying: self = flight.map { .flying($0) } ?? .resting
    case .resting, .caught, .dismissed: break
    }
  }

  // MARK: Pages

  mutating func renumber(_ change: PageRenumbering) {
    changeFlight { $0.page = change($0.page) }
    switch self {
    case .zooming(.pan(let page, let edgePaging), let arrival):
      self = .zooming(.pan(page: change(page), edgePaging: edgePaging), arrival: arrival)
    case .caught(var caught):
      caught.page = change(caught.page)
      self = .caught(caught)
    case .resting, .stopped, .paging, .zooming, .pulling, .flying, .dismissed: break
    }
  }
}
