import { ptxSpecial } from "../../errors/ptx-errors.ts";
import type { InstructionName } from "../../ir/instructions.ts";
import type { Special, Value } from "../../ir/program.ts";
import { arithmetic, constant, special } from "../../ir/values.ts";
import type { Span } from "../../source-error.ts";
import { addInstruction } from "../built-ins.ts";
import type { Lowering } from "../lowering.ts";

/** Special registers of PTX: what the lab knows of a thread's place. */

const COORDINATES: Readonly<Record<string, "threadIdx" | "blockDim" | "blockIdx" | "gridDim">> = {
  "%tid": "threadIdx",
  "%ntid": "blockDim",
  "%ctaid": "blockIdx",
  "%nctaid": "gridDim",
};

const u32 = (number: number): Value => constant("u32", number);

/** This thread's number in its block. */
function linearThread(): Value {
  const plane = arithmetic("u32", "+", arithmetic("u32", "*", special("threadIdx.z"), special("blockDim.y")), special("threadIdx.y"));
  return arithmetic("u32", "+", arithmetic("u32", "*", plane, special("blockDim.x")), special("threadIdx.x"));
}

/** The lanes from 0 up to, but without, this one. */
function lanesBelow(): Value {
  return arithmetic("u32", "-", arithmetic("u32", "<<", u32(1), special("lane")), u32(1));
}

const OTHERS: Readonly<Record<string, () => Value>> = {
  "%laneid": () => special("lane"),
  "%warpid": () => arithmetic("u32", ">>", linearThread(), u32(5)),
  "%nwarpid": () => u32(64),
  WARP_SZ: () => u32(32),
  "%lanemask_eq": () => arithmetic("u32", "<<", u32(1), special("lane")),
  "%lanemask_lt": lanesBelow,
  "%lanemask_le": () => arithmetic("u32", "|", lanesBelow(), arithmetic("u32", "<<", u32(1), special("lane"))),
  "%lanemask_gt": () => arithmetic("u32", "<<", u32(0xfffffffe), special("lane")),
  "%lanemask_ge": () => arithmetic("u32", "<<", u32(0xffffffff), special("lane")),
  "%dynamic_smem_size": () => special("dynamicSharedBytes"),
  // There is no clock in this machine: differences of it are 0.
  "%clock": () => u32(0),
  "%clock_hi": () => u32(0),
  "%clock64": () => constant("u64", 0),
  "%globaltimer": () => constant("u64", 0),
  "%globaltimer_lo": () => u32(0),
  "%globaltimer_hi": () => u32(0),
};

/**
 * What a special register holds; undefined for a name that is none.
 *
 * @throws SourceError for one that the lab doesn't have
 */
export function specialRegister(name: string, span: Span): Value | undefined {
  const known = Object.hasOwn(OTHERS, name) ? OTHERS[name] : undefined;
  if (known) return known();
  const [register, axis] = name.split(".");
  const coordinate = register !== undefined && Object.hasOwn(COORDINATES, register) ? COORDINATES[register] : undefined;
  if (coordinate && (axis === "x" || axis === "y" || axis === "z")) return special(`${coordinate}.${axis}` satisfies Special);
  if (name.startsWith("%")) throw ptxSpecial(span, name);
  return undefined;
}

const AXES = ["x", "y", "z"];
const ALONG: Readonly<Record<string, InstructionName>> = {
  "%cluster_ctaid": "cluster.block",
  "%cluster_nctaid": "cluster.blocks",
  "%clusterid": "cluster.index",
  "%nclusterid": "cluster.count",
};

/** A special register of clusters; undefined for a name that is none. */
export function clusterRegister(name: string, lowering: Lowering, span: Span): Value | undefined {
  if (name === "%cluster_ctarank") return addInstruction("cluster.rank", [], lowering, span)[0];
  if (name === "%cluster_nctarank") return addInstruction("cluster.size", [], lowering, span)[0];
  if (name === "%is_explicit_cluster") return constant("bool", 1);
  const [register, axis] = name.split(".");
  const of = register !== undefined && Object.hasOwn(ALONG, register) ? ALONG[register] : undefined;
  return of && axis !== undefined && AXES.includes(axis) ? addInstruction(of, [u32(AXES.indexOf(axis))], lowering, span)[0] : undefined;
}
