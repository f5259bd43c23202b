import { Swatches } from "../drawing/swatches.tsx";

/** What the fillings mean; a cell names as much of its element as it has room for. */
export function Legend() {
  const element = (
    <>
      <span class="names-whole">element: row, column</span>
      <span class="names-short">element: column</span>
      <span class="names-none">element</span>
    </>
  );
  return (
    <Swatches
      entries={[
        { swatch: "asked", means: "asked for, by lane" },
        { swatch: "element", means: element },
        { swatch: "odd", means: "each second row of the tile" },
        { swatch: "first", means: "column 0" },
        { swatch: "unused", means: "padding" },
      ]}
    />
  );
}
