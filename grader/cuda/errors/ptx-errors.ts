import { errorKind } from "./error-kind.ts";
import { counted, listed } from "./wording.ts";

// `asm` statements: their operands, and the instructions of PTX in their texts. The place is in the text of the statement.

/**
 * The text of an `asm` statement has something that the reader of PTX does not expect there.
 *
 * Write instructions as in the PTX ISA: a name with its modifiers, operands with commas between them, and `;` behind each.
 *
 * @example
 * __global__ void f(int *out) { asm("mov.u32 %0, 5 ▸#▸;" : "=r"(out[0])); }
 */
export const ptxUnexpected = errorKind("ptx-unexpected", (found: string) => `\`${found}\` isn't expected here in an instruction of PTX.`);

/**
 * The text of an `asm` statement lacks something: an operand, a bracket, a name.
 *
 * Write instructions as in the PTX ISA; an address stands in `[` and `]`, several registers in `{` and `}`.
 *
 * @example
 * __global__ void f(int *out) { asm("ld.global.u32 %0, [%1▸;▸" : "=r"(out[0]) : "l"(out)); }
 */
export const ptxExpected = errorKind("ptx-expected", (expected: string, found: string) =>
  found === "" ? `PTX expects ${expected} here, but the text ends.` : `PTX expects ${expected} here, not \`${found}\`.`,
);

/**
 * An instruction of PTX has no `;` at its end.
 *
 * Put one behind each instruction; the literals of an `asm` statement are joined as they are, without a space or a new line.
 *
 * @example
 * __global__ void f(int *out) { asm("mov.u32 %0, ▸5▸" : "=r"(out[0])); }
 */
export const ptxSemicolon = errorKind("ptx-semicolon", (before: string) => `A \`;\` is missing after \`${before}\`.`);

/**
 * A comment in the text of an `asm` statement has no end.
 *
 * Close it in the same statement.
 *
 * @example
 * __global__ void f() { asm("▸/*▸ nothing"); }
 */
export const ptxCommentOpen = errorKind("ptx-comment-open", () => "This comment is never closed.");

/**
 * The text of an `asm` statement has a directive of PTX other than `.reg`.
 *
 * Declare shared memory and constants in CUDA, and give the statement their addresses.
 *
 * @example
 * __global__ void f() { asm("▸.shared▸ .b32 tile[32];"); }
 */
export const ptxDirective = errorKind(
  "ptx-directive",
  (name: string) => `The lab reads \`.reg\` in an \`asm\` statement, and no \`${name}\`: declare it in CUDA.`,
);

/**
 * Braces or brackets in the text of an `asm` statement are nested very deeply.
 *
 * Use fewer of them.
 *
 * @example
 * __global__ void f() { asm("{{{{{{{{{{{{{{{{{{{{{▸}▸}}}}}}}}}}}}}}}}}}}}"); }
 */
export const ptxNestedTooDeep = errorKind("ptx-nested-too-deep", (most: number) => `This is nested more than ${most} levels deep.`);

/**
 * An `asm` statement has more instructions or registers than the lab reads.
 *
 * Split it into several statements.
 *
 * @example
 * __global__ void f() { asm("▸.reg .b32 r<3000>▸;"); }
 */
export const ptxTooLong = errorKind(
  "ptx-too-long",
  (most: number) => `This statement has more than ${most.toLocaleString("en-US")} instructions and registers.`,
);

/**
 * The lab does not know an instruction of PTX.
 *
 * Check its name in the PTX ISA. If the lab lacks it, use the CUDA function that does the same.
 *
 * @example
 * __global__ void f(int *out) { asm("▸mob▸.u32 %0, 5;" : "=r"(out[0])); }
 */
export const ptxInstruction = errorKind("ptx-instruction", (name: string, near: string | undefined) =>
  near === undefined
    ? `The lab has no instruction \`${name}\`. Use the CUDA function that does the same, if there is one.`
    : `There is no instruction \`${name}\`. Did you mean \`${near}\`?`,
);

/** Instructions that PTX has and the lab doesn't, by their first words, with what to do instead. */
const REFUSED: Readonly<Record<string, string>> = {
  "wgmma.mma_async.sp": "multiply the whole matrix, zeros included, with `wgmma.mma_async`",
  tcgen05: "multiply with `mma.sync`, which Blackwell has, too",
  tex: "read from an array in global memory",
  tld4: "read from an array in global memory",
  suld: "read from an array in global memory",
  sust: "write to an array in global memory",
  sured: "use an atomic on an array in global memory",
  multimem: "one GPU runs here; use the addresses of its own memory",
  isspacep: "give the statement the address of one memory",
  call: "call the function in CUDA, outside of the statement",
  alloca: "declare the array in CUDA",
  createpolicy: "leave out the policy and the `.L2::cache_hint` that takes it: it changes no count",
  pmevent: "leave it out",
  brkpt: "leave it out; the lab shows a warp's steps without it",
};

