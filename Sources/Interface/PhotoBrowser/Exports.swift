// A host needs only one import: the modules used in the browser's public interface are re-exported.
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
