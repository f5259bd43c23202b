import { describe, expect, it } from "vitest";
import { unreachableBlocks } from "./unreachable-blocks.ts";

const BASE = 2 ** 30;

/** Memory of 1 KiB in which the words at these offsets lead to these other offsets. */
function pointing(...pointers: readonly [at: number, to: number][]): ArrayBuffer {
  const memory = new ArrayBuffer(1024);
  const view = new DataView(memory);
  for (const [at, to] of pointers) view.setUint32(at, BASE + to, true);
  return memory;
}

const ROOTS = new Map([[0, 64]]);
const BLOCKS = new Map([
  [128, 32],
  [256, 64],
  [512, 16],
]);

describe("of three blocks, those are unreachable that", () => {
  it.each<[what: string, pointers: [number, number][], unreachable: number[]]>([
    ["nothing points to", [], [128, 256, 512]],
    ["no root points to", [[8, 256]], [128, 512]],
    ["no block points to that a root points to", [[8, 256], [264, 512]], [128]], // prettier-ignore
    ["only unreachable blocks point to", [[136, 512], [512, 136]], [128, 256, 512]], // prettier-ignore
    ["only themselves point to", [[256, 256]], [128, 256, 512]],
    ["are pointed to from beside the roots", [[64, 128]], [128, 256, 512]],
    ["no pointer into their middle, or to their end, keeps", [[0, 140], [16, 320]], [512]], // prettier-ignore
    ["are pointed to only by a place behind them", [[0, 161]], [128, 256, 512]],
  ])("%s", (_, pointers, unreachable) => {
    expect(unreachableBlocks(pointing(...pointers), BASE, ROOTS, BLOCKS).unreachable).toEqual(unreachable);
  });

  it("have no number of 8 bytes whose upper half is not 0 for a pointer", () => {
    const memory = pointing([8, 256]);
    new DataView(memory).setUint32(12, 1, true);
    expect(unreachableBlocks(memory, BASE, ROOTS, BLOCKS)).toEqual({ unreachable: [128, 256, 512], bytesRead: 64 });
  });
});
