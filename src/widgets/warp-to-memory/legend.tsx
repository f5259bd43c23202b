import type { MemoryModel } from "../drawing/memory-rows.ts";

/** What the fillings of the picture mean. */
export function Legend({ memoryModel }: { readonly memoryModel: MemoryModel }) {
  return (
    <ul class="legend">
      <li>
        <span class="swatch asked" /> asked for
      </li>
      <li>
        <span class="swatch moved" /> moved, not asked for
      </li>
      <li>
        <span class="swatch still" /> not moved
      </li>
      {memoryModel === "sector" && (
        <li>
          <span class="swatch dram" /> moved by DRAM
        </li>
      )}
    </ul>
  );
}
