import { expect, test } from "vitest";
import { partFolder, partName } from "./lesson.ts";

test.each([
  ["lessons/3-shared-memory/02-padding", "3-shared-memory"],
  ["glossary/warp", undefined],
  ["", undefined],
])("%s is in the folder %s", (id, folder) => expect(partFolder(id)).toBe(folder));

test("a part is named after its folder", () => expect(partName("3-shared-memory")).toBe("Shared memory"));
