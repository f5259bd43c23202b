// Warps and memory
export {
  ACCESS_WIDTHS,
  BANK_COUNT,
  CACHE_LINE_BYTES,
  FULL_MASK,
  SECTOR_BYTES,
  WARP_SIZE,
  WORD_BYTES,
  hasWavefronts,
  isActive,
  movesMatrices,
} from "./warp-request.ts";
export type { AccessWidth, Instruction, MemoryOp, MemorySpace, RequestShape, WarpRequest } from "./warp-request.ts";
export { FETCH_GRANULARITIES, a100, b200, deviceForWidth, deviceNamed, devices, h100, h200, rtx4070, rtx4090 } from "./devices.ts";
export type { Device, FetchGranularity } from "./devices.ts";

// The cost of one request, and its evidence
export { globalCost } from "./global-cost.ts";
export type { GlobalCost } from "./global-cost.ts";
export { explainGlobal } from "./explain-global.ts";
export type { GlobalExplanation, LineEvidence, SectorEvidence } from "./explain-global.ts";
export { sharedCost } from "./shared-cost.ts";
export type { SharedCost } from "./shared-cost.ts";
export { MATRIX_COUNTS, ROWS_PER_MATRIX, matrixCost } from "./matrix-cost.ts";
export type { MatrixRequest } from "./matrix-cost.ts";
export { COPY_WIDTHS, copyCost, readCost } from "./copy-cost.ts";
export type { CopyCost, CopyRequest } from "./copy-cost.ts";
export { PIECE_BYTES, SWIZZLE_BITS, swizzledAddress, tileAddress, tilePitch, tileSectors } from "./tma-tile.ts";
export type { SwizzleMode, TmaTile } from "./tma-tile.ts";
export { explainShared } from "./explain-shared.ts";
export type { GroupEvidence, SharedExplanation, WordEvidence } from "./explain-shared.ts";

// Layouts of tiles
export { describeLayout, swizzled } from "./layout-name.ts";
export type { BitMatrix, LayoutDescription, LayoutName, LayoutTable, Swizzle } from "./layout-name.ts";

// Kernels and launches, as data
export { accessesOf, combines, elementsInRegister } from "./kernel/kernel.ts";
export type { Access, Barrier, Combine, IndexFunction, Kernel, KernelArray, LoopIndex, Move, Pack, Repeat, Step } from "./kernel/kernel.ts";
export { checkLaunch, dim3, positionIn, volume } from "./kernel/launch.ts";
export type { Dim3, Launch } from "./kernel/launch.ts";
export type { CallPlace, Thread } from "./kernel/thread.ts";
export { hashId, sourceIds } from "./kernel/source-ids.ts";

// A whole kernel's accesses and contents
export { runKernel } from "./kernel/run-kernel.ts";
export type { RunOptions } from "./kernel/run-kernel.ts";
export type { FollowAccess, PerformedAccess } from "./kernel/access-run.ts";
export type { AccessTrace, GlobalAccessTrace, SharedAccessTrace, Trace } from "./kernel/trace.ts";
export type { Violation, ViolationKind } from "./kernel/violation.ts";
export { rowPlaces } from "./kernel/matrix-registers.ts";
export type { RowPlace } from "./kernel/matrix-registers.ts";
export { requestOf } from "./kernel/located-request.ts";
export { laneFault, requestFault } from "./kernel/request-fault.ts";
export type { RequestFault } from "./kernel/request-fault.ts";
export type { LocatedRequest, RequestLocation } from "./kernel/located-request.ts";
export { CallLoops, INACTIVE, IndexRefused } from "./kernel/index-caller.ts";
export type { RefusalReason } from "./kernel/index-caller.ts";
export { CallRecord, repeatsAlike } from "./kernel/repeated-calls.ts";
export type { DrawBelow } from "./kernel/repeated-calls.ts";

export { simulatorVersion } from "./version.ts";
