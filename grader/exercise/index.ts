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
  SourceElement,
  SourceIndex,
  SourceSum,
  TargetEvidence,
  TargetMetric,
  ViolationEvidence,
  WrongAnswer,
} from "./exercise.ts";
export {
  bankConflicts,
  everyElement,
  inBounds,
  kernelSectors,
  noRace,
  numberAtMost,
  readOnce,
  requests,
  sectors,
  sectorsPerRequest,
  sharedBytes,
  writtenOnce,
} from "./checks.ts";
export { barrier, combine, exported, exportedNumber, input, launch, launchOver, load, move, output, repeat, store, tile } from "./vocabulary.ts";
