// One import is enough for a host: the browser, the grid, the scenes and all types of their API.
@_exported public import PhotoBrowser
@_exported public import PhotoGrid
@_exported public import Scenes
