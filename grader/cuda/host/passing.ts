import type { Context } from "../check/context.ts";
import { sameType, type CudaType } from "../check/types.ts";
import type { Span } from "../source-error.ts";
import { isAggregate, type Code, type Translation } from "./code.ts";
import { scalarKind } from "./scalars.ts";
import { HOST_BASE, WRITE, type Scalar } from "./host-memory.ts";
import { isCopied } from "./initial-values.ts";
import { prepareCopies } from "./objects.ts";
import { assignAggregate, temporary } from "./values.ts";

/** An argument: its value, worked out in the caller's frame, and what sets the parameter in the frame of what is called. */
export function passedOn(
  host: Translation,
  type: CudaType,
  given: Code,
  offset: number,
  context: Context,
  span: Span,
): { value: () => Scalar; set: (frame: number, value: Scalar) => void } {
  const { memory } = host.machine;
  if (type.kind !== "reference") prepareCopies(host, type, context, span);
  const isSame = type.kind === "reference" && sameType(type.to, given.type);
  const code = isSame ? given : host.convertIn(given, type, context, span);
  if (type.kind === "reference" && (isSame || code.address)) {
    const address = code.address ?? temporary(host, code, span);
    return { value: address, set: (frame, value) => WRITE.ptr(memory.view, frame + offset, value) };
  }
  if (type.kind === "reference") {
    const address = temporary(host, host.convert(code, type.to, span), span);
    return { value: address, set: (frame, value) => WRITE.ptr(memory.view, frame + offset, value) };
  }
  const { value } = host.convert(code, type, span);
  if (isAggregate(type)) {
    const isPlace = isCopied(code, type);
    return { value, set: (frame, from) => assignAggregate(host, type, HOST_BASE + frame + offset, Number(from), isPlace, span) };
  }
  const write = WRITE[scalarKind(type, span)];
  return { value, set: (frame, given) => write(memory.view, frame + offset, given) };
}