/**
 * PTX has this instruction, and the lab does not: products of sparse matrices (`wgmma.mma_async.sp`) and of Blackwell (`tcgen05`), textures and surfaces (`tex`,
 * `tld4`, `suld`, `sust`, `sured`), several GPUs (`multimem`), calls (`call`, `alloca`), policies of caches (`createpolicy`), questions where an
 * address is (`isspacep`), and debugging (`brkpt`, `pmevent`).
 *
 * Multiply with `mma.sync`, or whole matrices with `wgmma.mma_async`; read and write arrays in global memory; call functions, declare arrays and choose memories in CUDA; leave out what
 * only hints at a cache or a debugger.
 *
 * @example
 * __global__ void f(unsigned d) { asm volatile("▸tcgen05▸.dealloc.cta_group::1.sync.aligned.b32 %0, 128;" : : "r"(d)); }
 */
export const ptxRefused = errorKind(
  "ptx-refused",
  (name: string) => `The lab has no instruction \`${name}\`: ${REFUSED[name] ?? "leave it out"}.`,
);

/** Whether PTX has instructions that begin with a word, and the lab doesn't. */
export const isRefusedPtx = (word: string): boolean => Object.hasOwn(REFUSED, word);

/**
 * An instruction of PTX has a modifier that it does not take, or that the lab does not do with it.
 *
 * Look it up in the PTX ISA; leave it out if it is a hint.
 *
 * @example
 * __global__ void f(int *out) { asm("mov.u32.▸fast▸ %0, 5;" : "=r"(out[0])); }
 */
export const ptxModifier = errorKind("ptx-modifier", (name: string, modifier: string) => `\`${name}\` has no \`.${modifier}\` in the lab.`);

/**
 * An instruction of PTX lacks a modifier that it needs: a type, or a choice of what it does.
 *
 * Write it as in the PTX ISA: `setp.lt.u32`.
 *
 * @example
 * __global__ void f(int *out) { asm("▸mov %0, 5▸;" : "=r"(out[0])); }
 */
export const ptxModifierMissing = errorKind(
  "ptx-modifier-missing",
  (name: string, choices: readonly string[]) => `\`${name}\` needs ${listed(choices, "or")}.`,
);

/**
 * An instruction of PTX has another number of operands than it takes, or a vector of another length.
 *
 * Write the result first, then its operands; a vector has as many registers as its modifier says, `.v4` or `.x4`.
 *
 * @example
 * __global__ void f(int *out) { asm("▸add.u32 %0, 5▸;" : "=r"(out[0])); }
 */
export const ptxOperandCount = errorKind(
  "ptx-operand-count",
  (name: string, takes: readonly number[], given: number) =>
    `\`${name}\` takes ${counted(listed(takes.map(String), "or"), "operand")}, not ${given}.`,
);

/**
 * An operand of an instruction of PTX is of another kind than the instruction takes: an address, a register, a number.
 *
 * Write `[%1]` for what an address points to, and `%1` for the address.
 *
 * @example
 * __global__ void f(int *out) { asm("ld.global.u32 %0, ▸%1▸;" : "=r"(out[0]) : "l"(out)); }
 */
export const ptxOperandKind = errorKind("ptx-operand-kind", (expected: string) => `This operand should be ${expected}.`);

/**
 * An operand of an instruction of PTX has another size than the instruction's type, or is a predicate and should be a number.
 *
 * Give the operand a register of that size: `"r"` has 32 bits, `"l"` has 64, `"h"` has 16.
 *
 * @example
 * __global__ void f(int *out, long long n) { asm("add.u32 %0, ▸%1▸, 1;" : "=r"(out[0]) : "l"(n)); }
 */
export const ptxOperandType = errorKind(
  "ptx-operand-type",
  (given: string, expected: string) => `This operand has type \`${given}\`, and the instruction takes \`.${expected}\`.`,
);

/**
 * An instruction of PTX names a register that the statement neither declares nor gets.
 *
 * Declare it in the text, `.reg .b32 t;`, or refer to an operand by its number, `%0`.
 *
 * @example
 * __global__ void f(int *out) { asm("mov.u32 %0, ▸t▸;" : "=r"(out[0])); }
 */
export const ptxName = errorKind("ptx-name", (name: string) => `No register \`${name}\` is declared in this statement.`);

/**
 * The text of an `asm` statement declares a register or label twice.
 *
 * Give it another name, or put braces around the text: names in them are their own.
 *
 * @example
 * __global__ void f() { asm("▸.reg .b32 t, t▸;"); }
 */
export const ptxDeclaredTwice = errorKind("ptx-declared-twice", (name: string) => `\`${name}\` is declared twice here.`);

