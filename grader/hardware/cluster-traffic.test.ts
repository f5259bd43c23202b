import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

// Blocks of a cluster that reach into each other's shared memory at the same time, and what the profiler counts more for it.

type Op = "ld" | "st" | "atom";
type Operation = "load" | "store" | "atomic";
type Row = Readonly<Record<string, string>>;

const OPS: Readonly<Record<Operation, Op>> = { load: "ld", store: "st", atomic: "atom" };
const WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_";
const CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_";

function rowsOf(file: string): Row[] {
  const [header, ...lines] = readFileSync(new URL(`./data/${file}`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  const names = header!.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((value, index) => [names[index]!, value])));
}

const count = (row: Row, metric: string): number => Number(row[metric]);
const wavefronts = (row: Row, op: Op): number => count(row, `${WAVEFRONTS}${op}.sum`);
/** Wavefronts that an access takes again, because another came first: no request of these launches conflicts in itself. */
const lost = (row: Row, op: Op): number => count(row, `${CONFLICTS}${op}.sum`);

const traffic = rowsOf("cluster-traffic-h200.csv");
const ownOp = (row: Row): Operation => row["own"]!.split("-")[1] as Operation;
/** Of the launches whose first block accesses its own memory: the other blocks do the same, nothing, or reach into others' memory. */
const accessing = traffic.filter(({ first }) => first === "own");
const alone = accessing.filter(({ others }) => others !== "first");
const reachedInto = accessing.filter(({ others }) => others === "first");

describe("the blocks of a cluster, all at work on shared memory", () => {
  it("count what the rule has, and what stores lose to each other, while nobody reaches into their memory", () => {
    for (const row of alone) {
      const op = OPS[ownOp(row)];
      expect(lost(row, op) > 0).toBe(op === "st");
      expect(lost(row, op)).toBeLessThanOrEqual(0.06 * wavefronts(row, op));
    }
  });

  it("lose to the accesses that arrive from other blocks, at most a wavefront each: but no store to loads, and no load to stores", () => {
    expect(reachedInto).toHaveLength(54);
    for (const row of reachedInto) {
      const own = ownOp(row);
      const accesses = count(row, "warps") * count(row, "rounds");
      const isMet = !(own === "store" && row["sent"] === "load") && !(own === "load" && row["sent"] === "store");
      // Without traffic, stores lose up to 28 wavefronts to each other.
      expect(lost(row, OPS[own]) > 28, `${row["own"]}, ${row["sent"]}`).toBe(isMet);
      expect(lost(row, OPS[own])).toBeLessThanOrEqual(accesses + 28);
    }
  });

  it("lose differently from launch to launch", () => {
    const atomics = reachedInto.filter(({ own, sent }) => own === "cluster-atomic" && sent === "atomic");
    expect(new Set(atomics.map((row) => lost(row, "atom"))).size).toBeGreaterThan(1);
  });

  it("count a wavefront for each atomic that leaves whole, and none for loads and stores", () => {
    for (const row of traffic.filter(({ first }) => first === "idle" || first === "next")) {
      const sent = row["sent"] as Operation;
      const requests = count(row, `l1tex__t_requests_pipe_lsu_mem_dshared_op_${OPS[sent]}.sum`);
      expect((["ld", "st", "atom"] as const).map((op) => wavefronts(row, op))).toEqual([0, 0, sent === "atomic" ? requests : 0]);
    }
  });
});
