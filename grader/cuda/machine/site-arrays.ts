import { Analyses } from "../analysis/analyses.ts";
import type { PointerOrigin } from "../analysis/pointer-origins.ts";
import type { MemoryVariable, Program } from "../ir/program.ts";
import type { Memory, MemoryArray } from "./memory.ts";

/** The arrays that each site's addresses are made from, by its number; undefined where they may be in any. */
export type SiteArrays = readonly (readonly MemoryArray[] | undefined)[];

/** Arrays that a launch gives a program's pointers. */
interface LaunchPointers {
  /** A value for each parameter of the program. */
  readonly values: readonly (number | bigint)[];
  /** Address of each of its symbols. */
  readonly symbols: readonly number[];
  /** Dynamic shared memory, whatever the text calls it. */
  readonly dynamicShared: MemoryVariable;
}

/**
 * The arrays of a launch that each access may not leave. What a parameter points into when the kernel starts is its array, whatever lies
 * behind it. @param memory laid out for the launch
 */
export function siteArrays(program: Program, memory: Memory, { values, symbols, dynamicShared }: LaunchPointers): SiteArrays {
  const known = new Map<PointerOrigin, MemoryArray | "null" | undefined>();
  const parameters = new Map(program.parameters.map(({ register }, index) => [register, index]));
  const find = (origin: PointerOrigin): MemoryArray | "null" | undefined => {
    switch (origin.kind) {
      case "parameter": {
        const pointer = Number(values[parameters.get(origin.register)!]);
        if (pointer === 0) return "null";
        const allocation = memory.allocationOf(pointer);
        if (!allocation) return undefined;
        const { name } = origin.register;
        if (pointer === allocation.base) memory.addParameter(allocation, name);
        return name === allocation.name ? memory.arrayOf(allocation) : { ...memory.arrayOf(allocation), parameter: name };
      }
      case "symbol": {
        const allocation = memory.find(symbols[program.symbols.findIndex(({ name }) => name === origin.name)]!);
        return allocation && memory.arrayOf(allocation);
      }
      case "shared":
        return memory.arrayOfVariable("shared", program.sharedVariables[origin.variable]!);
      case "dynamic shared":
        return memory.arrayOfVariable("shared", dynamicShared);
      case "local":
        return memory.arrayOfVariable("local", program.localVariables[origin.variable]!);
      case "null":
        return "null";
      case "memory":
        return undefined;
    }
  };
  return Analyses.of(program).pointerOrigins.map((origins) => {
    if (!origins) return undefined;
    const arrays: MemoryArray[] = [];
    for (const origin of origins) {
      if (!known.has(origin)) known.set(origin, find(origin));
      const array = known.get(origin);
      if (array === undefined) return undefined;
      if (array !== "null" && !arrays.some((one) => isSame(one, array))) arrays.push(array);
    }
    return arrays;
  });
}

function isSame(one: MemoryArray, other: MemoryArray): boolean {
  return one.allocation === other.allocation && one.offset === other.offset;
}
