import type { CheckedExpression } from "../check/checked-tree.ts";
import type { Known } from "../check/checked-tree.ts";
import type { Label, Register, RegisterArray, Step, Value } from "../ir/program.ts";
import { arithmetic, call, comparison, complement, constant, convert, logic, negate, not, select } from "../ir/values.ts";
import { valueOf } from "./access.ts";
import { lowerExpression } from "./expressions.ts";
import { ProgramBuilder } from "./lowering.ts";
import { topLowering } from "./lower-kernel.ts";
import type { Operand } from "./operand.ts";

/** Works out an expression before the kernel runs. @param isSettled whether the steps of functions and loops are run for it */
export function evaluate(expression: CheckedExpression, isSettled: boolean): Known {
  const steps: Step[] = [];
  const lowering = topLowering(new ProgramBuilder(new Set()), steps);
  const operand = valueOf(lowerExpression(expression, lowering), lowering, expression.span);
  const value = isSettled ? settled(operand, steps) : operand;
  if (value.kind === "value") return value.value;
  return value.kind === "aggregate" ? value.leaves : undefined;
}

/** An operand with all that steps make known of it. */
function settled(operand: Operand, steps: readonly Step[]): Operand {
  const isKnown =
    operand.kind === "aggregate" ? [...operand.leaves.values()].every((leaf) => leaf.kind === "constant") : operand.kind !== "value" || operand.value.kind === "constant"; // prettier-ignore
  if (isKnown) return operand;
  const evaluation = new Evaluation();
  if (evaluation.run(steps) !== "done") return operand;
  if (operand.kind === "value") return { ...operand, value: evaluation.value(operand.value) };
  if (operand.kind !== "aggregate") return operand;
  return { ...operand, leaves: new Map([...operand.leaves].map(([path, leaf]) => [path, evaluation.value(leaf)])) };
}

type Ending = "done" | "unknown" | { readonly kind: "leave" | "again"; readonly label: Label };

/** As many steps as a compiler takes for a constant before it gives up. */
const MOST_STEPS = 200_000;

class Evaluation {
  readonly #registers = new Map<Register, Value>();
  readonly #elements = new Map<RegisterArray, Map<number, Value>>();
  #steps = 0;

  run(steps: readonly Step[]): Ending {
    for (const step of steps) {
      const ending = this.#step(step);
      if (ending !== "done") return ending;
    }
    return "done";
  }

  #step(step: Step): Ending {
    if (++this.#steps > MOST_STEPS) return "unknown";
    switch (step.kind) {
      case "set":
        this.#registers.set(step.register, this.value(step.value));
        return "done";
      case "setElement": {
        const index = this.value(step.index);
        if (index.kind !== "constant") return "unknown";
        const elements = this.#elements.get(step.array) ?? new Map<number, Value>();
        this.#elements.set(step.array, elements.set(Number(index.value), this.value(step.value)));
        return "done";
      }
      case "if": {
        const test = this.value(step.test);
        if (test.kind !== "constant") return "unknown";
        return this.run(test.value ? step.then : step.otherwise);
      }
      case "block": {
        const ending = this.run(step.body);
        return typeof ending === "object" && ending.label === step.label ? "done" : ending;
      }
      case "loop":
        for (;;) {
          if (++this.#steps > MOST_STEPS) return "unknown";
          const ending = this.run(step.body);
          if (typeof ending === "object" && ending.kind === "leave" && ending.label === step.label) return "done";
          if (ending !== "done" && !(typeof ending === "object" && ending.label === step.label)) return ending;
          const after = this.run(step.step);
          if (typeof after === "object" && after.label === step.label) return "done";
          if (after !== "done") return after;
        }
      case "leave":
      case "again":
        return { kind: step.kind, label: step.label };
      default:
        return "unknown";
    }
  }

  /** The value with what is known put in. */
  value(value: Value): Value {
    switch (value.kind) {
      case "register":
        return this.#registers.get(value.register) ?? value;
      case "element": {
        const index = this.value(value.index);
        return (index.kind === "constant" ? this.#elements.get(value.array)?.get(Number(index.value)) : undefined) ?? value;
      }
      case "arithmetic":
        return arithmetic(value.type, value.operator, this.value(value.left), this.value(value.right));
      case "comparison":
        return comparison(value.operator, this.value(value.left), this.value(value.right));
      case "logic":
        return logic(value.operator, this.value(value.left), this.value(value.right));
      case "not":
        return not(this.value(value.operand));
      case "negate":
        return negate(this.value(value.operand));
      case "complement":
        return complement(this.value(value.operand));
      case "convert":
        return convert(value.type, this.value(value.operand));
      case "select":
        return select(this.value(value.test), this.value(value.then), this.value(value.otherwise));
      case "function":
        return folded(
          value.name,
          value,
          value.operands.map((operand) => this.value(operand)),
        );
      default:
        return value;
    }
  }
}

function folded(name: string, { type }: Value, operands: readonly Value[]): Value {
  const [a, b] = operands;
  if (a?.kind === "constant" && b?.kind === "constant" && /^(?:min|max)\./.test(name)) {
    return constant(type, name.startsWith("min") === a.value < b.value ? a.value : b.value);
  }
  return call(type, name, ...operands);
}
