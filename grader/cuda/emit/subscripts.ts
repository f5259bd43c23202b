import type { LaneShapes } from "../analysis/lane-shapes.ts";
import type { Register, Value } from "../ir/program.ts";
import { is64, isSafe } from "../machine/shapes.ts";
import { nameOf, type Code } from "./code.ts";
import type { LaneGroups } from "./lane-groups.ts";
import type { LaneValues } from "./lane-values.ts";
import type { WarpValues } from "./warp-values.ts";

/** A check that is written: the text of what it finds, and whether the lanes' group has to end first. */
interface Check {
  readonly text: string;
  readonly isInGroup: boolean;
}

type Subscript = Extract<Value, { kind: "offset" }>;

/**
 * Writes the checks of subscripts that may leave the rows of their arrays. A check is made where the address is computed; what it finds goes
 * with the address, through temporaries, to the access. A subscript that cannot leave its row, by what is known of its values, has none.
 */
export class Subscripts {
  readonly #analysis: LaneShapes;
  readonly #code: Code;
  readonly #groups: LaneGroups;
  readonly #warp: WarpValues;
  readonly #lanes: LaneValues;
  /** Names of what was found for the addresses in temporaries. */
  readonly #found = new Map<Register, readonly string[]>();

  constructor(analysis: LaneShapes, code: Code, groups: LaneGroups, warp: WarpValues, lanes: LaneValues) {
    this.#analysis = analysis;
    this.#code = code;
    this.#groups = groups;
    this.#warp = warp;
    this.#lanes = lanes;
  }

  /**
   * Checks the subscripts in an address. Call it before the address itself is written, and what it returns afterwards: that gives the names
   * of what was found, each a `RowExit` or undefined.
   */
  check(address: Value): () => readonly string[] {
    const checks: Check[] = [];
    let base = address;
    for (; base.kind === "offset"; base = base.pointer) {
      const length = this.#analysis.rowLength(base);
      if (length !== undefined && this.#mayLeave(base.index, length)) checks.push(this.#checkOne(base, length));
    }
    const known = base.kind === "register" ? (this.#found.get(base.register) ?? []) : [];
    return () => {
      if (checks.some(({ isInGroup }) => isInGroup)) this.#groups.flush();
      return [...checks.map(({ text }) => this.#named(text)), ...known];
    };
  }

  /** The same for an address that a temporary is set to. */
  checkTemporary(register: Register, value: Value): void {
    if (register.type !== "ptr" || register.name !== "") return;
    const found = this.check(value)();
    if (found.length === 0) return;
    const names = found.map((text, index) => {
      const name = `${nameOf(register)}o${index}`;
      this.#code.declared.add(name);
      this.#code.out(`${name} = ${text};`);
      return name;
    });
    this.#found.set(register, names);
  }

  #named(text: string): string {
    const name = this.#code.name("o");
    this.#code.out(`const ${name} = ${text};`);
    return name;
  }

  #mayLeave(index: Value, length: number): boolean {
    const { low, high } = this.#analysis.shape(index);
    return !(low >= 0 && high < length);
  }

  #checkOne({ index, bytes }: Subscript, length: number): Check {
    const shape = this.#analysis.shape(index);
    if (shape.form === "uniform") {
      const value = this.#code.hoisted(this.#warp.uniform(index));
      return {
        text: `${value} >= 0 && ${value} < ${length} ? undefined : outOfRow(m, Number(${value}), 0, ${length}, ${bytes})`,
        isInGroup: false,
      };
    }
    if (shape.form === "affine" && shape.exact && (!is64(index.type) || isSafe(shape))) {
      const { base, step } = this.#warp.affine(index);
      const first = this.#code.hoisted(base);
      const by = this.#code.hoisted(step);
      const last = this.#code.hoisted(`${first} + 31 * ${by}`);
      const isInside = `${first} >= 0 && ${first} < ${length} && ${last} >= 0 && ${last} < ${length}`;
      return { text: `${isInside} ? undefined : outOfRow(m, ${first}, ${by}, ${length}, ${bytes})`, isInGroup: false };
    }
    const indexes = this.#code.name("X");
    this.#code.scratch.add(`const ${indexes} = new Float64Array(32);`);
    const lanes = this.#code.name("t");
    const value = this.#code.name("i");
    this.#groups.add(
      `const ${value} = ${this.#lanes.again(index)}; if (!(${value} >= 0 && ${value} < ${length})) { ${lanes} |= 1 << l; ${indexes}[l] = Number(${value}); }`,
    );
    this.#groups.current.collected.push(lanes);
    return { text: `${lanes} === 0 ? undefined : outOfRowLanes(${lanes}, ${indexes}, ${length}, ${bytes})`, isInGroup: true };
  }
}
