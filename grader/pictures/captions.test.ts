import type { WarpRequest } from "#simulator";
import { expect, test } from "vitest";
import { withRefusal } from "./captions.ts";

const request = (activeMask: number): WarpRequest => ({
  space: "global",
  op: "load",
  bytesPerLane: 16,
  activeMask,
  addresses: Array<number>(32).fill(0),
});

test.each<[number, readonly number[], string]>([
  [0b1100, [], "Drawn."],
  [0b1100, [2, 3], "Drawn."],
  [0b1100, [0], "Lane 0 is out of bounds or misaligned, so it’s not drawn. Drawn."],
  [0b1100, [5, 4, 3], "Lanes 4–5 are out of bounds or misaligned, so they’re not drawn. Drawn."],
  [0, [0], "Lane 0 is out of bounds or misaligned, so it’s not drawn."],
])("active mask %i, lanes %j named", (activeMask, lanes, sentence) => {
  expect(withRefusal(request(activeMask), lanes, "Drawn.")).toBe(sentence);
});
