# Sourced by scripts.

# --help prints the comment that opens the script.
case ${1:-} in
  -h | --help)
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
esac

# The first scenario of each model.
model_scenarios() {
  awk -F '"' '$2 == "model" && !seen[$4]++ { print FILENAME }' scenarios/*.json
}
