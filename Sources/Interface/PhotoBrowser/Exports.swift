// The modules of the types in the browser's public interface are available to a host that imports
// only PhotoBrowser.
@_exported public import BrowserCore
@_exported public import Drawing
@_exported public import Geometry
@_exported public import Gestures
@_exported public import Input
@_exported public import Localization
@_exported public import Motion
@_exported public import Pixels
@_exported public import Transitions
@_exported public import Views
