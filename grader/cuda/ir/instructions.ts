/**
 * What is known of an instruction of the GPU that the machine carries out as a whole, beyond loads, stores and arithmetic: barrier objects in
 * shared memory, copies that go on by themselves, clusters of blocks. Addresses are operands of type `ptr`; an operand of another integer
 * type is one, too, where PTX takes 32-bit addresses of shared memory.
 */
export interface InstructionFacts {
  /** The types of its results. */
  readonly results: readonly ("bool" | "u32" | "u64" | "ptr")[];
  /** Whether the warp may have to wait in it for others: it stops there, as at a barrier. */
  readonly waits?: true;
  /** Whether its results are the same for all lanes if its operands are. */
  readonly isUniform?: true;
}

const NOTHING: InstructionFacts = { results: [] };
const TOKEN: InstructionFacts = { results: ["u64"] };
const UNIFORM: InstructionFacts = { results: ["u32"], isUniform: true };
const WAIT: InstructionFacts = { results: ["bool"], waits: true, isUniform: true };

/** By name. Operands stand in the comments. */
export const INSTRUCTIONS = {
  // Barrier objects (PTX ISA, mbarrier): 8 bytes of shared memory each.
  /** address, expected arrivals */
  "mbarrier.init": NOTHING,
  /** address */
  "mbarrier.inval": NOTHING,
  /** address, count */
  "mbarrier.arrive": TOKEN,
  /** address, count */
  "mbarrier.arrive_drop": TOKEN,
  /** address, bytes */
  "mbarrier.arrive.expect_tx": TOKEN,
  /** address, bytes */
  "mbarrier.expect_tx": NOTHING,
  /** address, bytes */
  "mbarrier.complete_tx": NOTHING,
  /** address, token: whether the phase of the token has completed */
  "mbarrier.test_wait": WAIT,
  /** address, token: waits until it has */
  "mbarrier.try_wait": WAIT,
  /** address, parity */
  "mbarrier.test_wait.parity": WAIT,
  /** address, parity */
  "mbarrier.try_wait.parity": WAIT,
  /** address, token: waits, and tries again as often as it takes */
  "mbarrier.wait": { results: [], waits: true },
  /** address, parity */
  "mbarrier.wait.parity": { results: [], waits: true },
  /** address: arrives when the thread's copies by `cp.async` so far have landed; the count of pending arrivals grows by one first */
  "cp.async.mbarrier.arrive": NOTHING,
  /** address: the same, and the arrival is one of those expected */
  "cp.async.mbarrier.arrive.noinc": NOTHING,

  // Barriers of a block by number (PTX ISA, bar): number, threads.
  "bar.sync": { results: [], waits: true },
  "bar.arrive": NOTHING,

  // Clusters of blocks.
  "cluster.arrive": NOTHING,
  "cluster.wait": { results: [], waits: true },
  "cluster.rank": UNIFORM,
  "cluster.size": UNIFORM,
  /** axis 0 … 2: coordinate of the block in its cluster */
  "cluster.block": UNIFORM,
  /** axis: blocks of a cluster along it */
  "cluster.blocks": UNIFORM,
  /** axis: coordinate of the cluster in the grid */
  "cluster.index": UNIFORM,
  /** axis: clusters of the grid along it */
  "cluster.count": UNIFORM,
  /** address in the block's shared memory, rank: the same place in the shared memory of the block with that rank */
  mapa: { results: ["ptr"], isUniform: true },
  /** address: the rank of the block whose shared memory it is in */
  getctarank: UNIFORM,

  // Bulk copies (PTX ISA, cp.async.bulk). A barrier is the object that the copy completes bytes on.
  /** to shared, from global, bytes, barrier, mask of blocks of the cluster or 0 for the block of the address */
  "bulk.load": NOTHING,
  /** to shared memory of the cluster, from shared, bytes, barrier */
  "bulk.send": NOTHING,
  /** to global, from shared, bytes */
  "bulk.store": NOTHING,
  /** to global, from shared, bytes, operation (index of `REDUCTIONS`), type (index of `REDUCED_TYPES`) */
  "bulk.reduce": NOTHING,
  /** from global, bytes */
  "bulk.prefetch": NOTHING,
  /** to shared, tensor map, barrier, mask of blocks or 0, then 1 … 5 coordinates */
  "tensor.load": NOTHING,
  /** tensor map, from shared, coordinates */
  "tensor.store": NOTHING,
  /** tensor map, from shared, operation, coordinates */
  "tensor.reduce": NOTHING,
  /** tensor map, coordinates */
  "tensor.prefetch": NOTHING,
  "bulk.commit": NOTHING,
  /** groups that may still be on their way */
  "bulk.wait": { results: [], waits: true },
  /** groups whose source may still have to be read */
  "bulk.wait.read": { results: [], waits: true },

  // Stores into the cluster that complete bytes on a barrier.
  /** to shared memory of the cluster, barrier, bytes of a value, then 1 … 4 values as whole numbers of their bits */
  "st.async": NOTHING,
  /** to shared memory of the cluster, barrier, operation, value (u32) */
  "red.async": NOTHING,

  // Products of a warpgroup (PTX ISA, wgmma).
  /** Orders what the threads have done with registers before the products that use them. */
  "wgmma.fence": NOTHING,
  /** The products since the last group are a group. */
  "wgmma.commit": NOTHING,
  /** groups that may still go on */
  "wgmma.wait": { results: [], waits: true },
  /** numbers of products: the step behind it takes what they give */
  "wgmma.taken": NOTHING,
  /** numbers of products: the step before it sets or takes registers that they use */
  "wgmma.touched": NOTHING,
  /** numbers of variables with sums: the steps before it give them a value */
  "wgmma.set": NOTHING,

  /** spaces, a sum of `FENCED`: makes what the thread has stored there, or knows to be stored, visible to copies that read it */
  "fence.proxy.async": NOTHING,
  /** Makes the barriers that it has initialized visible to the cluster and to copies. */
  "fence.mbarrier_init": NOTHING,
  /** mask of lanes: one of them, and whether it is this one */
  elect: { results: ["u32", "bool"] },
  /** registers of a thread from here on, 1 for `.inc` or 0 for `.dec` */
  setmaxnreg: NOTHING,
  /** What changes nothing but the time: `griddepcontrol`, hints and prefetches. */
  "no effect": NOTHING,
} as const satisfies Record<string, InstructionFacts>;

export type InstructionName = keyof typeof INSTRUCTIONS;

export function instructionFacts(name: InstructionName): InstructionFacts {
  return INSTRUCTIONS[name];
}

/** The memories that a proxy fence is for, as bits of its operand. */
export const FENCED = { shared: 1, global: 2 } as const;

/** Operations of bulk reductions, in the order of their numbers. */
export const REDUCTIONS = ["add", "min", "max", "inc", "dec", "and", "or", "xor"] as const;
/** Types of bulk reductions. */
export const REDUCED_TYPES = ["u32", "i32", "u64", "i64", "f16", "bf16", "f32", "f64"] as const;
