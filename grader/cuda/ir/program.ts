/**
 * A kernel after names, types, templates and calls are resolved: what the code generator turns into JavaScript that runs a warp at a time.
 *
 * Everything is in terms of one thread: registers of scalar types, pure expressions, and statements with structured control flow. Device
 * functions are inlined. What differs from lane to lane, and which lanes take part, is found and handled by the code generator.
 */
import type { AccessSite } from "./access-site.ts";
import type { MatrixProduct } from "#simulator/tensor-sum.ts";
import type { WarpgroupProduct } from "#simulator/warpgroup-product.ts";
import type { InstructionName } from "./instructions.ts";
import type { Span } from "../source-error.ts";

/**
 * The scalar types, with the JavaScript values that stand for them:
 *
 * - `bool` false or true as 0 or 1; `i8` … `u32` whole numbers in C's range
 * - `i64`, `u64` a number if it is a safe integer, else a bigint in C's range (never −0)
 * - `f32` a number rounded by Math.fround, `f64` any number, `f16` and `bf16` a number that the type holds exactly
 * - `ptr` a byte address, a whole number; null is 0
 */
export type ScalarType = "bool" | "i8" | "u8" | "i16" | "u16" | "i32" | "u32" | "i64" | "u64" | "f16" | "bf16" | "f32" | "f64" | "ptr";

export const SCALAR_BYTES: Readonly<Record<ScalarType, number>> = {
  bool: 1,
  i8: 1,
  u8: 1,
  i16: 2,
  u16: 2,
  i32: 4,
  u32: 4,
  i64: 8,
  u64: 8,
  f16: 2,
  bf16: 2,
  f32: 4,
  f64: 8,
  ptr: 8,
};

/** A variable of one thread, or a temporary. A temporary is set once, before its uses, in the same list of statements. */
export interface Register {
  readonly number: number;
  readonly type: ScalarType;
  /** For people who read the generated code, and for "values of this lane"; empty for a temporary. */
  readonly name: string;
  /** Where the text declares the variable that it is, or is a part of; undefined for a temporary. */
  readonly declared?: Span;
}

/** A local array that nothing points to. The compiler of a GPU keeps it in registers, too, where each index is known: see `arraysInMemory`. */
export interface RegisterArray {
  readonly number: number;
  readonly type: ScalarType;
  readonly length: number;
  readonly name: string;
  /** Whether the text declares it, for each thread. */
  readonly isOwn?: boolean;
}

/** A register or an array of registers: steps set it, values read it. */
export type Variable = Register | RegisterArray;

/** A kernel's parameter, or a scalar that it is made of. */
export interface Parameter {
  /** Set before the kernel starts, and the same for all threads. */
  readonly register: Register;
  /** `__restrict__`: no other pointer reaches what it points to. */
  readonly isRestrict?: true;
  /** `const T*`: the kernel doesn't store through it. */
  readonly isConst?: true;
}

export interface Program {
  readonly kernel: string;
  readonly parameters: readonly Parameter[];
  readonly registers: readonly Register[];
  readonly arrays: readonly RegisterArray[];
  readonly body: readonly Step[];
  readonly sites: readonly AccessSite[];
  /** Static shared memory, in bytes; dynamic shared memory follows it, aligned to 16 or to what the text says. */
  readonly sharedBytes: number;
  /** The variables in static shared memory, and the name of dynamic shared memory, if the text declares it. */
  readonly sharedVariables: readonly MemoryVariable[];
  readonly dynamicShared: DynamicShared | undefined;
  /** Local memory of a thread, in bytes: variables whose address is taken. */
  readonly localBytes: number;
  /** Those variables in the order of their offsets. */
  readonly localVariables: readonly MemoryVariable[];
  /** Globals with their sizes. `Value` of kind `symbol` is the address of one. */
  readonly symbols: readonly ProgramSymbol[];
  /** Parameters that are in constant memory, because something points to them: the symbol of each, and the registers that it is set from. */
  readonly parameterSymbols?: readonly {
    readonly symbol: string;
    readonly parts: readonly { readonly register: Register; readonly offset: number }[];
  }[];
  /** Format strings that `print` steps refer to. */
  readonly formats: readonly string[];
}

