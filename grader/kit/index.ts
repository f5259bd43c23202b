export { USUAL_CORRECTNESS, correctness, defineExercise, growing, growingMatrix } from "./define-exercise.ts";
export type { Authored, Correctness, Own } from "./define-exercise.ts";
export { defineCapstone, floatResult, randomFloats, wholeHalves } from "./define-capstone.ts";
export type { AuthoredCapstone, Capstone } from "./define-capstone.ts";
export type {
  Case,
  Check,
  CheckInput,
  Draw,
  Evidence,
  Exercise,
  Finding,
  KernelInput,
  NumberEvidence,
  Size,
  SourceElement,
  SourceIndex,
  SourceProduct,
  SourceSum,
  TargetEvidence,
  TargetMetric,
  ViolationEvidence,
  WrongAnswer,
} from "#judge/exercise.ts";
export {
  bankConflicts,
  everyElement,
  inBounds,
  kernelRequests,
  kernelSectors,
  noRace,
  numberAtMost,
  readAtMostOnce,
  readOnce,
  requests,
  sectors,
  sectorsPerRequest,
  sharedBytes,
  step,
  writtenOnce,
} from "./checks.ts";
export { closure } from "./closure.ts";
export {
  barrier,
  combine,
  exported,
  exportedNumber,
  input,
  launch,
  launchOver,
  load,
  move,
  multiplyAdd,
  output,
  pack,
  repeat,
  store,
  tile,
} from "./vocabulary.ts";
export { columnRead } from "./families/column-read.ts";
export { neverSquare, launchOverEitherAxis, transposed } from "./families/matrix.ts";
export type { Batch, Matrix } from "./families/matrix.ts";
export { alongRows, downColumns, matricesOfTile, tileLayout, tmaElements, tmaPlace, twoWayAtMost } from "./families/tile-layout.ts";
export type { GlobalSource, LayoutTile, TileLayout, TilePlace, TileTouch, Tiles } from "./families/tile-layout.ts";
export { transpose, transposeBatch } from "./families/transpose.ts";
export {
  READS_ELEMENT,
  TILE_PITCH,
  TILE_WORDS,
  WRITES_ELEMENT,
  eitherWayRound,
  learnerFunction,
  learnerLoad,
  learnerNumber,
  learnerStore,
  learnerThroughTile,
  sameElement,
  throughShared,
  wordsOf,
} from "./families/parts.ts";
export { entryOf, indexedCopy, takeOne } from "./families/indexed-copy.ts";
export { map } from "./families/map.ts";
export { elementOf, overItems, perCase } from "./families/over-items.ts";
export { recordLayout } from "./families/record-layout.ts";
export { COPIES_REST, FLOATS_PER_LANE, VECTOR_OF_FOUR, VECTOR_OF_PASS, float4Copy, wideCopy } from "./families/vector-copy.ts";
export type { Launch } from "#simulator";
export type { AnswerFunction } from "#sandbox/answer/load-answer.ts";
