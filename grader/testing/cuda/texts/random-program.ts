import { DeclarationWriter } from "./declaration-writer.ts";
import { isReal, type Type } from "./random-types.ts";
import { Randomness } from "./randomness.ts";

/**
 * Random kernels as CUDA text, for the comparison with a C++ compiler. Their results are defined: divisors are never 0, shifts stay within
 * the width, indexes within the array, and no expression changes a variable that it also reads elsewhere. Signed numbers wrap around.
 * Results do not depend on the order of threads: they read other threads' stores after a barrier, and their atomics commute.
 */

/** How a generated kernel is launched: `fuzz(in, whole, single, twice)`, one block. */
export const THREADS = 64;
export const INPUTS = 64;
/** Results of each thread in each of the three arrays: unsigned long long, float, double. */
export const RESULTS = 8;

/** The text of the kernel for a seed, with the functions and structs that it uses. */
export function randomProgram(seed: number): string {
  return new ProgramWriter(new Randomness(seed)).program();
}

const PRELUDE = `#define EXCHANGE(T, a, b) do { T kept_ = a; a = b; b = kept_; } while (0)
__device__ int toInt(double x) { return x > -1000000.0 && x < 1000000.0 ? (int)x : 7; }
__device__ float tame(float x) { return x > -1e15f && x < 1e15f ? x : 1.5f; }
__device__ double tame(double x) { return x > -1e60 && x < 1e60 ? x : 2.5; }
`;

const SHUFFLED = ["int", "unsigned int", "float", "double", "long long", "unsigned long long"] as const;
const ADDED = ["int", "unsigned int", "unsigned long long", "float", "double"] as const;

class ProgramWriter extends DeclarationWriter {
  program(): string {
    const random = this.random;
    this.lines.push(PRELUDE.trimEnd());
    if (random.chance(60)) this.struct();
    if (random.chance(30)) this.struct();
    const functions = random.below(4);
    for (let i = 0; i < functions; i++) this.function();
    this.#kernel();
    return `${this.lines.join("\n")}\n`;
  }

