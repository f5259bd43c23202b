# The options that the parts and the merge have in common, in "$@", and a check of what class.sh says.
. ./class.sh
: "${COALESCE:?}" "${ASSIGNMENT:?}" "${SUBMISSIONS:?}" "${RESULTS:?}" "${PARTS:?}"
set -- --assignment "$ASSIGNMENT" "$SUBMISSIONS"
[ -z "$ROSTER" ] || set -- "$@" --roster "$ROSTER"
[ -z "$ADJUSTMENTS" ] || set -- "$@" --adjustments "$ADJUSTMENTS"
[ -z "$RECEIVED" ] || set -- "$@" --received "$RECEIVED"
