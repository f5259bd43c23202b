import { expect, test } from "vitest";
import { partFolder, partName } from "./part.ts";

test.each([
  ["lessons/3-shared-memory/02-padding", "3-shared-memory"],
  ["glossary/warp", undefined],
  ["", undefined],
])("%s lies in %s", (id, folder) => expect(partFolder(id)).toBe(folder));

test("a part is called after its folder", () => expect(partName("3-shared-memory")).toBe("Shared memory"));
