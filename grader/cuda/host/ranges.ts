import { rangeType } from "../errors/host-errors.ts";
import type { Context } from "../check/context.ts";
import { type CudaType, BOOL, VOID, bytesOf, sameType, typeName } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import type { RangeNode } from "../syntax/tree.ts";
import { BREAK, type Code, NEXT, RETURN, type Run, type Translation, decayed } from "./code.ts";
import { bindNames, declareVariable } from "./declarations.ts";
import { READ, WRITE } from "./host-memory.ts";
import { setterOf } from "./initial-values.ts";
import { methodsNamed } from "./methods.ts";
import { prepareCopies } from "./objects.ts";
import { isVector } from "./prelude.ts";
import { temporary } from "./values.ts";

/** `for (T x : values) body`, over an array, a list in braces, a vector, or what has `begin()` and `end()`. */
export function translateRange(host: Translation, { variable, values, body }: RangeNode, around: Context, span: Span): Run {
  const context = around.inner();
  const { element, bounds } = elementsOf(host, values, context);
  const { machine } = host;
  const { memory } = machine;
  const object = { at: 0 };
  const current = host.place(element, () => object.at, variable.span);
  const written = variable.type;
  const isReference = written.kind === "reference";
  const inner = isReference ? written.to : written;
  const type = inner.kind === "auto" ? element : context.type(inner);
  let set: (frame: number) => void;
  if (isReference && sameType(type, element)) {
    const { offset } = declareVariable(host, variable.name, { kind: "reference", to: type }, context, variable.span);
    set = () => WRITE.ptr(memory.view, machine.frame + offset, object.at);
  } else {
    prepareCopies(host, type, context, variable.span);
    const assign = setterOf(host, type, host.convertIn(current, type, context, variable.span), variable.span);
    const { offset } = declareVariable(host, variable.name, type, context, variable.span);
    set = () => assign(machine.local(offset));
  }
  const bind = variable.bindings && bindNames(host, variable, context);
  const run = host.statement(body, context);
  const size = bytesOf(element);
  return () => {
    const [start, end] = bounds();
    for (let at = start; at < end; at += size) {
      machine.step(span);
      object.at = at;
      set(machine.frame);
      bind?.();
      const outcome = run();
      if (outcome === BREAK) break;
      if (outcome >= RETURN) return outcome;
    }
    return NEXT;
  };
}

interface Elements {
  readonly element: CudaType;
  readonly bounds: () => readonly [start: number, end: number];
}

function elementsOf(host: Translation, values: RangeNode["values"], context: Context): Elements {
  const { memory } = host.machine;
  const { span } = values;
  if (values.kind === "list") return listElements(host, values.items.map((item) => host.expression(item, context)), span); // prettier-ignore
  const code = host.expression(values, context);
  const { type } = code;
  if (type.kind === "array") {
    return {
      element: type.of,
      bounds: () => {
        const start = Number(code.value());
        return [start, start + bytesOf(type)];
      },
    };
  }
  if (isVector(type)) {
    const given = type.struct.given?.[0];
    const element = given?.kind === "type" ? given.type : VOID;
    return {
      element,
      bounds: () => {
        const view = memory.locate(Number(code.value()), 24, span, false);
        const [data, count] = [READ.ptr(view, memory.offset), READ.u64(view, memory.offset + 8)].map(Number) as [number, number];
        return [data, data + count * bytesOf(element)];
      },
    };
  }
  if (methodsNamed(type, "begin").length === 0) throw rangeType(span, typeName(type));
  const address = temporary(host, code, span);
  const at: Code = { type, value: () => address(), address };
  const [begin, end] = ["begin", "end"].map((name) => host.call(methodsNamed(type, name)[0]!, [], [], context, span, at));
  if (begin!.type.kind !== "pointer") throw rangeType(span, typeName(type));
  return { element: begin!.type.to, bounds: () => [Number(begin!.value()), Number(end!.value())] };
}

/** `{1, 2, 3}` lies in memory of its own while the loop runs. */
function listElements(host: Translation, items: readonly Code[], span: Span): Elements {
  const element = decayed(items[0]?.type ?? BOOL);
  const type: CudaType = { kind: "array", of: element, length: Math.max(1, items.length) };
  const offset = host.room(type);
  const size = bytesOf(element);
  const setters = items.map((item) => setterOf(host, element, item, span));
  return {
    element,
    bounds: () => {
      const start = host.machine.local(offset);
      for (const [i, set] of setters.entries()) set(start + i * size);
      return [start, start + items.length * size];
    },
  };
}
