import type { Register, RegisterArray, Special, Value } from "../ir/program.ts";
import { wrapped } from "./scalar.ts";
import type { LaneShapes } from "../analysis/lane-shapes.ts";
import { constantOf, is32, is64, isOneDimensional, isSafe, rowsAreWarps } from "../machine/shapes.ts";
import { nameOf, type Code } from "./code.ts";
import type { LaneGroups } from "./lane-groups.ts";
import { type Affine, type WarpValues } from "./warp-values.ts";

/** Values of lane `l` as text, and bools of 32 lanes as masks. */
export class LaneValues {
  readonly #analysis: LaneShapes;
  readonly #code: Code;
  readonly #groups: LaneGroups;
  readonly #warp: WarpValues;

  constructor(analysis: LaneShapes, code: Code, groups: LaneGroups, warp: WarpValues) {
    this.#analysis = analysis;
    this.#code = code;
    this.#groups = groups;
    this.#warp = warp;
  }

  lane(value: Value): string {
    const { form } = this.#analysis.shape(value);
    if (form === "uniform") return this.#uniformInGroup(value);
    if (form === "affine") return this.#affineInGroup(value);
    switch (value.kind) {
      case "register":
        return this.#laneRegister(value.register);
      case "element":
        return this.#laneElement(value.array, value.index);
      case "special":
        return this.#laneSpecial(value.special);
      case "offset": {
        const index = this.#analysis.shape(value.index);
        return this.#warp.offset(this.lane(value.pointer), this.lane(value.index), value.index.type, index, value.bytes);
      }
      default:
        return this.#warp.scalar(value, (operand) => this.lane(operand));
    }
  }

  /** The text of a value that is written once more than the program reads it: a register is no nearer to its last read. */
  again(value: Value): string {
    const before = new Map([...this.#groups.current.set].map(([register, { reads }]) => [register, reads]));
    const text = this.lane(value);
    for (const [register, reads] of before) this.#groups.current.set.get(register)!.reads = reads;
    return text;
  }

  #laneSpecial(special: Special): string {
    if (special === "lane") return "l";
    if (special === "localBase") return "(LB + ((w << 5) + l) * LS)";
    const { kind } = this.#analysis;
    if (special === "threadIdx.x" && (isOneDimensional(kind) || rowsAreWarps(kind))) return "(tx + l)";
    return `T${special.at(-1)!.toUpperCase()}[l]`;
  }

  laneTest(value: Value): string {
    if (this.#analysis.shape(value).form === "uniform") return `${this.#uniformInGroup(value)} !== 0`;
    return this.#warp.test(
      value,
      (operand) => this.lane(operand),
      (operand) => this.laneTest(operand),
    );
  }

  #uniformInGroup(value: Value): string {
    if (value.kind === "constant") return this.#warp.uniform(value);
    if (value.kind === "register" && constantOf(this.#analysis.shape(value)) === undefined) {
      this.#groups.current.reads.add(value.register);
      return nameOf(value.register);
    }
    return this.#code.hoisted(this.#warp.uniform(value));
  }

  #affineInGroup(value: Value): string {
    const { base, step } = this.#warp.affine(value);
    const first = this.#code.hoisted(base);
    const by = this.#code.hoisted(step);
    const { step: constant, exact } = this.#analysis.shape(value);
    const short = constant !== undefined && Math.abs(constant) <= 2 ** 25;
    const moved = constant === 1 ? "l" : short || exact || !is32(value.type) ? `l * ${by}` : `Math.imul(l, ${by})`;
    return wrapped(value.type, `(${first} + ${moved})`);
  }

  #laneRegister(register: Register): string {
    const local = this.#groups.current.set.get(register);
    if (local) {
      local.reads++;
      return `v${register.number}`;
    }
    if (register.type !== "bool") return `${nameOf(register)}[l]`;
    this.#groups.current.reads.add(register);
    return `(${nameOf(register)} >>> l & 1)`;
  }

  #laneElement(array: RegisterArray, index: Value): string {
    const constant = constantOf(this.#analysis.shape(index));
    if (constant !== undefined && constant >= 0 && constant < array.length) return `a${array.number}[${constant * 32} + l]`;
    const place = this.lane(index);
    const checked = `element(a${array.number}, ${place}, ${array.length}, l, ${this.#code.indexedNumber(array)})`;
    // The machine is asked about an index beyond the array only: it costs more than the element.
    return is32(index.type) && /^\w+(?:\[l\])?$/.test(place)
      ? `(${place} >>> 0 < ${array.length} ? a${array.number}[${place} * 32 + l] : ${checked})`
      : checked;
  }

  /** A mask with the bits of the lanes for which a value holds; bits of lanes that are off mean nothing. Ends the group. */
  mask(value: Value): string {
    if (this.isMaskable(value)) {
      this.#groups.flush();
      return this.maskText(value);
    }
    const name = this.#code.name("t");
    const text = `if (${this.laneTest(value)}) ${name} |= 1 << l;`;
    this.#groups.current.collected.push(name);
    this.#groups.add(text);
    this.#groups.flush();
    return name;
  }

  /** Whether the bits of all lanes can be computed at once. */
  isMaskable(value: Value): boolean {
    const { shape } = this.#analysis;
    if (shape(value).form === "uniform") return true;
    switch (value.kind) {
      case "register":
        return true;
      case "not":
        return this.isMaskable(value.operand);
      case "logic":
        return this.isMaskable(value.left) && this.isMaskable(value.right);
      case "comparison": {
        const { type } = value.left;
        if (!is32(type) && !is64(type) && type !== "ptr") return false;
        const steady = (side: Value): boolean =>
          shape(side).form === "affine" || (shape(side).form === "uniform" && (!is64(type) || isSafe(shape(side))));
        return steady(value.left) && steady(value.right);
      }
      default:
        return false;
    }
  }

  /** The bits of a value for which `#isMaskable` holds. */
  maskText(value: Value): string {
    if (this.#analysis.shape(value).form === "uniform") return `(${this.#warp.uniformTest(value)} ? -1 : 0)`;
    switch (value.kind) {
      case "register":
        return nameOf(value.register);
      case "not":
        return `~${this.maskText(value.operand)}`;
      case "logic":
        return `(${this.maskText(value.left)} ${value.operator === "&&" ? "&" : "|"} ${this.maskText(value.right)})`;
      case "comparison":
        return this.#comparedMask(value);
      default:
        throw new Error(`a value of kind ${value.kind} has no mask`);
    }
  }

  #comparedMask({ operator, left, right }: Value & { kind: "comparison" }): string {
    const a = this.#warp.affine(left);
    const b = this.#warp.affine(right);
    const { shape } = this.#analysis;
    // 32-bit lanes may wrap around.
    const wraps = is32(left.type) && !(shape(left).exact && shape(right).exact) ? (left.type === "i32" ? 1 : 2) : 0;
    const call = (name: string, x: Affine, y: Affine): string => `${name}(${x.base}, ${x.step}, ${y.base}, ${y.step}, ${wraps})`;
    switch (operator) {
      case "<":
        return call("lanesLess", a, b);
      case ">":
        return call("lanesLess", b, a);
      case "<=":
        return `~${call("lanesLess", b, a)}`;
      case ">=":
        return `~${call("lanesLess", a, b)}`;
      case "==":
        return call("lanesEqual", a, b);
      case "!=":
        return `~${call("lanesEqual", a, b)}`;
    }
  }
}
