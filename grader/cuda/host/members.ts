import { baseOffset } from "../check/types.ts";
import { noMember } from "../errors/type-errors.ts";

import { memberNames } from "../check/conversions.ts";
import type { Context } from "../check/context.ts";
import { type CudaType, plainName, pointerTo } from "../check/types.ts";
import type { Span } from "../source-error.ts";
import type { FunctionNode } from "../syntax/tree.ts";
import { type Slot, type Translation, declareSlot } from "./code.ts";
import { READ } from "./host-memory.ts";
import { memberDefaults } from "./objects.ts";

// What a method knows of its object: `this`, and the members by their bare names.

const NOWHERE: Span = { from: 0, to: 0 };

/** Declares the members of the object that a method works on, and makes room for `this`. */
export function declareSelf(host: Translation, type: CudaType, context: Context): Slot {
  const self: Slot = { offset: host.room(pointerTo(type)), isReference: true, isGlobal: false, type };
  if (type.kind !== "struct") return self;
  for (const { name, type: of, offset } of type.struct.fields) {
    if (name === "") continue;
    declareSlot(host, name, of, { ...self, isReference: false, type: of, inSelf: offset }, context, NOWHERE);
  }
  declareStatics(type, context);
  return self;
}

/** `static int count;` in a struct is defined outside of it: `int S::count = 0;`. */
function declareStatics({ struct }: CudaType & { kind: "struct" }, context: Context): void {
  for (const member of struct.node?.members ?? []) {
    if (member.kind !== "variables" || !member.isStatic) continue;
    for (const { name } of member.variables) {
      const defined = context.scope.find(`${struct.name}::${name}`);
      if (defined) context.scope.declare(name, defined);
    }
  }
}

export function isConstructor(node: FunctionNode, self: CudaType | undefined): self is CudaType & { kind: "struct" } {
  if (self?.kind !== "struct") return false;
  const plain = plainName(self.struct);
  return node.name === plain || node.name === `${self.struct.name}::${plain}`;
}

/** What a constructor does before its body: `: x(a), y{b}`, and what the struct says of its other members. */
export function memberSetters(host: Translation, node: FunctionNode, type: CudaType & { kind: "struct" }, context: Context): () => void {
  const { machine } = host;
  const { offset } = host.function.self!;
  const { struct } = type;
  const named = new Set(node.memberInitializers.map(({ name }) => name));
  const delegates = named.has(struct.name) || named.has(plainName(struct));
  const others = delegates ? [] : memberDefaults(host, type, named, context, node.nameSpan);
  const setters = node.memberInitializers.map(({ name, initializer }): ((to: number) => void) => {
    const base = struct.bases.find((own) => own.kind === "struct" && (own.struct.name === name || plainName(own.struct) === name));
    const field = struct.fields.find((candidate) => candidate.name === name);
    const part = base ?? (name === struct.name || name === plainName(struct) ? type : field?.type);
    if (!part) throw noMember(node.nameSpan, struct.name, name, memberNames(type));
    const start = base ? baseOffset(type, base) : part === type ? 0 : field!.offset;
    const set = host.initialize(part, initializer, context, node.nameSpan);
    return (to) => set?.(to + start);
  });
  return () => {
    const at = Number(READ.ptr(machine.memory.view, machine.frame + offset));
    for (const set of others) set(at);
    for (const set of setters) set(at);
  };
}
