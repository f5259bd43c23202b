export {
  ACCESS_WIDTHS,
  BANK_COUNT,
  CACHE_LINE_BYTES,
  DRAM_BLOCK_BYTES,
  FULL_MASK,
  SECTOR_BYTES,
  WARP_SIZE,
  WORD_BYTES,
  isActive,
} from "./warp-request.ts";
export type { AccessWidth, MemoryOp, MemorySpace, WarpRequest } from "./warp-request.ts";
export { globalCost } from "./global-cost.ts";
export type { GlobalCost } from "./global-cost.ts";
export { explainGlobal } from "./explain-global.ts";
export type { GlobalExplanation, LineEvidence, SectorEvidence } from "./explain-global.ts";
export { sharedCost } from "./shared-cost.ts";
export type { SharedCost } from "./shared-cost.ts";
export { explainShared } from "./explain-shared.ts";
export type { GroupEvidence, SharedExplanation, WordEvidence } from "./explain-shared.ts";
export { a100, b200, deviceForWidth, devices, h100, h200, rtx4070 } from "./devices.ts";
export type { Device } from "./devices.ts";
export { accessesOf } from "./kernel/check-kernel.ts";
export { runKernel } from "./kernel/run-kernel.ts";
export type { RunOptions } from "./kernel/run-kernel.ts";
export { INACTIVE } from "./kernel/index-caller.ts";
export { requestAt } from "./kernel/request-at.ts";
export type { AccessTrace, GlobalAccessTrace, RequestLocation, SharedAccessTrace, Trace } from "./kernel/trace.ts";
export type { Access, Barrier, Combine, IndexFunction, Kernel, KernelArray, Move, Pack, Repeat, Step } from "./kernel/kernel.ts";
export type { Thread } from "./kernel/thread.ts";
export type { Violation, ViolationKind } from "./kernel/violation.ts";
export { combines, hashId } from "./kernel/values.ts";
export { sourceIds } from "./kernel/source-ids.ts";
export { IndexRefused } from "./kernel/index-refused.ts";
export type { RefusalReason } from "./kernel/index-refused.ts";
export { dim3, positionIn, volume } from "./kernel/launch.ts";
export type { Dim3, Launch } from "./kernel/launch.ts";
export { simulatorVersion } from "./version.ts";