/** Dynamic shared memory as the text declares it first. */
interface DynamicShared extends Pick<MemoryVariable, "name" | "element"> {
  /** As in `MemoryVariable`, with bytes from the start of dynamic shared memory. */
  readonly fields?: readonly MemoryVariable[];
  /** `extern __shared__ float tile[];` rather than `extern __shared__ Tiles tiles;` */
  readonly isArray: boolean;
  /** The strictest of its declarations. */
  readonly align?: number;
}

/** A variable in the shared memory of a block, or in the local memory of a thread. */
export interface MemoryVariable {
  /** Empty for a temporary. */
  readonly name: string;
  /** Bytes from the start of the block's shared memory, or of the thread's local memory. */
  readonly offset: number;
  readonly bytes: number;
  /** Its element: for an array of any dimensions the innermost type, with its size. */
  readonly element: { readonly name: string; readonly bytes: number };
  /** Lengths of an array, from the outermost to the innermost: `tile[32][33]` has 32 and 33. */
  readonly lengths?: readonly number[];
  /** Of a struct of the text: its fields, and those of structs in it, by their whole names, `tiles.full`. */
  readonly fields?: readonly MemoryVariable[];
}

export type SharedVariable = MemoryVariable;

export interface ProgramSymbol {
  readonly name: string;
  readonly memory: "constant" | "device";
  readonly bytes: number;
  /** As in `MemoryVariable`. */
  readonly element: MemoryVariable["element"];
  readonly align: number;
  /** Initial contents as bytes, if the text gives any. */
  readonly contents: Uint8Array | undefined;
}

export type Special =
  | "threadIdx.x" | "threadIdx.y" | "threadIdx.z"
  | "blockIdx.x" | "blockIdx.y" | "blockIdx.z"
  | "blockDim.x" | "blockDim.y" | "blockDim.z"
  | "gridDim.x" | "gridDim.y" | "gridDim.z"
  /** 0 … 31. */
  | "lane"
  /** The address where shared memory, dynamic shared memory, and this thread's local memory begin. */
  | "sharedBase" | "dynamicSharedBase" | "localBase"
  /** Bytes of dynamic shared memory. */
  | "dynamicSharedBytes"
  /** Bit i: lane i takes part now. */
  | "activeMask"; // prettier-ignore

/** Operators whose operands have the type of the result, except that shifts take a u32 on the right. */
export type ArithmeticOperator = "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>";
export type ComparisonOperator = "==" | "!=" | "<" | ">" | "<=" | ">=";

/** A value without side effects. Specials of type u32, except the bases (`ptr`). */
export type Value =
  | { readonly kind: "constant"; readonly type: ScalarType; readonly value: number | bigint }
  | { readonly kind: "register"; readonly type: ScalarType; readonly register: Register }
  | { readonly kind: "element"; readonly type: ScalarType; readonly array: RegisterArray; readonly index: Value }
  | {
      readonly kind: "special";
      readonly type: ScalarType;
      readonly special: Special;
      /** Where it is the base of shared or of local memory: the number of the variable there that an address is made from. */
      readonly variable?: number;
    }
  | { readonly kind: "symbol"; readonly type: "ptr"; readonly name: string }
  | {
      readonly kind: "arithmetic";
      readonly type: ScalarType;
      readonly operator: ArithmeticOperator;
      readonly left: Value;
      readonly right: Value;
    }
  /** Both operands have the same type; the result is a bool. */
  | {
      readonly kind: "comparison";
      readonly type: "bool";
      readonly operator: ComparisonOperator;
      readonly left: Value;
      readonly right: Value;
    }
  /** `&&` and `||` of bools. Both sides are pure, so both may be computed. */
  | { readonly kind: "logic"; readonly type: "bool"; readonly operator: "&&" | "||"; readonly left: Value; readonly right: Value }
  | { readonly kind: "not"; readonly type: "bool"; readonly operand: Value }
  | { readonly kind: "negate" | "complement"; readonly type: ScalarType; readonly operand: Value }
  /** A pointer moved by a count of elements: pointer + index × bytes. The index is of any integer type. */
  | {
      readonly kind: "offset";
      readonly type: "ptr";
      readonly pointer: Value;
      readonly index: Value;
      readonly bytes: number;
      /** A subscript's length of the row, or of the member, that starts at the pointer. An index outside of it leaves the row. */
      readonly length?: number;
      /** The length of a row, `tile[y]`, that becomes a pointer, and the bytes of its elements. */
      readonly row?: { readonly length: number; readonly bytes: number };
    }
  /** A conversion to another type by C's rules; to bool: whether it is not 0. */
  | { readonly kind: "convert"; readonly type: ScalarType; readonly operand: Value }
  /** The same bits as another type of the same size. */
  | { readonly kind: "bits"; readonly type: ScalarType; readonly operand: Value }
  /** `test ? then : otherwise`; both are pure. */
  | { readonly kind: "select"; readonly type: ScalarType; readonly test: Value; readonly then: Value; readonly otherwise: Value }
  /** A function of numbers by its name in the table of `numbers/`: `expf`, `fmaf`, `__popc`, `min.i32`, … */
  | {
      readonly kind: "function";
      readonly type: ScalarType;
      readonly name: string;
      readonly operands: readonly Value[];
      /** A GPU computes it in fewer instructions, less exactly; here it is the same function. */
      readonly isFast?: boolean;
    };

