import type { Context } from "../program/context.ts";
import { I32, U64, VOID, bytesOf, sameType, typeName, plainName, type CudaType } from "../program/types.ts";
import { SourceError } from "../source-error.ts";
import type { Expression, Initializer, Span } from "../syntax/tree.ts";
import { type Code, type Translation, isAggregate, known, scalarKind } from "./code.ts";
import { WRITE } from "./host-memory.ts";
import { assignAggregate } from "./values.ts";

/** Sets a variable at an address; undefined if nothing is given for it. */
export function setInitially(
  host: Translation,
  type: CudaType,
  initializer: Initializer | undefined,
  context: Context,
  span: Span,
): ((to: number) => void) | undefined {
  switch (initializer?.kind) {
    case undefined:
      return type.kind === "struct" ? defaultOf(host, type, context, span) : undefined;
    case "value":
      if (initializer.value.kind === "list")
        return setFromList(host, type, initializer.value.items, initializer.value.designators, context, span);
      return setFromExpression(host, type, initializer.value, context, span);
    case "list":
      return setFromList(host, type, initializer.list.items, initializer.list.designators, context, span);
    case "arguments":
      return setByArguments(host, type, initializer.values, context, span);
  }
}

/** What a struct's own text gives its fields; worked out once for each struct. */
function defaultOf(
  host: Translation,
  type: CudaType & { kind: "struct" },
  context: Context,
  span: Span,
): ((to: number) => void) | undefined {
  const { defaults } = host;
  if (!defaults.has(type.struct)) defaults.set(type.struct, setFields(host, type, [], undefined, context, span, true));
  return defaults.get(type.struct);
}

function setFromExpression(host: Translation, type: CudaType, value: Expression, context: Context, span: Span): (to: number) => void {
  if (value.kind === "list") return setFromList(host, type, value.items, value.designators, context, span);
  if (type.kind === "array" && value.kind === "string") {
    const bytes = new TextEncoder().encode(`${value.value}\0`);
    const { memory } = host.machine;
    return (to) => {
      const room = memory.bytes(to, bytesOf(type), span, true);
      room.fill(0);
      room.set(bytes.subarray(0, room.length));
    };
  }
  return setterOf(host, type, host.expression(value, context), span);
}

export function setterOf(host: Translation, type: CudaType, code: Code, span: Span): (to: number) => void {
  const { memory } = host.machine;
  const { value } = host.convert(code, type, span);
  if (isAggregate(type)) return (to) => assignAggregate(host, type, to, Number(value()), code.address !== undefined, span);
  const write = WRITE[scalarKind(type, span)];
  const size = bytesOf(type);
  return (to) => {
    const given = value();
    write(memory.locate(to, size, span, true), memory.offset, given);
  };
}

export function setFromList(
  host: Translation,
  type: CudaType,
  items: readonly Expression[],
  designators: readonly string[] | undefined,
  context: Context,
  span: Span,
): (to: number) => void {
  if (type.kind === "struct") return setFields(host, type, items, designators, context, span, false)!;
  if (type.kind !== "array") {
    const [only] = items;
    if (items.length > 1) throw new SourceError(`A ${typeName(type)} is made of one value, not of ${items.length}.`, span);
    if (only) return setFromExpression(host, type, only, context, span);
    return setterOf(host, type, { type: I32, value: () => 0 }, span);
  }
  if (items.length > type.length) throw new SourceError(`The array has ${type.length} elements; ${items.length} are given.`, span);
  const size = bytesOf(type.of);
  const setters = items.map((item) => setFromExpression(host, type.of, item, context, span));
  const { memory } = host.machine;
  return (to) => {
    memory.bytes(to, bytesOf(type), span, true).fill(0);
    for (const [i, set] of setters.entries()) set(to + i * size);
  };
}

function setFields(
  host: Translation,
  type: CudaType & { kind: "struct" },
  items: readonly Expression[],
  designators: readonly string[] | undefined,
  context: Context,
  span: Span,
  isDefault: boolean,
): ((to: number) => void) | undefined {
  const { struct } = type;
  if (struct.methods.some(({ node }) => node.name === plainName(struct)))
    throw new SourceError(`The lab's host has no constructors: make \`${struct.name}\` a plain struct, and set its members.`, span);
  if (items.length > struct.fields.length)
    throw new SourceError(`A ${typeName(type)} has ${struct.fields.length} members; ${items.length} are given.`, span);
  const own = struct.node?.members.flatMap((member) => (member.kind === "variables" && !member.isStatic ? member.variables : [])) ?? [];
  const setters = struct.fields.flatMap((field, i) => {
    const item = items[designators ? designators.indexOf(field.name) : i];
    const fallback = own.find(({ name }) => name === field.name)?.initializer;
    const set = item ? setFromExpression(host, field.type, item, context, span) : host.initialize(field.type, fallback, context, span);
    if (!set && struct.name === "dim3")
      return [{ offset: field.offset, set: setterOf(host, field.type, { type: I32, value: () => 1 }, span) }];
    return set ? [{ offset: field.offset, set }] : [];
  });
  const { memory } = host.machine;
  const isVector = struct.name === "vector";
  if (isDefault && !isVector && setters.length === 0) return undefined;
  return (to) => {
    if (!isDefault || isVector) memory.bytes(to, struct.bytes, span, true).fill(0);
    for (const { offset, set } of setters) set(to + offset);
  };
}

/** `dim3 grid(4, 4)`, `std::vector<float> v(n, 1.0f)`, `int x(3)`. */
export function setByArguments(
  host: Translation,
  type: CudaType,
  values: readonly Expression[],
  context: Context,
  span: Span,
): (to: number) => void {
  if (type.kind !== "struct" || type.struct.name === "dim3") return setFromList(host, type, values, undefined, context, span);
  const [first, second] = values;
  if (type.struct.name === "vector" && first) {
    const count = host.convert(host.expression(first, context), U64, span).value;
    const given = type.struct.given?.[0];
    const element = given?.kind === "type" ? given.type : VOID;
    const set = second && setFromExpression(host, element, second, context, span);
    return (to) => host.fillVector(to, Number(count()), element, set, span);
  }
  if (values.length === 1 && first) {
    const code = host.expression(first, context);
    if (sameType(code.type, type)) return setterOf(host, type, code, span);
  }
  return setFields(host, type, values, undefined, context, span, false)!;
}

export function made(
  host: Translation,
  type: CudaType,
  values: readonly Expression[],
  braces: boolean,
  context: Context,
  span: Span,
): Code {
  if (!isAggregate(type)) {
    const [only] = values;
    if (values.length > 1) throw new SourceError(`A ${typeName(type)} is made of one value.`, span);
    return only ? host.convert(host.expression(only, context), type, span) : known(type, 0);
  }
  const { machine } = host;
  const offset = host.room(type);
  const set = braces ? setFromList(host, type, values, undefined, context, span) : setByArguments(host, type, values, context, span);
  return {
    type,
    value: () => {
      set(machine.local(offset));
      return machine.local(offset);
    },
  };
}
