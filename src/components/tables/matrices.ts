import { matrices } from "virtual:hardware";
import { matrixCost } from "#simulator";
import type { CountedMatrix } from "#hardware/measured-async.ts";
import { bytes, count } from "#pictures/format.ts";
import { dataTable, type DataTable } from "../data-table.ts";

/** One row: the instructions that a GPU counted at a pitch and a swizzle, and what the simulator counts. */
interface Counted extends CountedMatrix {
  /** The instructions that were counted so, `ldmatrix` first. */
  readonly instructions: readonly CountedMatrix["instruction"][];
  /** What they all gave: one number where they agree. */
  readonly measured: readonly number[];
}

function countedAt(pitchBytes: number, swizzleBits: number): Counted {
  const all = matrices.filter((counted) => counted.pitchBytes === pitchBytes && counted.swizzleBits === swizzleBits);
  const [first] = all;
  if (!first) throw new RangeError(`no matrices were counted at a pitch of ${pitchBytes} bytes with a swizzle of ${swizzleBits} bits`);
  const instructions = [...new Set(all.map(({ instruction }) => instruction))].sort();
  return { ...first, instructions, measured: [...new Set(all.map(({ wavefronts }) => wavefronts))] };
}

const simulatedWavefronts = ({ instruction, sharedAddresses }: CountedMatrix): string =>
  count(matrixCost({ op: instruction.startsWith("ld") ? "load" : "store", matrices: 4, sharedAddresses }).wavefronts);

const instructionColumn = {
  head: "counted for",
  align: "start" as const,
  cell: ({ instructions }: Counted) => instructions.flatMap((name, i) => (i === 0 ? [{ code: name }] : [", ", { code: name }])),
};
const wavefrontColumns = [
  { head: "wavefronts, simulator", cell: simulatedWavefronts },
  { head: "wavefronts, H100", cell: ({ measured }: Counted) => measured.map(count).join(", ") },
];

/** Four matrices of a tile by its pitch, simulated and counted. */
export const matrixPitches = dataTable({
  label: "Matrices by the pitch of their tile",
  caption: "Four matrices, 16 rows of 32 bytes.",
  measuredIn: ["async-requests.jsonl"],
  rows: [64, 80, 96, 112, 128, 144, 160, 192, 256, 272].map((pitch) => countedAt(pitch, 0)),
  columns: [{ head: "Pitch", cell: ({ pitchBytes }) => bytes(pitchBytes) }, ...wavefrontColumns, instructionColumn],
});

/** Padding and the swizzle of the address, each alone and both together, simulated and counted. */
export const matrixRemedies: DataTable<Counted> = dataTable({
  label: "Padding, swizzle and both",
  caption: "Four matrices, 16 rows of 32 bytes. The swizzle is that of 128 bytes, on the address.",
  measuredIn: ["async-requests.jsonl"],
  rows: (
    [
      [128, 0],
      [144, 0],
      [128, 3],
      [144, 3],
      [256, 0],
      [272, 0],
      [256, 3],
      [272, 3],
    ] as const
  ).map(([pitch, bits]) => countedAt(pitch, bits)),
  columns: [
    { head: "Pitch", cell: ({ pitchBytes }) => bytes(pitchBytes) },
    { head: "swizzled", align: "start", cell: ({ swizzleBits }) => (swizzleBits === 0 ? "no" : "yes") },
    ...wavefrontColumns,
    instructionColumn,
  ],
});