/**
 * A register or label of an `asm` statement stands in a kernel twice: the kernel calls a function with the statement twice, or another statement
 * has the same name. `ptxas` calls it a duplicate definition.
 *
 * Put braces around the text of the statement: names in them are its own.
 *
 * @example
 * __device__ int f(int x) { asm("▸.reg .b32 t▸; add.s32 t, %0, 1; mov.b32 %0, t;" : "+r"(x)); return x; }
 * __global__ void g(int *out) { out[0] = f(1) + f(2); }
 */
export const ptxDefinedAgain = errorKind(
  "ptx-defined-again",
  (name: string) =>
    `\`${name}\` is declared in this kernel already: its text has one such name for each call and each statement. Put braces around the instructions, \`{ … }\`: names in them are their own.`,
);

/**
 * A register in the text of an `asm` statement has a type that PTX does not have for registers, or that the lab has no numbers for.
 *
 * Use `.pred`, `.b16`, `.b32`, `.b64`, `.f32`, `.f64` or a type of such a size.
 *
 * @example
 * __global__ void f() { asm("▸.reg .b128 t▸;"); }
 */
export const ptxRegisterType = errorKind("ptx-register-type", (type: string) => `The lab has no registers of type \`.${type}\`.`);

/**
 * An instruction of PTX reads a special register that the lab does not have.
 *
 * Leave it out: the lab has no clock, and counts no registers of the GPU.
 *
 * @example
 * __global__ void f(int *out) { asm("mov.u32 %0, ▸%pm0▸;" : "=r"(out[0])); }
 */
export const ptxSpecial = errorKind("ptx-special", (name: string) => `The lab has no special register \`${name}\`.`);

/**
 * A number in an instruction of PTX cannot be read.
 *
 * Write `16`, `0x10`, `1.5`, or the bits of a float: `0f3F800000`.
 *
 * @example
 * __global__ void f(int *out) { asm("mov.u32 %0, ▸1x▸;" : "=r"(out[0])); }
 */
export const ptxNumber = errorKind("ptx-number", (text: string) => `\`${text}\` isn't a number of PTX.`);

/**
 * An integer in an instruction of PTX has more than 64 bits.
 *
 * Write a smaller one: an instruction takes the low bits of it, as many as its type has.
 *
 * @example
 * __global__ void f(int *out) { asm("mov.u32 %0, ▸0xFFFFFFFFFFFFFFFFFFFFFFFF▸;" : "=r"(out[0])); }
 */
export const ptxNumberTooLarge = errorKind(
  "ptx-number-too-large",
  (text: string) => `\`${text}\` has more than 64 bits, the most that an integer of PTX has.`,
);

/**
 * `%5` stands in the text of an `asm` statement that has fewer operands.
 *
 * Count from 0, outputs first, then inputs.
 *
 * @example
 * __global__ void f(int *out) { asm("mov.u32 ▸%1▸, 5;" : "=r"(out[0])); }
 */
export const ptxPlaceholder = errorKind("ptx-placeholder", (number: number, operands: number) =>
  operands === 0
    ? `\`%${number}\` stands for an operand, and this statement has none. Write \`%%\` in front of the name of a register.`
    : `\`%${number}\` stands for an operand, and this statement has only ${counted(operands, "operand")}, from \`%0\` on.`,
);

/**
 * An instruction of PTX sets an operand that is an input, or a number.
 *
 * Give the statement an output for it: `"=r"(x)` in front of the inputs, or `"+r"(x)` if it is read as well.
 *
 * @example
 * __global__ void f(int x) { asm("mov.u32 ▸%0▸, 5;" :: "r"(x)); }
 */
export const ptxReadOnly = errorKind("ptx-read-only", () => "This operand is an input: the instruction cannot set it.");

/**
 * An instruction of PTX jumps to a label that the statement does not have.
 *
 * Put the label into the same statement: `DONE:`.
 *
 * @example
 * __global__ void f() { asm("bra ▸DONE▸;"); }
 */
export const ptxLabel = errorKind("ptx-label", (name: string) => `No label \`${name}\` stands in this statement.`);

/**
 * An operand of an `asm` statement has a constraint that CUDA does not have.
 *
 * Write `"r"` for 32-bit integers, `"l"` for 64-bit integers and pointers, `"h"` for 16 bits, `"f"` for float, `"d"` for double, `"n"` for a
 * constant; an output has `=` or `+` in front.
 *
 * @example
 * __global__ void f(int *out) { asm("mov.u32 %0, 5;" : ▸"=x"▸(out[0])); }
 */
