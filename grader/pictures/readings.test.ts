import { expect, test } from "vitest";
import { headline } from "./readings.ts";

const named = (...names: string[]) => names.map((name) => ({ name, value: "1" }));

test.each([
  ["of global memory", named("requests", "sectors", "sectors per request", "lines", "efficiency", "DRAM bytes"), ["sectors", "efficiency"]],
  ["of the line model", named("transactions", "bytes transferred", "utilisation"), ["transactions", "utilisation"]],
  ["of shared memory", named("wavefronts", "conflicts", "degree"), ["wavefronts", "degree"]],
  ["of something else", named("store conflicts", "load conflicts", "tile"), ["store conflicts", "load conflicts"]],
])("the counts %s that stand out", (_, readings, names) => {
  expect(headline(readings).map(({ name }) => name)).toEqual(names);
});
