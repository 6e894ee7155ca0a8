import Scenes
import Testing
