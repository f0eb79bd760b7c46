import Report
import Runtime
import Shelf
import SimbenchKit
import Statistics

_ = Runtime.FrameLoop()
let (first, other) = (pond(seed: 1), pond(seed: 2))
check(first == pond(seed: 1), "the same seed gives other frames of the pond")
check(first.digest != other.digest, "another seed gives the same frames of the pond")
check(first.colors > 20 && other.colors > 20, "the pond has no picture")
line("own scene: \(mean([first.colors, other.colors])) colors, seed 1 twice the same, seed 2 not")

let moon = moonrise(seed: 1)
check(Set(moon).count > 20, "the moon has no light")
check(moon == moonrise(seed: 1), "the same seed gives other pixels of the moon")
check(moon != moonrise(seed: 2), "another seed gives the same pixels of the moon")
line("own pixel stages: \(moon.count) pixels, both stages told, seed 1 twice the same, seed 2 not")

let path = (0..<120).map { Vector2(20 + Float($0) * 0.25, 140 - Float($0) * 0.25) }
let stirred = try live(path)
check(stirred.after * 3 < stirred.before, "the lights do not come to the live finger")
check(try stirred == live(path), "the same live touches give another pond")
check(try stirred.scene != live(path.reversed()).scene, "other live touches give the same pond")
let pushed = try live(path, push: 0.5)
check(stirred.scene != pushed.scene, "live motion changes nothing")
check(try pushed == live(path, push: 0.5), "the same live motion gives another pond")
line(
  "live touches and motion: lights \(Int(stirred.before)), then \(Int(stirred.after)) points off, "
    + "the same twice the same, others not")

check(try pushed == live(path, push: 0.5, restoring: true), "restored, another pond goes on")
line("save and restore: state and pixels after 60 more frames as without, also in a new loop")

let listed = played(path)
check(listed.after * 3 < listed.before, "the lights do not come to the listed finger")
check(listed == played(path), "the same list gives another pond")
check(listed.scene != played(path.reversed()).scene, "another list gives the same pond")
check(
  listed.scene == stirred.scene && listed.pixels == stirred.pixels,
  "a list of touches and the same live touches give different ponds")
line("own source: the same list twice the same, another not; as the same live touches")

let (still, wiped) = (try globe(isTouched: false), try globe(isTouched: true))
let changed = zip(still, wiped).filter { $0 != $1 }.count
check(changed > 0, "touches change nothing in the article's globe")
check(try wiped == globe(isTouched: true), "the same touches give another globe")
check(
  try wiped == globe(isTouched: true, isReopened: true), "reopened, the globe is another")
line(
  "main loop of the article: touches change \(changed) of \(still.count) pixels, "
    + "twice the same, also when reopened")

check(sum(Shelf.Scene(), Vector2(2, 0)) == 393, "an app's own types are not those that are used")
line("names: \(interface().count) of SwiftUI next to SimbenchKit, none qualified; an app's own win")
