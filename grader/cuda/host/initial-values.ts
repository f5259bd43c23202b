import { memberNames } from "../check/conversions.ts";
import { noMember, tooManyValues } from "../errors/type-errors.ts";
import { chooseFunction } from "../check/overloads.ts";
import type { Context } from "../check/context.ts";
import type { Scope } from "../check/scope.ts";
import { I32, U64, VOID, bytesOf, sameType, typeName, type CudaType } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import type { Expression, Initializer } from "../syntax/tree.ts";
import { type Code, type Translation, decayed, isAggregate, known } from "./code.ts";
import { scalarKind } from "./scalars.ts";
import { READ, WRITE } from "./host-memory.ts";
import { constructed, defaultOf, hasConstructors, memberDefaults, objectAt, prepareCopies } from "./objects.ts";
import { isOfHeaders, isVector } from "./prelude.ts";
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
      return defaultOf(host, type, context, span);
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
  const code = host.expression(value, context);
  prepareCopies(host, type, context, span);
  return setterOf(host, type, host.convertIn(code, type, context, span), span);
}

export function setterOf(host: Translation, type: CudaType, code: Code, span: Span): (to: number) => void {
  const { memory } = host.machine;
  const { value } = host.convert(code, type, span);
  if (isAggregate(type)) return (to) => assignAggregate(host, type, to, Number(value()), isCopied(code, type), span);
  const write = WRITE[scalarKind(type, span)];
  const size = bytesOf(type);
  return (to) => {
    const given = value();
    write(memory.locate(to, size, span, true), memory.offset, given);
  };
}

/** Whether a value is copied: what is moved, or nobody else has, is taken over. Where a type has a constructor for it, that decides. */
export function isCopied({ address, isMoved }: Code, type: CudaType): boolean {
  return address !== undefined && (!isMoved || hasConstructors(type));
}

function setFromList(
  host: Translation,
  type: CudaType,
  items: readonly Expression[],
  designators: readonly string[] | undefined,
  context: Context,
  span: Span,
): (to: number) => void {
  if (type.kind === "struct") return setStruct(host, type, items, designators, context, span);
  if (type.kind !== "array") {
    const [only] = items;
    if (items.length > 1) throw tooManyValues(span, typeName(type), 1, items.length);
    if (only) return setFromExpression(host, type, only, context, span);
    return setterOf(host, type, { type: I32, value: () => 0 }, span);
  }
  const queue = [...items];
  const setters: ((to: number) => void)[] = [];
  while (queue.length > 0 && setters.length < type.length) setters.push(setNext(host, type.of, queue, context, span));
  if (queue.length > 0) throw tooManyValues(span, typeName(type), type.length, items.length);
  const size = bytesOf(type.of);
  const { memory } = host.machine;
  return (to) => {
    memory.bytes(to, bytesOf(type), span, true).fill(0);
    for (const [i, set] of setters.entries()) set(to + i * size);
  };
}

function setStruct(
  host: Translation,
  type: CudaType & { kind: "struct" },
  items: readonly Expression[],
  designators: readonly string[] | undefined,
  context: Context,
  span: Span,
): (to: number) => void {
  if (isVector(type)) return setVectorFromList(host, type, items, context, span);
  const inserted = !designators && insertions(host, type, items, context, span);
  if (inserted) return inserted;
  if (hasConstructors(type)) return setByConstructor(host, type, items, context, span);
  const [first] = items;
  const { struct } = type as CudaType & { kind: "struct" };
  const copy =
    items.length === 1 && first && first.kind !== "list" && !designators && struct.node && copyOf(host, type, first, context, span);
  if (copy) return copy;
  return setFields(host, type, items, designators, context, span);
}