/** How the lanes of a warp exchange the halves of matrices: see `machine/matrix-exchange.ts`. */
export interface MatrixExchange {
  /** A row is 16 bytes in four registers of lane 8 m + r, for row r of matrix m; a fragment is one register for each matrix. */
  readonly kind: "rows to fragments" | "fragments to rows" | "transpose";
  readonly matrices: 1 | 2 | 4;
  /** Whether fragments hold the columns of the matrices: `.trans`. */
  readonly isTransposed: boolean;
}

export type AtomicOperator = "add" | "sub" | "exchange" | "min" | "max" | "inc" | "dec" | "cas" | "and" | "or" | "xor";

/** A label that `leave` and `again` refer to. */
export type Label = number;

export type Step =
  /**
   * `mma.sync`: the lanes of a warp multiply two matrices, and add a third one. Each holds some elements of each matrix (`mmaFragment`), in
   * registers of 32 bits, or one by one in values of their type. All 32 lanes take part.
   */
  | {
      readonly kind: "matrixProduct";
      readonly product: MatrixProduct;
      readonly a: readonly Value[];
      readonly b: readonly Value[];
      readonly c: readonly Value[];
      readonly into: readonly Register[];
      /** The variable that it adds to and that nothing has set: see `passes/matrix-sums.ts`. */
      readonly unset?: string;
      readonly span: Span;
    }
  /**
   * `wgmma.mma_async`: the four warps of a warpgroup multiply matrices that are in shared memory, of which the left one may be in registers, and
   * add a third one. It goes on while they go on: see `machine/warpgroup-products.ts`.
   */
  | {
      readonly kind: "warpgroupProduct";
      readonly product: WarpgroupProduct;
      /** Its reads of shared memory. */
      readonly site: AccessSite;
      /** Four registers of 32 bits, or one descriptor. */
      readonly a: readonly Value[];
      /** A descriptor: 64 bits. */
      readonly b: Value;
      readonly c: readonly Value[];
      /** Whether c is added, or zeros are. */
      readonly adds: Value;
      readonly into: readonly Register[];
      /** By which steps that touch its registers name it: see `passes/warpgroup-registers.ts`. */
      readonly number?: number;
      /** The variables that it may add to, by the numbers that `wgmma.set` names: see `passes/warpgroup-sums.ts`. */
      readonly sums?: readonly { readonly number: number; readonly name: string }[];
      readonly span: Span;
    }
  | { readonly kind: "set"; readonly register: Register; readonly value: Value; readonly span: Span }
  | { readonly kind: "setElement"; readonly array: RegisterArray; readonly index: Value; readonly value: Value; readonly span: Span }
  /** One load of `site.bytesPerLane` bytes into one register for each component; components are contiguous. */
  | { readonly kind: "load"; readonly site: AccessSite; readonly address: Value; readonly into: readonly Register[]; readonly span: Span }
  | { readonly kind: "store"; readonly site: AccessSite; readonly address: Value; readonly values: readonly Value[]; readonly span: Span }
  | {
      readonly kind: "atomic";
      readonly site: AccessSite;
      readonly operator: AtomicOperator;
      /** The type of each component; the components of the `site.bytesPerLane` bytes are contiguous. */
      readonly type: ScalarType;
      readonly address: Value;
      /** One for each component; for `cas`, which has one component, the value to compare with, then the new one. */
      readonly operands: readonly Value[];
      /** Receive the old value of each component; none for a reduction. */
      readonly into: readonly Register[];
      readonly span: Span;
    }
  | {
      readonly kind: "if";
      readonly test: Value;
      readonly then: readonly Step[];
      readonly otherwise: readonly Step[];
      /** Whether it stands before or after a loop, for the lanes that go round at least once, and does once what each pass did. */
      readonly isLoopGuard?: true;
      readonly span: Span;
    }
  /** Runs the body for ever, until a lane leaves. `again` ends a lane's pass early: it goes on with `step`, then with the next pass. */
  | { readonly kind: "loop"; readonly label: Label; readonly body: readonly Step[]; readonly step: readonly Step[]; readonly span: Span }
  /** Runs the body once; a lane may leave it early. */
  | { readonly kind: "block"; readonly label: Label; readonly body: readonly Step[]; readonly span: Span }
  | { readonly kind: "leave"; readonly label: Label; readonly span: Span }
  | { readonly kind: "again"; readonly label: Label; readonly span: Span }
  /** The thread ends. */
  | { readonly kind: "exit"; readonly span: Span }
  /** `__syncthreads()` and its kin: with a test, the count of threads for which it holds, or whether it holds for all or any (0 or 1). */
  | {
      readonly kind: "barrier";
      readonly reduce: "count" | "and" | "or" | undefined;
      readonly test: Value | undefined;
      readonly into: Register | undefined;
      readonly span: Span;
    }
  /** `__syncwarp(mask)`. */
  | { readonly kind: "warpBarrier"; readonly mask: Value; readonly span: Span }
  /** `__shfl_*_sync`. `width` divides the warp into groups. */
  | {
      readonly kind: "shuffle";
      readonly mode: "index" | "up" | "down" | "xor";
      readonly mask: Value;
      readonly value: Value;
      readonly lane: Value;
      readonly width: Value;
      readonly into: Register;
      readonly span: Span;
    }
  /** `__ballot_sync`, `__any_sync`, `__all_sync`, `__match_any_sync`, `__match_all_sync`, `__reduce_*_sync`. */
  | {
      readonly kind: "vote";
      readonly mode: "ballot" | "any" | "all" | "uni" | "match-any" | "match-all" | "reduce-add" | "reduce-min" | "reduce-max" | "reduce-and" | "reduce-or" | "reduce-xor"; // prettier-ignore
      readonly mask: Value;
      readonly value: Value;
      readonly into: Register;
      readonly span: Span;
    }
  /** `cp.async`: begins to copy `source.bytesPerLane` bytes of each lane from global to shared memory. */
  | {
      readonly kind: "copy";
      readonly source: AccessSite;
      readonly destination: AccessSite;
      readonly from: Value;
      readonly to: Value;
      /** How many bytes are read, a u32; zeros fill the place up. All of them if not given. */
      readonly size: Value | undefined;
      readonly span: Span;
    }
  /** `cp.async.commit_group`: the thread's copies since its last group are a group. */
  | { readonly kind: "commitCopies"; readonly span: Span }
  /** `cp.async.wait_group`: until all but so many of the thread's last groups, a u32, have landed; without a number, until all copies have. */
  | { readonly kind: "awaitCopies"; readonly pending: Value | undefined; readonly span: Span }
  /** A part of `ldmatrix` and `stmatrix`, and `movmatrix`: all 32 lanes take part. Values and registers are u32. */
  | {
      readonly kind: "exchange";
      readonly exchange: MatrixExchange;
      readonly values: readonly Value[];
      readonly into: readonly Register[];
      readonly span: Span;
    }
  /** The "memory" of an `asm` statement: what was known of memory isn't known behind it. It does nothing when it runs. */
  | { readonly kind: "compilerBarrier"; readonly span: Span }
  /** `__threadfence*()`: orders nothing that this machine would not order, but is counted. */
  | { readonly kind: "fence"; readonly span: Span }
  /** An instruction that the machine carries out as a whole: see `INSTRUCTIONS`. */
  | {
      readonly kind: "instruction";
      readonly name: InstructionName;
      readonly operands: readonly Value[];
      /** One register for each result of the instruction, or none if nothing reads them. */
      readonly into: readonly Register[];
      /** The copy's accesses of global memory. */
      readonly site?: AccessSite;
      readonly span: Span;
      /** In a function: the call of it in the kernel's own body. */
      readonly call?: Span;
    }
  | { readonly kind: "print"; readonly format: number; readonly operands: readonly Value[]; readonly span: Span }
  /** `assert(test)`: a failure is reported, and the kernel stops. */
  | { readonly kind: "assert"; readonly test: Value; readonly text: string; readonly span: Span };
