import { expect, test } from "vitest";
import { figuresIn, partFolder, partName } from "./lesson.ts";

test.each([
  ["lessons/3-shared-memory/02-padding", "3-shared-memory"],
  ["glossary/warp", undefined],
  ["", undefined],
])("%s is in the folder %s", (id, folder) => expect(partFolder(id)).toBe(folder));

test("a part is named after its folder", () => expect(partName("3-shared-memory")).toBe("Shared memory"));

test("the figures of a lesson come in the order in which it shows them, not in that of its imports", () => {
  const mdx = `import Sweep from "#figures/sweep/figure.tsx";
import Clock from "#figures/gcd-clock/figure.tsx";
import Cost from "#components/Cost.astro";

<Cost show="sectors" /> <Clock client:visible />

<Sweep client:visible /> <Clock strideWords={7} />`;
  expect(figuresIn(mdx)).toEqual(["gcd-clock", "sweep", "gcd-clock"]);
});