/** `std::map<int, int> m = {{1, 2}, {3, 4}};`: what inserts each item; undefined for what is no such container, and for a copy of one. */
function insertions(
  host: Translation,
  type: CudaType & { kind: "struct" },
  items: readonly Expression[],
  context: Context,
  span: Span,
): ((to: number) => void) | undefined {
  const name = INSERTING.get(type.struct.name);
  if (name === undefined || !isOfHeaders(type, type.struct.name)) return undefined;
  const values = items.map((item) => host.expression(item, context));
  if (values.length === 1 && sameType(values[0]!.type, type)) return undefined;
  const clear = defaultOf(host, type, context, span);
  const object = objectAt(type);
  const methods = type.struct.methods.flatMap(({ node, scope }) => (node.name === name ? [{ node, scope: scope as Scope }] : []));
  const inserts = values.map((value) => {
    const { entity, given } = chooseFunction(name, methods, undefined, [value], context, span);
    return host.call(entity, given, [value], context, span, object.self).value;
  });
  return (to) => {
    clear?.(to);
    for (const insert of inserts) {
      object.at = to;
      insert();
    }
  };
}

/** By the names of containers: what adds an item. */
const INSERTING: ReadonlyMap<string, string> = new Map([
  ...["map", "unordered_map", "set", "unordered_set"].map((name) => [name, "insert"] as const),
  ...["deque", "list"].map((name) => [name, "push_back"] as const),
]);

/** `Point p = {q};`, `Point p(q);`: what copies it; undefined if the expression is of another type. */
function copyOf(host: Translation, type: CudaType, from: Expression, context: Context, span: Span): ((to: number) => void) | undefined {
  const code = host.expression(from, context);
  prepareCopies(host, type, context, span);
  return sameType(code.type, type) ? setterOf(host, type, code, span) : undefined;
}

/** `std::vector<int> v = {1, 2, 3};` */
function setVectorFromList(
  host: Translation,
  type: CudaType & { kind: "struct" },
  items: readonly Expression[],
  context: Context,
  span: Span,
): (to: number) => void {
  const element = elementOf(type);
  const setters = items.map((item) => setFromExpression(host, element, item, context, span));
  const size = bytesOf(element);
  const { memory } = host.machine;
  return (to) => {
    host.fillVector(to, items.length, element, undefined, span);
    const data = Number(READ.ptr(memory.locate(to, 8, span, false), memory.offset));
    for (const [i, set] of setters.entries()) set(data + i * size);
  };
}

function setByConstructor(
  host: Translation,
  type: CudaType & { kind: "struct" },
  given: readonly Expression[],
  context: Context,
  span: Span,
): (to: number) => void {
  const values = given.map((value) => host.expression(value, context));
  const [only] = values;
  if (values.length === 1 && only && sameType(only.type, type)) {
    prepareCopies(host, type, context, span);
    return setterOf(host, type, only, span);
  }
  return constructed(host, type, values, context, span);
}

function setFields(
  host: Translation,
  type: CudaType & { kind: "struct" },
  items: readonly Expression[],
  designators: readonly string[] | undefined,
  context: Context,
  span: Span,
): (to: number) => void {
  const { struct } = type;
  const named = new Map(designators?.map((name, i) => [name, items[i]!]));
  const queue = designators ? [] : [...items];
  const set = new Set<string>();
  const setters = struct.fields.flatMap(({ name, type: of, offset }) => {
    const item = named.get(name);
    if (!item && queue.length === 0) return [];
    set.add(name);
    return [{ offset, set: item ? setFromExpression(host, of, item, context, span) : setNext(host, of, queue, context, span) }];
  });
  for (const name of named.keys()) if (!set.has(name)) throw noMember(span, typeName(type), name, memberNames(type));
  if (queue.length > 0) throw tooManyValues(span, typeName(type), struct.fields.length, items.length);
  const others = memberDefaults(host, type, set, context, span);
  const { memory } = host.machine;
  return (to) => {
    memory.bytes(to, struct.bytes, span, true).fill(0);
    for (const set of others) set(to);
    for (const { offset, set } of setters) set(to + offset);
  };
}

