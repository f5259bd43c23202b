#!/bin/sh
# Queues the parts, and the merge for when they have ended: sh submit.sh, in the folder that holds class.sh. More options are sbatch's own:
# sh submit.sh --partition=short
set -eu
. ./class.sh
parts=$(sbatch --parsable "$@" --array="0-$((PARTS - 1))" grade.sbatch)
# A part in which the grader failed on some answer has failed, and everything else is merged all the same.
merge=$(sbatch --parsable "$@" --dependency="afterany:${parts%%;*}" merge.sbatch)
echo "parts: job ${parts%%;*}; merge: job ${merge%%;*}; squeue --me shows them"
