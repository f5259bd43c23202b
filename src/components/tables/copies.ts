import { count } from "#pictures/format.ts";
import { registerCost, tileCopyCost, type TileCopy } from "#figures/copy-to-shared/copy.ts";
import { dataTable } from "../data-table.ts";

const patterns: readonly { readonly name: string; readonly copy: Partial<TileCopy> }[] = [
  { name: "in order", copy: {} },
  { name: "16 bytes late", copy: { startByte: 16 } },
  { name: "every second 16 bytes", copy: { reads: "every second" } },
  { name: "one value for all", copy: { reads: "all the same" } },
  { name: "rows padded to 144 bytes", copy: { pitchBytes: 144 } },
  { name: "rows swizzled", copy: { swizzled: true } },
  { name: "padded and swizzled", copy: { pitchBytes: 144, swizzled: true } },
];

/** Three ways from global to shared memory, 16 bytes per lane. */
export const copyWays = dataTable({
  label: "Three ways to shared memory",
  wide: true,
  caption: "A warp fills four rows of a tile, 16 bytes per lane. A tag pass looks up several cache lines at once.",
  rows: patterns.map(({ name, copy }) => ({
    name,
    registers: registerCost(copy),
    throughL1: tileCopyCost(copy),
    pastL1: tileCopyCost({ ...copy, cache: "cg" }),
  })),
  columns: [
    { head: "The lanes read, or write", cell: ({ name }) => name },
    {
      group: "load and store",
      columns: [
        { head: "sectors", cell: ({ registers }) => count(registers.load.sectors) },
        { head: "wavefronts", cell: ({ registers }) => count(registers.store.wavefronts) },
      ],
    },
    {
      group: "cp.async.ca",
      columns: [
        { head: "sectors", cell: ({ throughL1 }) => count(throughL1.sectors) },
        { head: "wavefronts", cell: ({ throughL1 }) => count(throughL1.wavefronts) },
        { head: "conflicts", cell: ({ throughL1 }) => count(throughL1.bankConflicts) },
      ],
    },
    {
      group: "cp.async.cg",
      columns: [
        { head: "sectors", cell: ({ pastL1 }) => count(pastL1.sectors) },
        { head: "tag passes", cell: ({ pastL1 }) => count(pastL1.tagWavefronts) },
      ],
    },
  ],
});