/** The next part of a list: one item, or, where inner braces are left out, as many as it has parts. */
function setNext(host: Translation, type: CudaType, queue: Expression[], context: Context, span: Span): (to: number) => void {
  const item = queue.shift()!;
  if (item.kind === "list" || !isAggregate(type) || hasConstructors(type) || (type.kind === "array" && item.kind === "string"))
    return setFromExpression(host, type, item, context, span);
  const code = host.expression(item, context);
  const isWhole = type.kind === "lambda" || (type.kind === "struct" && type.struct.name === "dim3");
  if (sameType(code.type, type) || isWhole || isVector(type)) return setFromExpression(host, type, item, context, span);
  queue.unshift(item);
  const parts =
    type.kind === "array"
      ? Array.from({ length: type.length }, (_, i) => ({ type: type.of, offset: i * bytesOf(type.of) }))
      : (type as CudaType & { kind: "struct" }).struct.fields;
  const setters = parts.flatMap(({ type: of, offset }) =>
    queue.length > 0 ? [{ offset, set: setNext(host, of, queue, context, span) }] : [],
  );
  return (to) => {
    for (const { offset, set } of setters) set(to + offset);
  };
}

/** `dim3 grid(4, 4)`, `std::vector<float> v(n, 1.0f)`, `int x(3)`. */
function setByArguments(
  host: Translation,
  type: CudaType,
  values: readonly Expression[],
  context: Context,
  span: Span,
): (to: number) => void {
  if (type.kind !== "struct" || type.struct.name === "dim3") return setFromList(host, type, values, undefined, context, span);
  const [first, second] = values;
  if (isVector(type) && first) return setVectorByArguments(host, type, first, second, context, span);
  if (hasConstructors(type)) return setByConstructor(host, type, values, context, span);
  const copy = values.length === 1 && first && copyOf(host, type, first, context, span);
  if (copy) return copy;
  return setFields(host, type, values, undefined, context, span);
}

/** `v(n)`, `v(n, x)`, `v(first, last)` and `v(other)`. */
function setVectorByArguments(
  host: Translation,
  type: CudaType & { kind: "struct" },
  first: Expression,
  second: Expression | undefined,
  context: Context,
  span: Span,
): (to: number) => void {
  const element = elementOf(type);
  const code = host.expression(first, context);
  if (sameType(code.type, type)) {
    prepareCopies(host, type, context, span);
    return setterOf(host, type, code, span);
  }
  const from = decayed(code.type);
  if (second && from.kind === "pointer") return setVectorByRange(host, element, from.to, code, host.expression(second, context), span);
  const count = host.convert(code, U64, span).value;
  const set = second ? setFromExpression(host, element, second, context, span) : defaultOf(host, element, context, span);
  return (to) => host.fillVector(to, Number(count()), element, set, span);
}

function setVectorByRange(host: Translation, element: CudaType, of: CudaType, from: Code, end: Code, span: Span): (to: number) => void {
  const { memory } = host.machine;
  const object = { at: 0 };
  const set = setterOf(
    host,
    element,
    host.place(of, () => object.at, span),
    span,
  );
  const [size, step] = [bytesOf(element), bytesOf(of)];
  return (to) => {
    const [start, last] = [Number(from.value()), Number(end.value())];
    const count = Math.max(0, Math.floor((last - start) / step));
    host.fillVector(to, count, element, undefined, span);
    const data = Number(READ.ptr(memory.locate(to, 8, span, false), memory.offset));
    for (let i = 0; i < count; i++) {
      object.at = start + i * step;
      set(data + i * size);
    }
  };
}

function elementOf({ struct }: CudaType & { kind: "struct" }): CudaType {
  const given = struct.given?.[0];
  return given?.kind === "type" ? given.type : VOID;
}

export function constructedValue(
  host: Translation,
  type: CudaType,
  values: readonly Expression[],
  braces: boolean,
  context: Context,
  span: Span,
): Code {
  if (!isAggregate(type)) {
    const [only] = values;
    if (values.length > 1) throw tooManyValues(span, typeName(type), 1, values.length);
    return only ? host.convertIn(host.expression(only, context), type, context, span) : known(type, 0);
  }
  const set = braces ? setFromList(host, type, values, undefined, context, span) : setByArguments(host, type, values, context, span);
  const { machine } = host;
  const offset = host.room(type);
  return {
    type,
    value: () => {
      set(machine.local(offset));
      return machine.local(offset);
    },
  };
}
