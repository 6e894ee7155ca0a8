import Testing

/// The real program, its real helper and real X events.
///
/// All the suites are in here, because the tests take turns: two gestures at the same time on a
/// small machine would each come too late to be the gesture they are meant to be.
@Suite(.serialized)
struct EndToEnd {}

extension Trait where Self == ConditionTrait {
  /// Runs only where a virtual server is installed.
  static var needsDisplay: Self {
    .enabled(if: Programs.has("Xvfb"), "Xvfb is not installed (Debian package xvfb)")
  }
  /// Runs only where a window manager is installed.
  static var needsWindowManager: Self {
    .enabled(if: Programs.has("openbox"), "openbox is not installed (Debian package openbox)")
  }
  /// Runs only where a compositor is installed.
  static var needsCompositor: Self {
    .enabled(if: Programs.has("picom"), "picom is not installed (Debian package picom)")
  }
  /// Runs only where Xorg can be started with input devices played by tests.
  static var needsRig: Self {
    .enabled(
      if: Programs.hasRig,
      "Xorg's dummy driver is not installed (Debian package xserver-xorg-video-dummy)")
  }
  /// Runs only where the examples have been built.
  static var needsExamples: Self {
    .enabled(
      if: Programs.hasExamples,
      "the examples are not built (scripts/examples --build)")
  }
}
