import { isBaseOf } from "../check/types.ts";
import { noConversion } from "../errors/type-errors.ts";
import { constructors, constructed, hasConstructors } from "./objects.ts";

import type { Context } from "../check/context.ts";
import type { Scope } from "../check/scope.ts";
import { BOOL, type CudaType, sameType, typeName } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import type { ListExpression } from "../syntax/tree.ts";
import { isAggregate, type Code, type Translation } from "./code.ts";

/** A value as one of another type, by what C++ does itself and by what the text's structs declare. */
export function convertedIn(host: Translation, code: Code, type: CudaType, context: Context, span: Span): Code {
  const target = type.kind === "reference" ? type.to : type;
  if (code.list) return madeOfList(host, target, code.list, context, span);
  if (code.type.kind === "struct" && target.kind !== "struct" && target.kind !== "void") {
    const called = conversionCall(host, code, target, context, span);
    if (!called) throw noConversion(span, typeName(code.type), typeName(target));
    return host.convert(called, target, span);
  }
  if (target.kind !== "struct" || sameType(target, code.type) || isBaseOf(target, code.type)) return host.convert(code, type, span);
  if (!hasConstructors(target) || !constructors(target).some(({ node }) => node.parameters.length > 0))
    return host.convert(code, type, span);
  const set = constructed(host, target, [code], context, span);
  const offset = host.room(target);
  const { machine } = host;
  return {
    type: target,
    value: () => {
      set(machine.local(offset));
      return machine.local(offset);
    },
  };
}

/** `f({1, 2})`: a value in the frame of the caller. */
function madeOfList(host: Translation, type: CudaType, list: ListExpression, context: Context, span: Span): Code {
  const set = host.initialize(type, { kind: "list", list }, context, span);
  const offset = host.room(type);
  const address = (): number => {
    const to = host.machine.local(offset);
    set?.(to);
    return to;
  };
  return isAggregate(type) ? { type, value: address } : { type, value: host.place(type, address, span).value };
}

/** `operator float()` of a struct; undefined if it has none. */
function conversionCall(host: Translation, self: Code, to: CudaType, context: Context, span: Span): Code | undefined {
  if (self.type.kind !== "struct") return undefined;
  const conversions = self.type.struct.methods
    .filter(({ node }) => node.name.startsWith("operator ") && node.parameters.length === 0)
    .map(({ node, scope }) => ({ node, scope: scope as Scope }));
  const chosen = conversions.find(({ node, scope }) => sameType(context.with({ scope }).type(node.result), to)) ?? conversions[0];
  return chosen && host.call(chosen, [], [], context, span, self);
}

/** What a condition asks: not zero, not null. */
export function truthIn(host: Translation, code: Code, context: Context, span: Span): Code {
  return code.type.kind === "struct" ? convertedIn(host, code, BOOL, context, span) : code;
}
