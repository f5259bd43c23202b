import type { Program, Register, Step, Value } from "../ir/program.ts";
import { eachStep, settersIn } from "../ir/walk.ts";

/**
 * The memory that an address is in, as far as its text tells. What a parameter with `__restrict__` points to, by the parameter's number, no
 * other pointer reaches; "unchanged" is such memory in which the kernel stores nothing.
 */
export type Space = "shared" | "global" | "local" | "unknown" | "unchanged" | `restrict ${number}`;

export function mayBeOne(one: Space, other: Space): boolean {
  if (one === "unchanged" || other === "unchanged") return false;
  return one === other || one === "unknown" || other === "unknown";
}

/** The memory that each of a kernel's parameters points to. No parameter points into a block's shared memory. @param restrict those that no other pointer reaches */
export function parameterSpaces(
  steps: readonly Step[],
  parameters: readonly Register[],
  restrict: ReadonlySet<Register>,
): ReadonlyMap<Register, Space> {
  const changed = restrict.size === 0 ? undefined : beginningsOf(steps, ["store", "atomic"]);
  return new Map(
    parameters.map((parameter) => {
      if (!restrict.has(parameter)) return [parameter, "global"];
      return [parameter, changed && !changed.has(parameter) ? "unchanged" : `restrict ${parameter.number}`];
    }),
  );
}

/**
 * Whether `__restrict__` promises that what a kernel stores is not what it loads: of a pointer that is stored through and another one that
 * is loaded through, one at least has the word.
 */
export function promisesNoAlias({ body, parameters, restrict }: Pick<Program, "body" | "parameters" | "restrict">): boolean {
  if (restrict.size === 0) return false;
  const pointers = parameters.filter(({ type }) => type === "ptr");
  const through = (kinds: readonly Step["kind"][]): readonly Register[] => {
    const beginnings = beginningsOf(body, kinds);
    return beginnings ? pointers.filter((pointer) => beginnings.has(pointer)) : pointers;
  };
  const [stored, loaded] = [through(["store", "atomic"]), through(["load"])];
  return stored.every((one) => loaded.every((other) => one === other || restrict.has(one) || restrict.has(other)));
}

/** The registers that the addresses of some kinds of steps begin with; undefined if one may begin with any. */
function beginningsOf(steps: readonly Step[], kinds: readonly Step["kind"][]): ReadonlySet<Register> | undefined {
  const setters = settersIn(steps);
  const begun = new Set<Register>();
  let areAllKnown = true;
  const follow = (address: Value): void => {
    switch (address.kind) {
      case "offset":
        return follow(address.pointer);
      case "special":
      case "symbol":
        return;
      case "register":
        if (begun.has(address.register)) return;
        begun.add(address.register);
        for (const set of setters.get(address.register) ?? []) {
          if (set.kind === "set") follow(set.value);
          else areAllKnown = false;
        }
        return;
      case "select":
        follow(address.then);
        return follow(address.otherwise);
      default:
        areAllKnown = false;
    }
  };
  eachStep(steps, (step) => {
    if ("address" in step && kinds.includes(step.kind)) follow(step.address);
  });
  return areAllKnown ? begun : undefined;
}
