import { expect, it } from "vitest";
import { editDistance, closestMatch } from "./closest-match.ts";

it.each([
  ["read", "read", 0],
  ["raed", "read", 2],
  ["", "read", 4],
  ["reads", "read", 1],
])("from %j to %j: %d letters", (from, to, distance) => {
  expect(editDistance(from, to)).toBe(distance);
  expect(editDistance(to, from)).toBe(distance);
});

it.each([
  ["read", ["Read", "reed"], "Read"],
  ["read", ["write", "reed"], "reed"],
  ["read", ["write", "pitch"], undefined],
  ["x", ["y"], undefined],
])("closest to %s among %j: %s", (wanted, names, near) => {
  expect(closestMatch(wanted, names)).toBe(near);
});
