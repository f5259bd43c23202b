import { expect, test } from "vitest";
import { LessonTree, propertiesOf } from "./lesson-tree.ts";

const lesson = new LessonTree(`export const tile = { side: 4 * WORD_BYTES };
export const ofThePage = measured.length;

<Try file="two-places.ts" blocks={[2]}>
  Split it. <Claim id="1/l1-default" />
</Try>

<LabCell file="a-tile.cu" /> <LabCell id="a-tree" kernel="reduce" />

<FoldedClaims
  ids={[
    "1/hbm-sectors", // the second of the part
    "1/line-model",
  ]}
/>

<GcdClock client:visible tile={tile} {...{ bank: 2 }} />

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

test("a lesson exports what can be made of the given values", () => {
  const scope = lesson.exported({ WORD_BYTES: 4 });
  expect(scope).toMatchObject({ tile: { side: 16 } });
  expect(scope).not.toHaveProperty("ofThePage");
  expect(lesson.elements("GcdClock").map((element) => propertiesOf(element, scope))).toEqual([
    { "client:visible": true, tile: { side: 16 }, bank: 2 },
  ]);
});
