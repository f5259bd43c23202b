import { expect, test } from "vitest";
import { elementCount } from "./wording.ts";

test.each([
  [1, "float", "1 float"],
  [1024, "half", "1,024 halves"],
  [1, "half", "1 half"],
  [12, "byte", "12 bytes"],
  [1, "Body", "1 element of type `Body`"],
  [4096, "unsigned int", "4,096 elements of type `unsigned int`"],
])("elements of an array: %i of %s", (count, type, words) => expect(elementCount(count, type)).toBe(words));
