import { expect, test } from "vitest";
import { LessonTree, propertiesOf } from "./lesson-tree.ts";

const lesson = new LessonTree(`<Try file="two-places.ts" blocks={[2]}>
  Split it. <Claim id="1/l1-default" />
</Try>

<LabCell file="a-tile.cu" /> <LabCell id="a-tree" kernel="reduce" />

<FoldedClaims
  ids={[
    "1/hbm-sectors", // the second of the part
    "1/line-model",
  ]}
/>

<GcdClock client:visible tile={{ side: 4 * WORD_BYTES }} {...{ bank: 2 }} />

\`<ExerciseCell id="not-one" />\` <ExerciseCell
  id="row-walk"
/>
`);

test.each([
  ["claims in the open", lesson.openClaims, ["1/l1-default"]],
  ["claims", lesson.claims, ["1/l1-default", "1/hbm-sectors", "1/line-model"]],
  ["try cells", lesson.tryCells, ["two-places"]],
  ["lab cells", lesson.labCells, ["a-tile", "a-tree"]],
  ["exercises", lesson.exercises, ["row-walk"]],
  [
    "elements",
    lesson.elements().map(({ name }) => name),
    ["Try", "Claim", "LabCell", "LabCell", "FoldedClaims", "GcdClock", "ExerciseCell"],
  ],
])("the %s of a lesson", (_, found, expected) => expect(found).toEqual(expected));

test("an element's properties are evaluated with the given names", () => {
  const clocks = lesson.elements("GcdClock").map((element) => propertiesOf(element, { WORD_BYTES: 4 }));
  expect(clocks).toEqual([{ "client:visible": true, tile: { side: 16 }, bank: 2 }]);
});
