import { isBaseOf } from "../check/types.ts";
import { nothingToRethrow } from "../errors/host-errors.ts";

import type { CheckedStatement } from "../check/checked-tree.ts";
import { type CudaType, bytesOf, sameType, typeName } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import type { FunctionCode, Run } from "./code.ts";
import type { HostMachine } from "./host-machine.ts";
import { READ, WRITE } from "./host-memory.ts";

// `throw`, `try` and `catch` of the host.

/** An exception of the host's code: a value in its memory. */
export class HostThrow extends Error {
  readonly type: CudaType;
  readonly at: number;

  constructor(type: CudaType, at: number) {
    super(`the host throws a ${typeName(type)}`);
    this.type = type;
    this.at = at;
  }
}

/** `throw std::runtime_error("…");`, and `throw;` in a handler. */
export function throwing({ value, span }: CheckedStatement & { kind: "throw" }, code: FunctionCode): Run {
  const { machine } = code.program;
  if (value === undefined) {
    return () => {
      if (!machine.caught) throw nothingToRethrow(span);
      throw machine.caught;
    };
  }
  const { type } = value;
  const set = code.initialize(type, value);
  return () => {
    const at = machine.allocate(bytesOf(type), span);
    set(at);
    throw new HostThrow(type, at);
  };
}

/** `try {…} catch (const T &e) {…} catch (...) {…}` */
export function trying({ body, handlers }: CheckedStatement & { kind: "try" }, code: FunctionCode): Run {
  const { machine } = code.program;
  const { memory } = machine;
  const run = code.statement(body);
  const catches = handlers.map(({ type, variable, body: handled }) => {
    const slot = variable && code.declare(variable, true);
    return { type, slot, run: code.statement(handled) };
  });
  return () => {
    const mark = machine.mark();
    try {
      return run();
    } catch (error) {
      if (!(error instanceof HostThrow)) throw error;
      const found = catches.find(({ type }) => type === undefined || sameType(type, error.type) || isBaseOf(type, error.type));
      if (!found) throw error;
      machine.returnTo(mark);
      if (found.slot) WRITE.ptr(memory.view, machine.frame + found.slot.offset, error.at);
      const before = machine.caught;
      machine.caught = error;
      const outcome = found.run();
      machine.caught = before;
      return outcome;
    }
  };
}

const NOWHERE: Span = { from: 0, to: 0 };

/** The last words of a program that does not catch what it throws. */
export function uncaught({ type, at }: HostThrow, { memory }: HostMachine): string {
  const name = type.kind === "struct" && type.struct.node?.span.to === 0 ? `std::${typeName(type)}` : typeName(type);
  const said = type.kind === "struct" ? type.struct.fields.find((field) => field.name === "__what") : undefined;
  const first = `terminate called after throwing an instance of '${name}'\n`;
  if (!said) return first;
  const text = Number(READ.ptr(memory.locate(at + said.offset, 8, NOWHERE, false), memory.offset));
  return `${first}  what():  ${memory.readText(text, NOWHERE)}\n`;
}
