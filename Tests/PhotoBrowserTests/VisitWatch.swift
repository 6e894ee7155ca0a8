@testable import PhotoBrowser

/// A check of the events of cells: those of a visit have to be
/// `willAppear (didAppear willDisappear)* didDisappear`, and only one page at a time may be between
/// `didAppear` and `willDisappear`.
struct VisitWatch {
  typealias Event = CellLifecycle<Int>.Event

  /// Violations of the order of events.
  private(set) var complaints: [String] = []
  /// All events, in order.
  private(set) var log: [String] = []
  /// The latest event of each page whose visit has not ended.
  private var visits: [Int: Event] = [:]

  /// Whether all visits have ended.
  var isOver: Bool { visits.isEmpty }
  /// The pages that did appear, and will not yet disappear.
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
