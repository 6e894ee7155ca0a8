import TestSupport
import Testing

/// Tests of the built program with its real helpers and real X events.
///
/// All suites are nested here so that the tests run one after the other: two gestures at the same
/// time on a small machine would be delivered too late to be recognised.
@Suite(.serialized, .tags(.endToEnd))
struct EndToEnd {}

extension Trait where Self == ConditionTrait {
  /// Runs only if Xvfb, a virtual X server, is installed.
  static var needsDisplay: Self {
    .enabled(if: Programs.has("Xvfb"), "Xvfb is not installed (Debian package xvfb)")
  }
  /// Runs only if a window manager is installed.
  static var needsWindowManager: Self {
    .enabled(if: Programs.has("openbox"), "openbox is not installed (Debian package openbox)")
  }
  /// Runs only if a compositor is installed.
  static var needsCompositor: Self {
    .enabled(if: Programs.has("picom"), "picom is not installed (Debian package picom)")
  }
  /// Runs only if Xorg can start with simulated input devices.
  static var needsRig: Self {
    .enabled(
      if: Programs.hasRig,
      "Xorg's dummy driver is not installed (Debian package xserver-xorg-video-dummy)")
  }
  /// Runs only if the examples are built.
  static var needsExamples: Self {
    .enabled(
      if: Programs.hasExamples,
      "the examples are not built (scripts/examples --build)")
  }
}
