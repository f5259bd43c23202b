import { render } from "preact-render-to-string";
import { expect, test } from "vitest";
import type { ClassOutcomes } from "./class-outcomes.ts";
import { studentLinks } from "./summary-parts.ts";

test.each([
  ["ada", "Ada Lovelace", "Ada Lovelace (ada)"],
  ["a".repeat(40), "Ada", `Ada (${"a".repeat(15)}<wbr/>${"a".repeat(16)}<wbr/>${"a".repeat(9)})`],
  ["𝒶".repeat(20), "", `${"𝒶".repeat(16)}<wbr/>${"𝒶".repeat(4)}`],
])("a name breaks only within words too long for a column of a table: %s", (id, name, shown) => {
  const link = studentLinks({ students: [{ student: { id, name } }] } as unknown as ClassOutcomes);
  expect(render(link(id))).toContain(`<bdi>${shown}</bdi>`);
});
