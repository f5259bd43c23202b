import { argumentCount, swapVariables } from "../errors/call-errors.ts";
import type { Context } from "../check/context.ts";
import { VOID, bytesOf } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import type { Expression } from "../syntax/tree.ts";
import type { Code, Translation } from "./code.ts";
import { FailedAssertion } from "./host-machine.ts";
import { mathFunction } from "./math-functions.ts";

const FUNCTIONS: ReadonlySet<string> = new Set(["assert", "swap", "move", "forward", "ref", "cref"]);

/** Whether the lab's host has a function of this name that no header declares. */
export function isLibraryFunction(name: string): boolean {
  return FUNCTIONS.has(name);
}

/** A call of a function that the text does not define; undefined if the lab has none of this name. */
export function libraryFunction(
  host: Translation,
  name: string,
  given: readonly Expression[],
  context: Context,
  span: Span,
): Code | undefined {
  switch (name) {
    case "assert":
      return asserted(host, given, context, span);
    case "swap":
      return swapped(host, given, context, span);
    case "move":
    case "forward":
    case "ref":
    case "cref": {
      const [only] = given;
      if (!only || given.length > 1) return undefined;
      return { ...host.expression(only, context), isMoved: name === "move" || name === "forward" };
    }
  }
  return mathFunction(host, name, given, context, span);
}

function asserted(host: Translation, given: readonly Expression[], context: Context, span: Span): Code {
  const [test] = given;
  if (!test) throw argumentCount(span, "assert", [1], 0);
  const holds = host.truth(test, context);
  return {
    type: VOID,
    value: () => {
      if (!holds()) throw new FailedAssertion(span);
      return 0;
    },
  };
}

function swapped(host: Translation, given: readonly Expression[], context: Context, span: Span): Code {
  const [a, b] = given.map((argument) => host.expression(argument, context));
  if (!a?.address || !b?.address) throw swapVariables(span);
  const bytes = bytesOf(a.type);
  const { memory } = host.machine;
  return {
    type: VOID,
    value: () => {
      const [x, y] = [a.address!(), b.address!()];
      const kept = memory.bytes(x, bytes, span, false).slice();
      host.copy(x, y, bytes, span);
      memory.bytes(y, bytes, span, true).set(kept);
      return 0;
    },
  };
}
