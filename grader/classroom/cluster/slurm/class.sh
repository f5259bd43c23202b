# What is graded, and with what: adapt it, and put it beside grade.sbatch, merge.sbatch and submit.sh on a file system that all nodes share.
# The assignment's file holds the secret: chmod 600 it.
COALESCE=coalesce
ASSIGNMENT=week-1.yaml
SUBMISSIONS=submissions/
# The parts are written to $RESULTS-part-0, $RESULTS-part-1, …, the reports to $RESULTS.
RESULTS=results
PARTS=4
# For every part and for the merge alike; each is left out where it is empty.
ROSTER=
ADJUSTMENTS=
RECEIVED=
# For the merge alone: feedback as of a day and time.
AS_OF=
