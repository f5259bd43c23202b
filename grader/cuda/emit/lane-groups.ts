import type { Register } from "../ir/program.ts";
import type { LaneShapes } from "../analysis/lane-shapes.ts";
import { nameOf, type Code } from "./code.ts";

/** The longest text, in characters, of a group that is written twice: for a full mask and for any other. */
const LONGEST_TWICE = 6000;
/** Names in the text of a group that are variables of the kernel's function. */
const VARIABLES = /\b(?:[ugz]_\d+|r\d+[bs]?|a\d+|[mw]|[tb][xyz]|T[XYZ])\b/g;

/** Lane steps that run one after the other for one lane, then for the next. */
interface Group {
  readonly fast: string[];
  readonly slow: string[];
  /** Names of masks of the lanes whose accesses were granted. */
  readonly granted: string[];
  /** Names of masks that the group collects. */
  readonly collected: string[];
  readonly set: Map<Register, { reads: number }>;
  /** Uniform registers that the group reads when it runs. */
  readonly reads: Set<Register>;
  hasLoads: boolean;
  hasStores: boolean;
}

/** Writes steps of lanes as loops over them: those of a group in one loop, for all 32 lanes or for those that take part. */
export class LaneGroups {
  readonly #analysis: LaneShapes;
  readonly #code: Code;
  /** The group that is being written. */
  current = emptyGroup();
  /** Texts of the groups that are functions. */
  readonly functions: string[] = [];
  /** Registers that are stored though the program reads them no further: a request tells what its address is an offset from. */
  readonly stored = new Set<Register>();
  /** Names of arrays that all warps use. */
  readonly sharedNames = new Set<string>();
  readonly #splitsGroups: boolean;

  /** @param splitsGroups whether each group is a function of its own */
  constructor(analysis: LaneShapes, code: Code, splitsGroups: boolean) {
    this.#splitsGroups = splitsGroups;
    this.#analysis = analysis;
    this.#code = code;
  }

  /** Adds a lane's work to the group: as it is for all 32 lanes and, where it differs, for some. */
  add(fast: string, slow = fast): void {
    this.current.fast.push(fast);
    this.current.slow.push(slow);
  }

  /** Sets a register of each lane. */
  setLane(register: Register, fast: string, slow = fast): void {
    const known = this.current.set.has(register);
    const start = known ? `v${register.number} = ` : `let v${register.number} = `;
    if (!known) this.current.set.set(register, { reads: 0 });
    this.add(`${start}${fast};`, `${start}${slow};`);
  }

  /** Leaves out what has been added since the last group ended. */
  drop(): void {
    this.current = emptyGroup();
  }

  /** Ends the group: its lanes run before what is written from now on. */
  flush(): void {
    const group = this.current;
    if (group.fast.length === 0) return;
    this.current = emptyGroup();
    const results = [...group.collected];
    const inside: string[] = [];
    const after: string[] = [];
    for (const [register, { reads }] of group.set) {
      if (reads >= this.#analysis.reads(register) && !this.stored.has(register)) continue;
      const name = nameOf(register);
      if (register.type !== "bool") inside.push(`${name}[l] = v${register.number};`);
      else {
        const bits = this.#code.name("w");
        results.push(bits);
        inside.push(`${bits} |= v${register.number} << l;`);
        after.push(this.blended(register, bits));
      }
    }
    const full = this.#analysis.isFull(this.#code.step);
    const conditions = [...(full ? [] : ["m"]), ...group.granted];
    const everyLane = ["for (let l = 0; l < 32; l++) {", ...group.fast, ...inside, "}"];
    const someLanes = ["for (let b = m; b !== 0; b &= b - 1) {", "const l = 31 - Math.clz32(b & -b);", ...group.slow, ...inside, "}"];
    if (conditions.length === 0) this.#runGroup(everyLane, results);
    else if (everyLane.reduce((sum, line) => sum + line.length, 0) > LONGEST_TWICE) this.#runGroup(someLanes, results);
    else this.#runGroup([`if ((${conditions.join(" & ")}) === -1) {`, ...everyLane, "} else {", ...someLanes, "}"], results);
    for (const line of after) this.#code.out(line);
  }

  /** @param results masks that the group collects, starting at 0 */
  #runGroup(lines: readonly string[], results: readonly string[]): void {
    const [result] = results;
    const start = results.map((name) => `let ${name} = 0;`);
    if (!this.#splitsGroups || results.length > 1) {
      this.#code.lines.push(...start, ...lines);
      return;
    }
    const used = new Set(lines.flatMap((line) => line.match(VARIABLES) ?? []));
    const variables = [...used].filter((name) => !this.sharedNames.has(name)).join(", ");
    const name = `k${this.functions.length}`;
    this.functions.push([`function ${name}(${variables}) {`, ...start, ...lines, ...(result ? [`return ${result};`] : []), "}"].join("\n"));
    this.#code.out(`${result ? `let ${result} = ` : ""}${name}(${variables});`);
  }

  /** A temporary holds nothing for lanes that are off. */
  blended(register: Register, bits: string): string {
    const name = nameOf(register);
    if (register.name === "" || this.#analysis.isFull(this.#code.step)) return `${name} = ${bits};`;
    return `${name} = ${name} & ~m | ${bits} & m;`;
  }

  /** Ends the group if it reads or sets the register. */
  flushIfTouched(register: Register): void {
    if (this.current.reads.has(register) || this.current.set.has(register)) this.flush();
  }
}

function emptyGroup(): Group {
  return { fast: [], slow: [], granted: [], collected: [], set: new Map(), reads: new Set(), hasLoads: false, hasStores: false };
}
