@testable import PhotoBrowser

/// Hears what cells are told and complains where a visit does not read
/// `willAppear (didAppear willDisappear)* didDisappear`, or two pages are in place at once.
struct VisitWatch {
  typealias Event = CellLifecycle<Int>.Event

  /// Violations of the order of events.
  private(set) var complaints: [String] = []
  /// Everything that was told, in order.
  private(set) var log: [String] = []
  /// The last thing each page was told, of those whose visit is under way.
  private var visits: [Int: Event] = [:]

  /// True when no visit is under way.
  var isOver: Bool { visits.isEmpty }
  /// Pages that are in place.
  var inPlace: [Int] { visits.filter { $0.value == .didAppear }.map(\.key) }

  mutating func record(_ event: Event, of page: Int) {
    log.append("\(event.rawValue) \(page)")
    let before = visits[page]
    let isLawful =
      switch event {
      case .willAppear: before == nil
      case .didAppear: before == .willAppear || before == .willDisappear
      case .willDisappear: before == .didAppear
      case .didDisappear: before == .willAppear || before == .willDisappear
      }
    if !isLawful { complaints.append("\(event.rawValue) of page \(page) after \(before as Any)") }
    visits[page] = event == .didDisappear ? nil : event
    if inPlace.count > 1 { complaints.append("\(inPlace) in place at once") }
  }
}