export const asmConstraint = errorKind("asm-constraint", (constraint: string, isOutput: boolean) =>
  isOutput
    ? `\`"${constraint}"\` is no constraint of an output: they are \`"=r"\`, \`"=l"\`, \`"=h"\`, \`"=f"\`, \`"=d"\`, or with \`+\`.`
    : `\`"${constraint}"\` is no constraint of an input: they are \`"r"\`, \`"l"\`, \`"h"\`, \`"f"\`, \`"d"\` and \`"n"\`.`,
);

/**
 * An operand of an `asm` statement has a type that its constraint does not fit.
 *
 * Use the constraint of its type, or convert it: `"l"` takes pointers and 64-bit integers, `"r"` takes int and unsigned.
 *
 * @example
 * __global__ void f(int *out, float x) { asm("mov.b32 %0, %1;" : "=r"(out[0]) : "r"(▸x▸)); }
 */
export const asmOperandType = errorKind(
  "asm-operand-type",
  (constraint: string, type: string) => `\`"${constraint}"\` doesn't take a value of type \`${type}\`.`,
);

/**
 * An input of an `asm` statement with the constraint `"n"` is not known before the kernel runs.
 *
 * Use a template parameter or a `constexpr`, or the constraint `"r"`.
 *
 * @example
 * __global__ void f(int *out, int x) { asm("mov.u32 %0, %1;" : "=r"(out[0]) : "n"(▸x▸)); }
 */
export const asmNotConstant = errorKind("asm-not-constant", () => 'An operand with the constraint `"n"` must be a constant.');

/**
 * `asm goto`, or an `asm` statement in the host's code: PTX runs on the GPU.
 *
 * Leave it out; in a function of both sides, put it into `#ifdef __CUDA_ARCH__`.
 *
 * @example
 * int main() { int x; ▸asm("mov.u32 %0, 5;" : "=r"(x));▸ }
 */
export const asmOnHost = errorKind("asm-on-host", () => "`asm` in the host's code is not part of the lab: PTX runs on the GPU.");

/**
 * `mma.sync` has a shape or types that the lab's tensor cores don't multiply.
 *
 * Take `m16n8k16` for halves, bfloat16 and bytes, `m16n8k8` for tf32; `m8n8k4` of halves is Volta's, and slow on every GPU since.
 *
 * @example
 * __global__ void f(float *d, unsigned *a) {
 *   asm volatile("▸mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%8, %9}, {%0, %1, %2, %3, %4, %5, %6, %7}▸;"
 *     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]) : "r"(a[0]), "r"(a[1]));
 * }
 */
export const ptxMatrixProduct = errorKind(
  "ptx-matrix-product",
  (asked: string, type: string | undefined, shapes: readonly string[] | undefined, sums: readonly string[] | undefined) =>
    type === undefined
      ? `The lab has no product \`${asked}\`: it multiplies f16, bf16, tf32, s8, u8 and f64, both matrices of one type.`
      : `The lab has no product \`${asked}\`: it multiplies ${type} as ${listed(shapes!, "or")}, and adds up in ${listed(sums!, "or")}.`,
);

/**
 * `mma.sync` takes a by rows and b by columns.
 *
 * Write `.row.col`, and load b transposed: `ldmatrix.trans`.
 *
 * @example
 * __global__ void f(float *d, unsigned *a) {
 *   asm volatile("▸mma.sync.aligned.m16n8k8.row.row.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%5}, {%0, %1, %2, %3}▸;"
 *     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]));
 * }
 */
export const ptxMatrixLayout = errorKind(
  "ptx-matrix-layout",
  () => "`mma.sync` takes a by rows and b by columns: write `.row.col`, and load b with `ldmatrix.trans` where its rows are contiguous.",
);

/**
 * `wgmma` has a shape or types that the lab's warpgroups don't multiply.
 *
 * It is `m64` and n, a multiple of 8 up to 256 (of integers 8, 16, 24, and multiples of 16), and k has 32 bytes: `m64n128k16` for halves and
 * bfloat16, `k8` for tf32, `k32` for bytes. Both matrices have one type, or are of bytes. Bits are left out.
 *
 * @example
 * __global__ void f(float *d, unsigned long long a) {
 *   asm volatile("▸wgmma.mma_async.sync.aligned.m64n8k8.f32.f16.f16 {%0, %1, %2, %3}, %4, %4, 1, 1, 1, 0, 0▸;"
 *     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a));
 * }
 */
export const ptxWarpgroupProduct = errorKind(
  "ptx-warpgroup-product",
  (asked: string, type: string | undefined, k: number, sums: readonly string[]) =>
    type === undefined
      ? `The lab has no product \`${asked}\` of a warpgroup: it multiplies f16, bf16, tf32, integers (s8, u8) and bytes of floating point (e4m3, e5m2), both matrices of one kind.`
      : `The lab has no product \`${asked}\` of a warpgroup: it multiplies ${type} as m64nNk${k}, N a multiple of 8 up to 256, and adds up in ${listed(sums, "or")}.`,
);
