/// Properties of the build of the pixel kernels.
package enum KernelBuild {
  /// Whether the compiler has optimised the pixel kernels: true in release builds, and in debug
  /// builds with `PBVIEW_OPTIMISED_KERNELS` in the environment.
  package static var isOptimised: Bool {
    #if DEBUG && !OPTIMISED_KERNELS
      false
    #else
      true
    #endif
  }
}
