import { describe, expect, it } from "vitest";
import { measuredAsync } from "#hardware/measured-async.ts";
import { measuredRequests } from "#hardware/measured-requests.ts";
import { a100, b200, h100 } from "#simulator";
import { analyzeLine } from "./analyze-line.ts";

const lanes = Array.from({ length: 32 }, (_, lane) => lane);
const valid = { space: "global", op: "load", bytesPerLane: 4, activeMask: "0xffffffff", addresses: lanes.map((lane) => lane * 4) };
const matrix = { instruction: "ldmatrix", matrices: 1, sharedAddresses: lanes.slice(0, 8).map((lane) => lane * 32) };
const copy = {
  instruction: "cp.async.ca",
  bytesPerLane: 4,
  activeMask: "0xffffffff",
  sharedAddresses: lanes.map((lane) => lane * 8),
  globalAddresses: lanes.map((lane) => lane * 4),
};
const analyzed = (fields: object, device = h100) => JSON.parse(analyzeLine(JSON.stringify(fields), device).text) as Record<string, unknown>;

describe("analyzeLine", () => {
  it("appends what a global request costs", () => {
    expect(analyzed(valid)).toEqual({ ...valid, simulated: { requests: 1, sectors: 4, cacheLines: 1, tagWavefronts: 1 } });
  });

  it("appends what a shared request costs", () => {
    const column = { ...valid, space: "shared", addresses: lanes.map((lane) => lane * 128) };
    expect(analyzed(column)).toEqual({ ...column, simulated: { wavefronts: 32, bankConflicts: 31, conflictDegree: 32 } });
  });

  it("appends what a load or store of matrices and a copy to shared memory cost", () => {
    expect(analyzed(matrix)).toEqual({ ...matrix, simulated: { wavefronts: 2, bankConflicts: 1 } });
    expect(analyzed(copy)).toEqual({ ...copy, simulated: { wavefronts: 2, bankConflicts: 1, requests: 1, sectors: 4 } });
  });

  it("ignores the rows of lanes beyond the matrices, and where inactive lanes copy", () => {
    const rows = lanes.map((lane) => (lane < 8 ? lane * 32 : null));
    expect(analyzed({ ...matrix, sharedAddresses: rows })["simulated"]).toEqual(analyzed(matrix)["simulated"]);
    const half = { ...copy, activeMask: 0xffff, sharedAddresses: lanes.map((lane) => (lane < 16 ? lane * 4 : null)) };
    expect(analyzed(half)).toMatchObject({ simulated: { wavefronts: 1, bankConflicts: 0, requests: 1, sectors: 2 } });
  });

  it("refuses stmatrix for a device that came before Hopper", () => {
    const store = { ...matrix, instruction: "stmatrix" };
    expect(analyzed(store, b200)["simulated"]).toEqual(analyzed(matrix, a100)["simulated"]);
    expect(analyzed(store, a100)["error"]).toBe(
      '"instruction" is "stmatrix", which the NVIDIA A100 80GB SXM doesn\'t have; it came with Hopper',
    );
  });

  it("counts zeros that fill what a copy leaves", () => {
    const filling = { ...copy, sharedAddresses: copy.globalAddresses, sourceBytes: lanes.map((lane) => (lane < 8 ? 4 : 0)) };
    expect(analyzed(filling)).toMatchObject({ simulated: { wavefronts: 2, bankConflicts: 0, requests: 1, sectors: 1 } });
  });

  it("carries the name of an instruction through where the line has a space and an op", () => {
    expect(analyzed({ ...valid, instruction: "LDG.E" })).toMatchObject({ instruction: "LDG.E", simulated: { sectors: 4 } });
  });

  it("keeps other fields as they were written", () => {
    const line = `{"note": "1.50 \\u00e9", "big": 12345678901234567890, ${JSON.stringify(valid).slice(1)}`;
    expect(analyzeLine(line, h100).text.startsWith(line.slice(0, -1))).toBe(true);
  });

  it("replaces the results of an earlier run", () => {
    const again = analyzed({ ...valid, simulated: { requests: 99 }, error: "old" });
    expect(again).toEqual(analyzed(valid));
  });

  it("reads the mask as a hexadecimal string or as a number", () => {
    expect(analyzed({ ...valid, activeMask: 0xff })).toMatchObject({ simulated: { sectors: 1 } });
    expect(analyzed({ ...valid, activeMask: "0xFF" })).toMatchObject({ simulated: { sectors: 1 } });
    expect(analyzed({ ...valid, activeMask: 0 })).toMatchObject({ simulated: { requests: 0, sectors: 0 } });
  });

  it("counts for the given device", () => {
    const wide = { ...valid, bytesPerLane: 32, addresses: lanes.map((lane) => lane * 32) };
    expect(analyzed(wide, b200)).toMatchObject({ simulated: { sectors: 32 } });
    expect(analyzed(wide)).toMatchObject({ error: expect.stringContaining("the widest global access") });
  });

  it("agrees with every measured request", () => {
    for (const measured of [...measuredRequests(), ...measuredAsync()]) {
      const { simulated } = analyzed(measured);
      for (const [count, value] of Object.entries(simulated as object)) {
        if (count in measured) expect(value, `${measured.pattern}: ${count}`).toBe(measured[count as keyof typeof measured]);
      }
    }
  });

  it.each<[string, object, RegExp]>([
    ["no space", { ...valid, space: undefined }, /^"space" is missing; it must be "global" or "shared"$/],
    ["an unknown space", { ...valid, space: "local" }, /^"space" is "local"/],
    ["no op", { ...valid, op: undefined }, /^"op" is missing/],
    ["an unknown op", { ...valid, op: "atomic" }, /^"op" is "atomic"; it must be "load" or "store"$/],
    ["a width as a string", { ...valid, bytesPerLane: "4" }, /^"bytesPerLane" is "4"; it must be one of 1, 2, 4/],
    ["a width that does not exist", { ...valid, bytesPerLane: 3 }, /^"bytesPerLane" is 3/],
    ["no mask", { ...valid, activeMask: undefined }, /^"activeMask" is missing/],
    ["a mask of 33 bits", { ...valid, activeMask: "0x1ffffffff" }, /^"activeMask" is "0x1ffffffff"/],
    ["a decimal string as mask", { ...valid, activeMask: "255" }, /^"activeMask" is "255"; it must be a hexadecimal string/],
    ["a negative mask", { ...valid, activeMask: -1 }, /^"activeMask" is -1/],
    ["no addresses", { ...valid, addresses: undefined }, /^"addresses" is missing/],
    ["31 addresses", { ...valid, addresses: lanes.slice(1) }, /^"addresses" holds 31; it must hold 32/],
    ["an address as a string", { ...valid, addresses: lanes.map((lane) => `${lane * 4}`) }, /^lane 0: "0" is not a byte address/],
    ["a null address of an active lane", { ...valid, addresses: lanes.map(() => null) }, /^lane 0: null is not a byte address/],
    ["a fraction", { ...valid, addresses: lanes.map((lane) => lane + 0.5) }, /^lane 0: 0.5 is not a byte address/],
    [
      "a misaligned lane",
      { ...valid, addresses: lanes.map((lane) => lane * 4 + 1) },
      /^lane 0: an access of 4 bytes at byte 1 is not aligned/,
    ],
    [
      "an unknown instruction",
      { ...matrix, instruction: "movmatrix" },
      /^"instruction" is "movmatrix"; it must be one of ldmatrix, ldmatrix.tr/,
    ],
    ["no matrices", { ...matrix, matrices: undefined }, /^"matrices" is missing; it must be one of 1, 2, 4$/],
    ["three matrices", { ...matrix, matrices: 3 }, /^"matrices" is 3/],
    [
      "no rows",
      { ...matrix, sharedAddresses: undefined },
      /^"sharedAddresses" is missing; it must be an array of 8 byte addresses, 8 for each/,
    ],
    ["rows that are missing", { ...matrix, matrices: 4 }, /^"sharedAddresses" holds 8; it must hold 32, 8 for each matrix/],
    [
      "too many rows",
      { ...matrix, sharedAddresses: [...lanes, 32] },
      /^"sharedAddresses" holds 33; it must hold 8, 8 for each matrix, or 32/,
    ],
    ["a row that is null", { ...matrix, sharedAddresses: Array(8).fill(null) }, /^sharedAddresses, lane 0: null is not a byte address/],
    [
      "a misaligned row",
      { ...matrix, sharedAddresses: lanes.slice(0, 8).map((lane) => lane * 8) },
      /^sharedAddresses, lane 1: an access of 16 bytes/,
    ],
    ["a copy of 2 bytes", { ...copy, bytesPerLane: 2 }, /^"bytesPerLane" is 2; it must be one of 4, 8, 16$/],
    ["4 bytes past L1", { ...copy, instruction: "cp.async.cg" }, /^"bytesPerLane" is 4; it must be 16: cp.async.cg/],
    ["a copy without a mask", { ...copy, activeMask: undefined }, /^"activeMask" is missing/],
    ["no place to copy from", { ...copy, globalAddresses: undefined }, /^"globalAddresses" is missing; it must be an array of 32/],
    ["31 places to copy to", { ...copy, sharedAddresses: lanes.slice(1) }, /^"sharedAddresses" holds 31; it must hold 32/],
    [
      "a misaligned place",
      { ...copy, globalAddresses: lanes.map((lane) => lane * 4 + 2) },
      /^globalAddresses, lane 0: an access of 4 bytes at byte 2/,
    ],
    ["a number as sizes", { ...copy, sourceBytes: 4 }, /^"sourceBytes" is 4; it must be an array of 32 numbers of bytes, or left out$/],
    [
      "a size that is too large",
      { ...copy, sourceBytes: lanes.map(() => 5) },
      /^sourceBytes, lane 0: 5 is not a number of bytes from 0 to 4/,
    ],
  ])("names what is wrong: %s", (_name, fields, message) => {
    const { error, simulated, ...others } = analyzed(fields);
    expect(error).toMatch(message);
    expect(simulated).toBeUndefined();
    expect(others).toEqual(JSON.parse(JSON.stringify(fields)));
  });

  it.each(["nonsense", "[1, 2]", "null", "17", '{"space":'])("returns a line that is not a JSON object as text: %s", (line) => {
    const { text, valid } = analyzeLine(line, h100);
    expect(valid).toBe(false);
    expect(JSON.parse(text)).toEqual({ text: line, error: expect.stringMatching(/JSON/) });
  });

  it("ignores inactive lanes", () => {
    const half = { ...valid, activeMask: "0x0000ffff", addresses: lanes.map((lane) => (lane < 16 ? lane * 4 : null)) };
    expect(analyzed(half)).toMatchObject({ simulated: { sectors: 2 } });
  });
});
