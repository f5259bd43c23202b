import type { MemoryModel } from "#pictures/memory-rows.ts";
import { ASKED_FOR, MOVED, MOVED_BY_DRAM, NOT_MOVED, Swatches } from "../drawing/swatches.tsx";

/** What the fillings of the picture mean. */
export function Legend({ memoryModel }: { readonly memoryModel: MemoryModel }) {
  return <Swatches entries={[ASKED_FOR, MOVED, NOT_MOVED, ...(memoryModel === "sector" ? [MOVED_BY_DRAM] : [])]} />;
}
