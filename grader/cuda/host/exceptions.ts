import { isBaseOf } from "../check/types.ts";
import { nothingToRethrow } from "../errors/host-errors.ts";

import type { Context } from "../check/context.ts";
import { type CudaType, bytesOf, sameType, typeName } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import type { Statement } from "../syntax/tree.ts";
import { type Run, type Translation, decayed } from "./code.ts";
import { declareVariable } from "./declarations.ts";
import type { HostMachine } from "./host-machine.ts";
import { READ, WRITE } from "./host-memory.ts";
import { setterOf } from "./initial-values.ts";

// `throw`, `try` and `catch` of the host.

/** What the host's code throws: a value in its memory. */
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
export function translateThrow(host: Translation, { value, span }: Statement & { kind: "throw" }, context: Context): Run {
  const { machine } = host;
  if (value === undefined) {
    return () => {
      if (!machine.caught) throw nothingToRethrow(span);
      throw machine.caught;
    };
  }
  const code = host.expression(value, context);
  const type = decayed(code.type);
  const set = setterOf(host, type, code, span);
  return () => {
    const at = machine.allocate(bytesOf(type), span);
    set(at);
    throw new HostThrow(type, at);
  };
}

/** `try {…} catch (const T &e) {…} catch (...) {…}` */
export function translateTry(host: Translation, { body, handlers }: Statement & { kind: "try" }, context: Context): Run {
  const { machine } = host;
  const { memory } = machine;
  const run = host.block(body, context);
  const catches = handlers.map(({ variable, body: handled }) => {
    const inner = context.inner();
    const written = variable && inner.type(variable.type);
    const type = written?.kind === "reference" ? written.to : written;
    const slot = type && variable ? declareVariable(host, variable.name, { kind: "reference", to: type }, inner, variable.span) : undefined;
    return { type, slot, run: host.block(handled, inner) };
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

/** What a program prints that throws and does not catch. */
export function uncaught({ type, at }: HostThrow, { memory }: HostMachine): string {
  const name = type.kind === "struct" && type.struct.node?.span.to === 0 ? `std::${typeName(type)}` : typeName(type);
  const said = type.kind === "struct" ? type.struct.fields.find((field) => field.name === "__what") : undefined;
  const first = `terminate called after throwing an instance of '${name}'\n`;
  if (!said) return first;
  const text = Number(READ.ptr(memory.locate(at + said.offset, 8, NOWHERE, false), memory.offset));
  return `${first}  what():  ${memory.readText(text, NOWHERE)}\n`;
}
