import BrowserCore
import Geometry
import TestSupport
import Transitions

/// A generator of random user input and host commands, in a plausible order or in any order.
struct RandomHand {
  let isOrderly: Bool
  var dice: SeededRandom
  /// Whether the host provides the rectangles of its thumbnails.
  var hasThumbnailAnchor = false
  private enum Phase { case none, pressed, panning, pinching }
  private var phase = Phase.none
  private var translation = Vector.zero
  private var factor = 1.0
  private var origin = Point.zero

  init(dice: SeededRandom, isOrderly: Bool) {
    self.dice = dice
    self.isOrderly = isOrderly
  }

  private static let pictures: [Size?] = [
    Size(width: 4000, height: 3000), Size(width: 300, height: 200), Size(width: 500, height: 9000),
    Size(width: 8000, height: 900), Size(width: 1, height: 1), nil, .zero,
    Size(width: 400, height: 300),
  ]

  /// A random picture size; nil for a page without a picture.
  mutating func picture() -> Size? {
    Self.pictures[dice.whole(0...(Self.pictures.count - 1))]
  }

  private mutating func point() -> Point {
    Point(x: dice.number(0...1000), y: dice.number(0...900))
  }

  private mutating func velocity() -> Vector {
    let top = dice.chance(0.1) ? 50_000.0 : 3000.0
    return Vector(dx: dice.number(-top...top), dy: dice.number(-top...top))
  }

  /// The next random action.
  mutating func next(on browser: BrowserState) -> BrowserAction {
    if dice.chance(isOrderly ? 0.12 : 0.3) { return command(on: browser) }
    switch isOrderly ? phase : [.none, .pressed, .panning, .pinching][dice.whole(0...3)] {
    case .none:
      origin = point()
      if dice.chance(0.15) { return beginPinch() }
      if dice.chance(0.1) { return beginPan() }
      phase = .pressed
      return .press(origin)
    case .pressed:
      if dice.chance(0.15) {
        phase = .none
        return .release
      }
      return dice.chance(0.2) ? beginPinch() : beginPan()
    case .panning: return pan()
    case .pinching: return pinch()
    }
  }

  private mutating func beginPan() -> BrowserAction {
    phase = .panning
    translation = .zero
    return .panBegan(
      at: origin, direction: Vector(dx: dice.number(-9...9), dy: dice.number(-9...9)))
  }

  private mutating func beginPinch() -> BrowserAction {
    phase = .pinching
    factor = 1
    return .pinchBegan(centroid: origin)
  }

  private mutating func pan() -> BrowserAction {
    if dice.chance(0.2) {
      phase = .none
      return dice.chance(0.2) ? .panCancelled : .panEnded(velocity: velocity())
    }
    translation = translation + Vector(dx: dice.number(-150...150), dy: dice.number(-90...120))
    return .panChanged(translation: translation, location: origin + translation)
  }

  private mutating func pinch() -> BrowserAction {
    if dice.chance(0.2) {
      phase = .none
      return dice.chance(0.2)
        ? .pinchCancelled : .pinchEnded(velocity: velocity(), growth: dice.number(-9...9))
    }
    factor *= dice.number(0.75...1.3)
    origin = origin + Vector(dx: dice.number(-40...40), dy: dice.number(-40...40))
    return .pinchChanged(factor: factor, centroid: origin)
  }

  /// An action that sets or removes the thumbnail of `page`.
  mutating func thumbnailAnchor(of page: Int) -> BrowserAction {
    guard !dice.chance(0.1) else {
      return .thumbnailAnchor(ThumbnailAnchor(page: page, thumbnail: nil))
    }
    let side = dice.number(40...200)
    let frame = Rect(
      x: dice.number(-150...1000), y: dice.number(-150...900), width: side,
      height: dice.chance(0.5) ? side : side * 1.5)
    let size = Size(width: 256, height: 192)
    return .thumbnailAnchor(
      ThumbnailAnchor(
        page: page,
        thumbnail: TransitionPlan.Context.Thumbnail(
          frame: frame, alignment: dice.chance(0.5) ? .center : .top,
          cornerRadius: dice.number(0...10), bitmapSize: dice.chance(0.7) ? size : nil),
        flyingViewFrame: dice.chance(0.3) ? frame : nil, hasPicture: dice.chance(0.9)))
  }

  /// A random action that is not part of a gesture.
  private mutating func command(on browser: BrowserState) -> BrowserAction {
    let animated = !dice.chance(0.15)
    switch dice.whole(0...21) {
    case 18: return .move(from: dice.whole(-1...7), to: dice.whole(-1...8))
    case 19:
      var tuning = browser.tuning
      tuning.isLooping.toggle()
      return .tune(tuning)
    case 20:
      let commands: [Slideshow.Command] = [
        .start(every: dice.number(-1...1)), .toggle, .stop, .wait(for: .playing), .wait(for: nil),
      ]
      return .slideshow(commands[dice.whole(0...4)])
    case 21: return .remove(at: browser.index, animated: animated)
    case 16 where hasThumbnailAnchor, 17 where hasThumbnailAnchor:
      return .flyFromThumbnail(page: dice.chance(0.6) ? browser.index : dice.whole(0...6))
    case 0: return .zoomBy(dice.number(0.5...2), at: point(), animated: animated)
    case 1:
      return .wheelZoom(factor: dice.number(0.5...2), at: point(), isFine: dice.chance(0.5))
    case 2: return .zoomTo(dice.number(0.01...20), at: nil, animated: animated)
    case 3, 4: return .toggleZoom(at: point())
    case 5: return .mode(BrowserTuning.ZoomMode.allCases[dice.whole(0...4)])
    case 6: return .scroll(Vector(dx: dice.number(-300...300), dy: 100), animated: animated)
    case 7, 8, 9: return .turn(dice.chance(0.5) ? 1 : -1, animated: animated)
    case 10: return .go(to: dice.whole(-2...9), animated: animated)
    case 11:
      return .resize(Size(width: dice.number(0...1500), height: dice.number(0...1200)))
    case 12:
      return .insert(count: dice.whole(0...2), at: dice.whole(-1...8), animated: animated)
    case 13:
      return dice.chance(0.5) ? .remove(at: dice.whole(0...7), animated: animated) : .close
    case 14:
      return dice.chance(0.3)
        ? .reload(count: dice.whole(1...6), index: dice.whole(-1...7)) : .close
    default:
      return .content(page: dice.whole(0...6), size: picture())
    }
  }
}