  #kernel(): void {
    const random = this.random;
    this.put("__global__ void fuzz(const int* in, unsigned long long* whole, float* single, double* twice) {");
    this.indent++;
    this.put("const int thread = threadIdx.x;");
    this.variables.push({ text: "thread", type: "int", isConst: true });
    this.variables.push({ text: "threadIdx.x", type: "unsigned int", isConst: true });
    this.variables.push({ text: "in[thread]", type: "int", isConst: true });
    this.variables.push({ text: `in[${random.below(INPUTS)}]`, type: "int", isConst: true });
    for (let i = 0; i < 4; i++) this.scalar();
    this.array();
    for (const struct of this.structs) this.structVariable(struct);
    if (random.chance(40)) this.union();
    if (random.chance(40)) this.vector();
    if (random.chance(40)) this.lambda();
    if (random.chance(40)) this.half();
    for (let i = random.below(4); i > 0; i--) this.#collective(1);
    this.indent--;
    this.body(3 + random.below(4), 3);
    this.indent++;
    for (let i = random.below(3); i > 0; i--) this.#collective(1);
    const kept = [...this.variables];
    const leaving = random.chance(25) ? random.below(RESULTS) : RESULTS;
    for (let i = 0; i < RESULTS; i++) {
      if (i === leaving) this.put(`if (${this.condition()}) return;`);
      const whole = random.of(kept);
      this.put(`whole[thread * ${RESULTS} + ${i}] = ${isReal(whole.type) ? `toInt(${whole.text})` : whole.text};`);
      this.put(`single[thread * ${RESULTS} + ${i}] = tame((float)${random.of(kept).text});`);
      this.put(`twice[thread * ${RESULTS} + ${i}] = tame((double)${random.of(kept).text});`);
    }
    this.indent--;
    this.put("}");
  }

  /** Writes a collective operation of all threads of the block. */
  #collective(depth: number): void {
    switch (this.random.below(depth > 0 ? 9 : 8)) {
      case 0:
      case 1:
        return this.#exchange();
      case 2:
      case 3:
        return this.#shuffle();
      case 4:
        return this.#vote();
      case 5:
        return this.#divergentShuffle();
      case 6:
        return this.#atomics();
      case 7:
        return this.#barrier();
      default: {
        const name = this.name("i");
        this.put(`for (int ${name} = 0; ${name} < ${2 + this.random.below(2)}; ${name}++) {`);
        this.indent++;
        this.inside(() => {
          this.variables.push({ text: name, type: "int", isConst: true });
          this.assignment();
          this.#collective(depth - 1);
          this.assignment();
        });
        this.indent--;
        this.put("}");
      }
    }
  }

  #declare(type: Type, value: string): void {
    const name = this.name("v");
    this.put(`${type} ${name} = ${value};`);
    this.variables.push({ text: name, type, isConst: false });
  }

  #exchange(): void {
    const type = this.type();
    const shared = this.name("x");
    this.put(`__shared__ ${type} ${shared}[${THREADS}];`);
    this.put(`${shared}[thread] = ${this.as(type)};`);
    this.put("__syncthreads();");
    this.#declare(type, `${shared}[(unsigned)(${this.as("int", 1)}) % ${THREADS}u]`);
    this.put("__syncthreads();");
  }

  #shuffle(): void {
    const random = this.random;
    const type = random.of(SHUFFLED);
    const value = this.as(type);
    const width = random.of(["", ", 32", ", 16", ", 8", ", 2"]);
    const mode = random.of(["", "_up", "_down", "_xor"]);
    const lane = mode === "" ? `(${this.as("int", 1)}) & 31` : String(1 + random.below(mode === "_xor" ? 31 : 20));
    this.#declare(type, `__shfl${mode}_sync(0xffffffffu, (${type})${value}, ${lane}${width})`);
  }

  #vote(): void {
    const random = this.random;
    switch (random.below(4)) {
      case 0:
        return this.#declare("unsigned int", `__ballot_sync(0xffffffffu, ${this.condition()})`);
      case 1:
        return this.#declare("bool", `__${random.of(["any", "all"])}_sync(0xffffffffu, ${this.condition()}) != 0`);
      case 2:
        return this.#declare("unsigned int", `__match_any_sync(0xffffffffu, (${this.as("int")}) & 3)`);
      default: {
        const operator = random.of(["add", "min", "max", "and", "or", "xor"]);
        return this.#declare("unsigned int", `__reduce_${operator}_sync(0xffffffffu, (unsigned)(${this.as("unsigned int")}))`);
      }
    }
  }

  #divergentShuffle(): void {
    const test = this.name("b");
    const mask = this.name("m");
    const value = this.name("v");
    const type = this.random.of(SHUFFLED);
    this.put(`bool ${test} = ${this.condition()};`);
    this.put(`unsigned ${mask} = __ballot_sync(0xffffffffu, ${test});`);
    this.put(`${type} ${value} = 3;`);
    this.put(`if (${test}) ${value} = __shfl_sync(${mask}, (${type})${this.as(type)}, __ffs(${mask}) - 1);`);
    this.variables.push({ text: value, type, isConst: false }, { text: mask, type: "unsigned int", isConst: false });
  }

  #atomics(): void {
    const random = this.random;
    const shared = this.name("x");
    const type = random.of(ADDED);
    const operator = isReal(type) ? "Add" : random.of(["Add", "Add", "Max", "Min", "And", "Or", "Xor"]);
    this.put(`__shared__ ${type} ${shared}[8];`);
    this.put(`if (thread < 8) ${shared}[thread] = thread * ${random.below(100)};`);
    this.put("__syncthreads();");
    // Sums of small whole numbers are exact in any order.
    const value = isReal(type) ? `(${type})((${this.as("int")}) & 15)` : `(${type})(${this.as("int")})`;
    this.put(`if (${this.condition()}) atomic${operator}(&${shared}[(${this.as("int", 1)}) & 7], ${value});`);
    this.put("__syncthreads();");
    this.#declare(type, `${shared}[(${this.as("int", 1)}) & 7]`);
    this.put("__syncthreads();");
  }

  #barrier(): void {
    this.#declare("int", `__syncthreads_${this.random.of(["count", "and", "or"])}(${this.condition()})`);
  }
}
