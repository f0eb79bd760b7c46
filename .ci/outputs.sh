# shellcheck shell=bash
# Sourced by command-line, whose $release, $work, check and ends it uses: what a command writes
# costs nobody what it read, what others write, or a hang; and no signal leaves anything.

# desk: a folder with one of every input there is, and links to all of them.
desk() {
  local file
  rm -rf "$work/desk"
  mkdir -p "$work/desk"/{devices,frames,goldens,links,tmp}
  cd "$work/desk"
  cp "$work/in/a.png" "$work/in/b.png" .
  cp "$work/in/a.png" me.png
  cp a.png frames/0.png
  cp b.png frames/1.png
  cp a.png frames/flash.png
  printf 'stroke,time,x,y\n1,0,50,20\n1,0.2,20,50\n1,0.4,50,80\n1,0.6,80,50\n1,0.8,50,20\n' >o.txt
  cat >devices/phone.json <<'JSON'
{ "name": "phone", "title": "Made up", "widthPoints": 375, "heightPoints": 667, "scale": 2,
  "pixelsPerInch": 326, "refreshRate": 60, "touchSamplesPerSecond": 60,
  "pencilSamplesPerSecond": 0, "pipelineDepth": 2,
  "renderers": { "canvas": { "kind": "estimated", "source": "made up", "gpu": {},
    "cpu": { "frame": [1, 1, 1] } } } }
JSON
  {
    echo time,accelerationX,accelerationY,accelerationZ,rotationRateX,rotationRateY,rotationRateZ
    echo 0,0,0,0,0,0,0
    echo 1,1,0,0,0,0,0
  } >move.csv
  cat >move.json <<'JSON'
{ "name": "move", "scene": "snowglobe", "parameters": { "flakes": 20 }, "frames": 6,
  "device": "phone", "canvasSize": { "width": 80, "height": 120 }, "input": { "motion": "move.csv" } }
JSON
  cat >me.json <<'JSON'
{ "name": "me", "scene": "ring-light", "frames": 6, "canvasSize": { "width": 80, "height": 120 },
  "input": { "camera": { "front": ["me.png"], "back": ["b.png"], "framesPerPicture": 1 } } }
JSON
  printf 'golden 1\nscenario ../move.json\ndevice phone\ncanvas 80 120 1\nframes 6\npicture 5\n' \
    >goldens/move.golden
  env -u CI "$release" golden update --goldens goldens --quiet
  env -u CI "$release" golden accept move --goldens goldens --quiet
  env -u CI "$release" golden update --record all --goldens goldens --quiet
  "$release" run move.json --out . --json result.json --quiet
  "$release" history history.ndjson --append result.json --commit one --quiet
  "$release" baseline update move.json --quiet
  rm -f move.png
  for file in ./*.* frames/* devices/* goldens/* baselines/*; do
    file=${file#./}
    ln "$file" "links/hard-${file//\//-}"
    ln -s "$PWD/$file" "links/soft-${file//\//-}"
  done
  ln -s . here
}

desk_state() { find . -type f -exec sha256sum {} + -o -type l -print -o -type d -print | sort; }

# spared INPUT OPTION COMMAND...: the command refuses to write over the input, however it is called.
spared() {
  local input=$1 option=$2 name code
  shift 2
  local flat=${input//\//-}
  for name in "$input" "links/soft-$flat" "links/hard-$flat" "/proc/self/cwd/$input" \
    "here/$input" "./frames/..//$input"; do
    code=0
    "$release" "$@" "$option" "$name" >"$work/log/out" 2>"$work/log/err" || code=$?
    if [ "$code" -ne 2 ] || ! grep -q 'cannot be written' "$work/log/err"; then
      echo "$* $option $name: exit code $code"
      cat "$work/log/err"
    fi
    desk_state | cmp -s - "$work/log/desk" || {
      echo "$* $option $name: changed something:"
      desk_state | diff - "$work/log/desk"
      return 1
    }
  done
}

inputs_are_spared() {
  local input code
  desk
  desk_state >"$work/log/desk"
  {
    for input in move.json move.csv devices/phone.json; do
      spared "$input" --json run move.json --no-render
      spared "$input" --csv run move.json
      spared "$input" --html run move.json
      spared "$input" --contact-sheet render move.json
      spared "$input" --html gate move.json
      spared "$input" --json baseline update move.json
      spared "$input" --json validate move.json
      spared "$input" --swift tune move.json --frames 6 --device phone
      spared "$input" --html golden check --goldens goldens
    done
    spared me.png --ndjson run me.json
    spared b.png --json run me.json
    spared b.png --json render me.json
    spared b.png --json validate me.json
    spared baselines/move.json --junit gate move.json
    spared goldens/move.golden --json golden check --goldens goldens
    spared goldens/move-5.png --html golden check --goldens goldens
    spared goldens/move.pending --json golden accept move --goldens goldens
    spared goldens/move-5.pending.png --json golden reject move --reason no --goldens goldens
    spared result.json --html report result.json
    spared history.ndjson --svg history history.ndjson
    spared result.json --json history history.ndjson --append result.json
    spared a.png --heatmap image diff a.png b.png
    spared b.png --json image diff a.png b.png
    spared frames/1.png --json flash frames
    spared o.txt --json score o o.txt
    spared devices/phone.json --json score o o.txt --devices devices --device phone
    spared devices/phone.json --json list devices --devices devices
    spared move.json --json list scenarios
  } >"$work/log/spared" 2>&1
  cat "$work/log/spared"
  [ ! -s "$work/log/spared" ] || return 1
  # Names that the command makes up itself.
  ends 2 "$release" run me.json --out .
  grep -q 'me.png: cannot be written: it is read as input' "$work/log/err"
  ends 2 "$release" flash frames --out frames
  grep -q 'flash.png: cannot be written: it is read as input' "$work/log/err"
  # A picture that a result names, which is read after everything else was checked.
  "$release" run move.json --out . --json result.json --quiet
  ends 2 "$release" report result.json --html move.png
  grep -q 'move.png: cannot be written: it is read as input' "$work/log/err"
  # Standard output itself.
  code=0
  "$release" validate move.json >>move.json 2>"$work/log/err" || code=$?
  [ "$code" -eq 2 ] && grep -q 'standard output: cannot be written' "$work/log/err"
  grep -E '^[0-9a-f]{64} ' "$work/log/desk" | grep -v 'result.json$' | sha256sum --quiet -c -
}

two_outputs_of_one_file() {
  desk
  local pair
  touch one
  ln one two
  ln -s one three
  desk_state >"$work/log/desk"
  for pair in 'one two' 'one three' 'one here/one' 'new here/new' 'new ./links/../new' \
    'far/new /proc/self/cwd/far//new'; do
    ends 2 "$release" run move.json --no-render --json "${pair% *}" --csv "${pair#* }"
    grep -q 'two outputs have this name' "$work/log/err"
    desk_state | cmp - "$work/log/desk"
  done
  "$release" run move.json --no-render --quiet --json one
  ! ends 0 false
  "$release" run move.json --no-render --quiet --json /dev/null --csv /dev/null
}

pipe_without_reader() {
  local code=0 started=$SECONDS
  rm -f "$work/log/pipe"
  mkfifo "$work/log/pipe"
  # Before the frames, which would take minutes.
  timeout 60 "$release" run "$snowglobe" --duration 10m --json ../log/pipe 2>"$work/log/err" ||
    code=$?
  [ "$code" -eq 2 ] || { echo "exit code $code"; return 1; }
  grep -q 'nothing reads the pipe' "$work/log/err"
  timeout 60 "$release" list scenes --json ../log/pipe 2>"$work/log/err" || code=$?
  [ "$code" -eq 2 ] || { echo "exit code $code"; return 1; }
  [ $((SECONDS - started)) -lt 30 ] || { echo 'took too long'; return 1; }
  "$release" list scenes --json ../log/pipe & local process=$!
  sleep 0.5
  kill -TERM "$process"
  code=0
  wait "$process" || code=$?
  [ "$code" -eq 130 ] || { echo "a signal: exit code $code"; return 1; }
  nothing_left
}

pipe_with_reader() {
  rm -f "$work/log/pipe"
  mkfifo "$work/log/pipe"
  # A reader who was there first, one who comes a little later, and one who takes his time.
  cat "$work/log/pipe" >"$work/log/read-1" & local reader=$!
  "$release" run "$work/in/held.json" --no-render --quiet --json ../log/pipe
  wait "$reader"
  results runs "$work/log/read-1" 1
  (sleep 0.5; cat "$work/log/pipe" >"$work/log/read-2") & reader=$!
  "$release" list scenes --json ../log/pipe
  wait "$reader"
  "$release" list scenes --json - | cmp - "$work/log/read-2"
  "$release" run "$work/in/brief.json" --no-render --csv - >"$work/log/whole.csv"
  "$release" run "$work/in/brief.json" --no-render --csv - | (
    while IFS= read -r line; do
      echo "$line"
      sleep 0.005
    done) | wc -l | grep -qx "$(wc -l <"$work/log/whole.csv")"
  nothing_left
}

# More than a pipe holds for a reader who sleeps: the writer has to wait, and a signal ends it.
stalled_reader() {
  local code=0 process started
  rm -f "$work/log/pipe"
  mkfifo "$work/log/pipe"
  sleep 60 <"$work/log/pipe" & local reader=$!
  "$release" run "$snowglobe" --frames 3000 --no-render --ndjson - >"$work/log/pipe" & process=$!
  sleep 2
  started=$SECONDS
  kill -TERM "$process"
  wait "$process" || code=$?
  kill "$reader"
  [ "$code" -eq 130 ] || { echo "exit code $code"; return 1; }
  [ $((SECONDS - started)) -lt 10 ] || { echo 'took too long'; return 1; }
  nothing_left
}

appends_at_once() {
  local number processes=() history=$work/log/new/folder/history.ndjson
  rm -rf "$work/log/new"
  "$release" run "$work/in/held.json" --no-render --quiet --json ../log/held.json
  for number in 1 2 3 4 5 6 7 8 9 10; do
    "$release" history "$history" --append ../log/held.json --commit "c$number" --quiet &
    processes+=($!)
  done
  for number in "${processes[@]}"; do wait "$number"; done
  [ "$(wc -l <"$history")" -eq 10 ] || { echo "lines: $(wc -l <"$history")"; return 1; }
  [ "$(grep -o '"commit":"c[0-9]*"' "$history" | sort -u | wc -l)" -eq 10 ]
  [ "$(ls -A "$work/log/new/folder")" = history.ndjson ] || { ls -A "$work/log/new/folder"; return 1; }
}

baselines_at_once() {
  local number processes=()
  rm -rf "$work/log/at-once"
  for number in 1 2 3 4 5 6 7 8; do
    "$release" baseline update "$work/in/held.json" --seed "$number" --quiet \
      --baselines "$work/log/at-once" &
    processes+=($!)
  done
  for number in "${processes[@]}"; do wait "$number"; done
  python3 - "$work/log/at-once/held.json" <<'END'
import json, sys
entries = json.load(open(sys.argv[1]))["exact"]
assert sorted(entry["seed"] for entry in entries) == list(range(1, 9)), len(entries)
END
  [ "$(ls -A "$work/log/at-once")" = held.json ]
}

# hold FOLDER SECONDS: takes the lock as another program would, and says when it has it.
hold() {
  python3 - "$1" "$2" <<'END' &
import fcntl, os, sys, time
folder = os.open(sys.argv[1], os.O_RDONLY)
fcntl.flock(folder, fcntl.LOCK_EX)
open(sys.argv[1] + ".held", "w").close()
time.sleep(float(sys.argv[2]))
END
  holder=$!
  until [ -e "$1.held" ]; do sleep 0.05; done
  rm "$1.held"
}

lock_is_waited_for() {
  local code=0 holder process started
  rm -rf "$work/log/locked"
  mkdir "$work/log/locked"
  "$release" run "$work/in/held.json" --no-render --quiet --json ../log/held.json
  hold "$work/log/locked" 4
  ends 0 "$release" history ../log/locked/h.ndjson --append ../log/held.json --commit c1 --quiet
  grep -q "locked by process $holder (.*python3 .*waiting at most 60 s" "$work/log/err"
  [ "$(wc -l <"$work/log/err")" -eq 1 ] || { echo 'not one line'; return 1; }
  wait "$holder"
  hold "$work/log/locked" 60
  "$release" history ../log/locked/h.ndjson --append ../log/held.json --commit c2 --quiet &
  process=$!
  sleep 0.5
  started=$SECONDS
  kill -TERM "$process"
  wait "$process" || code=$?
  kill "$holder"
  [ "$code" -eq 130 ] || { echo "exit code $code"; return 1; }
  [ $((SECONDS - started)) -lt 5 ] || { echo 'took too long'; return 1; }
  [ "$(wc -l <"$work/log/locked/h.ndjson")" -eq 1 ]
  [ "$(ls -A "$work/log/locked")" = h.ndjson ]
}

# The limit is a tenth of what any of these writes; what is said fits it.
size_limit() {
  local arguments code
  desk
  rm -rf baselines
  desk_state >"$work/log/desk"
  for arguments in 'run move.json --json r.json --out deep' 'render move.json --out deep' \
    'run move.json --no-render --html deep/page.html' 'report result.json --html page.html' \
    'flash frames/0.png frames/1.png --out deep' \
    'score o o.txt --out deep' 'tune move.json --frames 6 --device phone --out deep' \
    'list devices --json list.json' 'history history.ndjson --json deep/series.json' \
    'baseline update move.json' 'init paper-boats --scene --package ..'; do
    [ "${arguments%% *}" != init ] || touch ../Package.swift
    # A process that only measures loses its own result, which was not asked for by name.
    [ "${arguments%% *}" = baseline ] && code=75 || code=2
    # Several words on purpose.
    # shellcheck disable=SC2086
    ends "$code" env TMPDIR="$PWD/tmp" bash -c 'ulimit -f 1; exec "$@"' - "$release" $arguments
    grep -q 'ulimit -f' "$work/log/err" "$work/log/out" ||
      { echo "$arguments does not say why"; return 1; }
    desk_state | cmp - "$work/log/desk" || { echo "$arguments left something"; return 1; }
  done
  rm -f ../Package.swift
}

closed_output() {
  local arguments code
  desk
  desk_state >"$work/log/desk"
  for arguments in 'run move.json' 'run move.json --quiet --json r.json' 'render move.json' \
    'report result.json --html page.html' 'image diff a.png b.png --heatmap map.png' \
    'flash frames/0.png frames/1.png' 'score o o.txt' 'tune move.json --frames 6 --device phone' \
    'list devices --json list.json' 'validate move.json --json v.json' \
    'history history.ndjson --append result.json' 'baseline update move.json --seed 3' \
    'gate move.json --html gate.html' 'golden check --goldens goldens --html page.html' \
    'golden accept move --goldens goldens' 'init snow' 'init boats --scene --package .' 'man' \
    'completions bash' '--help' '--version' 'selftest --quick' 'calibrate' 'help run'; do
    code=0
    # shellcheck disable=SC2086
    "$release" $arguments >&- 2>"$work/log/err" || code=$?
    [ "$code" -eq 2 ] || { echo "$arguments: exit code $code"; return 1; }
    grep -q 'standard output is closed, so nothing was done' "$work/log/err" ||
      { echo "$arguments: $(cat "$work/log/err")"; return 1; }
    desk_state | cmp - "$work/log/desk" || { echo "$arguments left something"; return 1; }
  done
  # All three closed: no file takes the number of a stream and what was meant for it.
  code=0
  "$release" run move.json --json all.json <&- >&- 2>&- || code=$?
  [ "$code" -eq 2 ]
  "$release" run move.json --no-render --quiet --json all.json <&- 2>&-
  results runs all.json 1
}

# ended SIGNALS COMMAND...: in a temporary folder of its own the command works until its children
# do, gets the signals one after the other, ends with 130 and leaves no file, folder or process.
ended() {
  local signals=$1 code=0 process signal started tmp=$work/log/tmp
  shift
  rm -rf "$tmp"
  mkdir "$tmp"
  TMPDIR=$tmp "$@" >"$work/log/out" 2>"$work/log/err" & process=$!
  sleep 0.7
  # Those that live shortly come one after the other, with moments in between.
  for _ in $(seq 200); do
    ! pgrep -P "$process" >"$work/log/children" || break
    sleep 0.02
  done
  [ -s "$work/log/children" ] || { echo 'no children'; return 1; }
  started=$SECONDS
  for signal in $signals; do
    kill "-$signal" "$process" || true
    sleep 0.1
  done
  wait "$process" || code=$?
  [ "$code" -eq 130 ] || { echo "exit code $code"; cat "$work/log/err"; return 1; }
  [ $((SECONDS - started)) -lt 15 ] || { echo 'took too long'; return 1; }
  [ -z "$(ls -A "$tmp")" ] || { echo "left: $(ls -A "$tmp")"; return 1; }
  while read -r process; do
    [ ! -e "/proc/$process" ] || { echo "still runs: $process"; return 1; }
  done <"$work/log/children"
}

ended_everywhere() { # ended_everywhere SIGNALS
  desk
  ended "$1" "$release" gate move.json --frames 2000000 --no-render --base "$release"
  ended "$1" "$release" baseline update move.json --frames 2000000 --seed 5
  ended "$1" "$release" gate "$snowglobe" --duration 10m --baselines none
  ended "$1" "$release" selftest
  [ ! -e none ]
}

# Ctrl-Z stops the children, too, and they go on with it.
stopped() {
  local process child='' code=0
  desk
  state() { sed 's/.*) //' "/proc/$1/stat" | cut -c 1; }
  # With job control, since nobody stops what no shell looks after.
  set -m
  TMPDIR=$PWD/tmp "$release" gate move.json --frames 2000000 --no-render --base "$release" & process=$!
  set +m
  for _ in $(seq 100); do
    ! child=$(pgrep -P "$process") || break
    sleep 0.05
  done
  sleep 0.5
  kill -TSTP "$process"
  sleep 0.5
  echo "stopped: $(state "$process") $(state "$child")"
  [ "$(state "$process")$(state "$child")" = TT ]
  kill -CONT "$process"
  sleep 0.5
  echo "goes on: $(state "$process") $(state "$child")"
  [ "$(state "$process")" != T ] && [ "$(state "$child")" != T ]
  kill -TERM "$process"
  wait "$process" || code=$?
  [ "$code" -eq 130 ] || { echo "exit code $code"; return 1; }
}

# A repository whose build takes as long as it likes, and does not listen to the first signal.
ended_build() {
  local signals=$1 repository=$work/log/repository
  rm -rf "$repository" "$work/log/bin"
  mkdir -p "$repository" "$work/log/bin"
  printf '#!/bin/sh\n%s\nsleep 300 &\nsleep 300\n' "$2" >"$work/log/bin/swift"
  chmod +x "$work/log/bin/swift"
  cd "$repository"
  git init -q
  touch Package.swift
  git add .
  git -c user.name=a -c user.email=a@b commit -qm one
  git branch other
  cp "$work/in/held.json" .
  PATH=$work/log/bin:$PATH ended "$signals" "$release" gate held.json --against other
  [ ! -e .simbench/builds/*/source ] || { echo 'working tree left'; return 1; }
  [ "$(git worktree list | wc -l)" -eq 1 ] || { git worktree list; return 1; }
  [ -z "$(ls -A .git/worktrees 2>/dev/null)" ] || { ls .git/worktrees; return 1; }
}

check_outputs() {
  echo "== what is written and what is read"
  check 'no output replaces an input, however it is called' inputs_are_spared
  check 'two outputs are never one file' two_outputs_of_one_file
  check 'a pipe that nobody reads is refused before the work' pipe_without_reader
  check 'a pipe is read to its end, however slowly' pipe_with_reader
  check 'a signal ends the wait for a reader' stalled_reader
  check 'ten appends at once keep ten lines' appends_at_once
  check 'eight baselines at once keep eight entries' baselines_at_once
  check 'who holds a lock is named, and a signal ends the wait' lock_is_waited_for
  check 'a limit of file sizes is named and leaves nothing' size_limit
  check 'closed standard output is refused before anything is done' closed_output
  check 'the first signal ends children and leaves nothing' ended_everywhere TERM
  check 'the second signal ends children and leaves nothing' ended_everywhere 'INT TERM'
  check 'what is stopped stops its children, and they go on together' stopped
  check 'a build is ended with its working tree' ended_build INT ''
  check 'a build that does not listen is ended, too' ended_build TERM "trap '' INT"
  check 'a second signal ends a build with its working tree' ended_build 'TERM INT' "trap '' INT"
}
