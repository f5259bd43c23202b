import type { CheckedProgram } from "../check/checked-tree.ts";
import type { Span } from "../source-error.ts";
import { entryPoint, functionCode, invoke } from "./calls.ts";
import { FunctionCode, HostProgram, type Readers } from "./code.ts";
import { addressOf, valueOf } from "./expressions.ts";
import type { HostMachine } from "./host-machine.ts";
import type { Scalar } from "./host-memory.ts";
import { initialize } from "./initializers.ts";
import { runStatement } from "./statements.ts";

const READERS: Readers = { value: valueOf, address: addressOf, initialize, statement: runStatement, function: functionCode, invoke };

/** Turns a checked program of the host into what runs it. @param values of the parameters of its first function */
export function readProgram(
  { entry, globals, objects }: CheckedProgram,
  values: () => readonly number[],
  machine: HostMachine,
  span: Span,
): () => Scalar {
  const program = new HostProgram(machine, objects, READERS);
  const outside = new FunctionCode(program);
  const setters = globals.map((statement) => outside.statement(statement));
  const run = entryPoint(entry, values(), program, span);
  return () => {
    machine.enter(0, outside.bytes, span);
    for (const set of setters) set();
    return run();
  };
}
