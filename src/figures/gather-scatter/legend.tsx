import { ASKED_FOR, MOVED, NOT_MOVED, Swatches } from "../drawing/swatches.tsx";

/** What the fillings of the picture mean. */
export function Legend({ hasClashes }: { readonly hasClashes: boolean }) {
  return (
    <Swatches
      entries={[
        { swatch: "depth", means: "how far into the array an index points" },
        ASKED_FOR,
        MOVED,
        NOT_MOVED,
        ...(hasClashes ? [{ swatch: "clash", means: "stored by several lanes" }] : []),
      ]}
    />
  );
}
