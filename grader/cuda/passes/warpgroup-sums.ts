import type { Step, Variable } from "../ir/program.ts";
import { constant } from "../ir/values.ts";
import { eachStep, setBy, withParts } from "../ir/walk.ts";
import { copiedVariable } from "./copied-variable.ts";
import type { Pass } from "./pass.ts";

type Product = Step & { kind: "warpgroupProduct" };

/**
 * A product of a warpgroup adds to what its registers hold, unless its scale-d is 0: the first one needs a value there. Each product that may add
 * names the variables of its sums, and behind each step that gives one of them a value, `wgmma.set` notes it: the machine says where a product
 * adds to one that has none (`machine/warpgroup-products.ts`). A variable that is copied to itself, as `asm volatile("" : "+f"(d[0]))` does, gets
 * no value by that.
 */
export const warpgroupSums: Pass<never> = {
  name: "warpgroup-sums",
  needs: [],
  isLowering: true,
  run: (program) => {
    const adding: Product[] = [];
    eachStep(program.body, (step) => {
      if (step.kind === "warpgroupProduct" && !(step.adds.kind === "constant" && Number(step.adds.value) === 0)) adding.push(step);
    });
    if (adding.length === 0) return program;
    const contents = new RegisterContents(program.body);
    const numbers = new Map<Variable, number>();
    const sumsOf = new Map(
      adding.map((product) => {
        const sums = new Set(product.c.flatMap((value) => [...contents.namedIn(copiedVariable(value))]));
        for (const { register } of program.parameters) sums.delete(register);
        for (const variable of sums) if (!numbers.has(variable)) numbers.set(variable, numbers.size);
        return [product, [...sums].map((variable) => ({ number: numbers.get(variable)!, name: variable.name.split("[")[0]! }))] as const;
      }),
    );
    if (numbers.size === 0) return program;
    const walk = (steps: readonly Step[]): Step[] => {
      const result: Step[] = [];
      const given = new Set<number>();
      let last: Step | undefined;
      const tell = (): void => {
        const operands = [...given].sort((a, b) => a - b).map((number) => constant("u32", number));
        if (last && operands.length > 0) result.push({ kind: "instruction", name: "wgmma.set", operands, into: [], span: last.span });
        given.clear();
      };
      for (const step of steps) {
        // Registers that are set one after the other are noted together.
        if (step.kind !== "set" && step.kind !== "setElement") tell();
        const sums = step.kind === "warpgroupProduct" ? sumsOf.get(step) : undefined;
        result.push(step.kind === "warpgroupProduct" ? { ...step, ...(sums && { sums }) } : withParts(step, walk));
        last = step;
        for (const variable of setBy(step)) {
          const number = numbers.get(variable);
          if (number !== undefined && contents.isGiven(step, variable)) given.add(number);
        }
      }
      tell();
      return result;
    };
    return { ...program, body: walk(program.body) };
  },
};

/** Where the contents of registers may come from: of temporaries through the registers that they are copies of. */
class RegisterContents {
  /** The registers that one is a copy of somewhere, and "value" if a step computes or loads it. */
  readonly #sources = new Map<Variable, Set<Variable | "value">>();

  constructor(body: readonly Step[]) {
    eachStep(body, (step) => {
      for (const variable of setBy(step)) {
        const sources = this.#sources.get(variable) ?? new Set();
        this.#sources.set(variable, sources.add(copiedBy(step) ?? "value"));
      }
    });
  }

  /** The variables of the text that a register may hold a copy of. */
  namedIn(variable: Variable | undefined): Set<Variable> {
    const named = new Set<Variable>();
    for (const origin of this.#originsOf(variable)) if (origin !== "value") named.add(origin);
    return named;
  }

  /** Whether a step that sets a variable may give it a value of another one, or a new one. */
  isGiven(step: Step, variable: Variable): boolean {
    const source = copiedBy(step);
    if (source === undefined) return true;
    const origins = this.#originsOf(source);
    return origins.size === 0 || [...origins].some((origin) => origin !== variable);
  }

  #originsOf(variable: Variable | undefined): Set<Variable | "value"> {
    const origins = new Set<Variable | "value">();
    const seen = new Set<Variable>();
    const visit = (one: Variable | "value"): void => {
      if (one === "value" || one.name !== "") return void origins.add(one);
      if (seen.has(one)) return;
      seen.add(one);
      for (const source of this.#sources.get(one) ?? []) visit(source);
    };
    if (variable) visit(variable);
    return origins;
  }
}

/** The register that a step sets another one to; undefined if it computes or loads what it sets. */
function copiedBy(step: Step): Variable | undefined {
  return step.kind === "set" || step.kind === "setElement" ? copiedVariable(step.value) : undefined;
}
