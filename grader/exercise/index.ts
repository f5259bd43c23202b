export { defineExercise } from "./exercise.ts";
export type {
  Case,
  Check,
  CheckInput,
  Evidence,
  Exercise,
  Finding,
  KernelInput,
  NumberEvidence,
  Size,
  SourceIndex,
  TargetEvidence,
  TargetMetric,
  ViolationEvidence,
  WrongAnswer,
} from "./exercise.ts";
export { bankConflicts, everyElement, inBounds, noRace, numberAtMost, sectorsPerRequest, writtenOnce } from "./checks.ts";
export { barrier, exported, exportedNumber, input, launch, launchOver, load, move, output, repeat, store, tile } from "./vocabulary.ts";
