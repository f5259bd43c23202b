import type { Program, Register, Special, Step, Value } from "../ir/program.ts";
import { eachStep, operandsOf } from "../ir/walk.ts";
import type { Definitions } from "./definitions.ts";

/** The array that the text means by an address, which may be a part of a variable: a tile of shared memory. */
export interface AddressedArray {
  /**
   * The pointers that the address is made from, each from the next one, if they are the same for all threads of a block: of `Bs[i]`, after
   * `half* As = smem, *Bs = As + 64 * 72`, both; or `half (*As)[72] = (half (*)[72])smem`; or an address in shared memory, a whole number.
   */
  readonly pointers: readonly Register[];
  /** Bytes of what the first of them points to, in the end: 2 of halves. */
  readonly elementBytes: number | undefined;
  /** The rows that subscripts go by, `As[y][x]`. */
  readonly rows: DeclaredRows | undefined;
}

/** Rows that a text declares. */
export interface DeclaredRows {
  /** In elements. */
  readonly length: number;
  readonly elementBytes: number;
  /** Whether the text declares how many there are, too: `tile[32][33]`, and not `(*tile)[33]` or `tile[][33]`. */
  readonly isCounted: boolean;
}

/** Values that differ between the threads of a block. */
const OF_THREADS: ReadonlySet<Special> = new Set(["threadIdx.x", "threadIdx.y", "threadIdx.z", "lane", "activeMask", "localBase"]);

/** An address of more operations is followed no further. */
const MOST_OPERATIONS = 64;
const NONE: AddressedArray = { pointers: [], elementBytes: undefined, rows: undefined };

/** The arrays that the accesses of a program mean, by their numbers. */
export function addressedArrays({ body, sites }: Program, definitions: Definitions): readonly AddressedArray[] {
  const found = sites.map(() => NONE);
  const note = (site: number, address: Value): void => {
    found[site] = new Path(definitions).from(address);
  };
  eachStep(body, (step: Step) => {
    if ("address" in step) note(step.site.number, step.address);
    if (step.kind !== "copy") return;
    note(step.source.number, step.from);
    note(step.destination.number, step.to);
  });
  return found;
}

/** The way from an address back to where its array begins. */
class Path {
  readonly #definitions: Definitions;
  #left = MOST_OPERATIONS;
  readonly #pointers: Register[] = [];
  #elementBytes: number | undefined;
  #rows: DeclaredRows | undefined;

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  from(address: Value): AddressedArray {
    this.#follow(address);
    return { pointers: this.#pointers, elementBytes: this.#rows?.elementBytes ?? this.#elementBytes, rows: this.#rows };
  }

  #follow(value: Value): void {
    if (this.#left-- <= 0) return;
    if (value.kind === "offset") {
      this.#noteRows(value);
      const before = this.#pointers.length;
      this.#follow(value.pointer);
      if (value.pointer.kind === "register" && this.#pointers.length > before) this.#elementBytes ??= value.bytes;
    } else if (value.kind === "register") {
      if (value.register.name !== "" && this.#isUniform(value, new Set(), { left: MOST_OPERATIONS })) this.#pointers.push(value.register);
      const set = this.#definitions.onlyValue(value.register);
      if (set) this.#follow(set);
    } else if (value.kind === "convert" || value.kind === "arithmetic") {
      // Addresses that are computed as whole numbers: `__cvta_generic_to_shared(p) + 32 * k`.
      const base = operandsOf(value).find((operand) => this.#points(operand));
      if (base) this.#follow(base);
    }
  }

  #noteRows({ pointer, length, bytes }: Extract<Value, { kind: "offset" }>): void {
    const row = this.#resolved(pointer);
    if (this.#rows || length === undefined || row.kind !== "offset" || row.bytes !== length * bytes) return;
    this.#rows = { length, elementBytes: bytes, isCounted: row.length !== undefined };
  }

  /** The value of a temporary. */
  #resolved(value: Value): Value {
    return (value.kind === "register" && value.register.name === "" && this.#definitions.onlyValue(value.register)) || value;
  }

  #points(value: Value): boolean {
    if (this.#left-- <= 0) return false;
    if (value.type === "ptr") return true;
    if (value.kind === "register") {
      const set = this.#definitions.onlyValue(value.register);
      return set !== undefined && this.#points(set);
    }
    return (value.kind === "convert" || value.kind === "arithmetic") && operandsOf(value).some((operand) => this.#points(operand));
  }

  /** Whether a value is the same for all threads of a block, by what computes it. @param asked registers that are, if all others are */
  #isUniform(value: Value, asked: Set<Register>, operations: { left: number }): boolean {
    if (operations.left-- <= 0 || value.kind === "element") return false;
    if (value.kind === "special") return !OF_THREADS.has(value.special);
    if (value.kind !== "register") return operandsOf(value).every((operand) => this.#isUniform(operand, asked, operations));
    if (asked.has(value.register)) return true;
    asked.add(value.register);
    return this.#definitions.of(value.register).every((step) => step.kind === "set" && this.#isUniform(step.value, asked, operations));
  }
}
