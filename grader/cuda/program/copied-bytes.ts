import type { Made } from "./context.ts";
import { SCALAR_BYTES, type Register, type ScalarType, type Step, type Value } from "../ir/program.ts";
import { arithmetic, bits, constant, convert, offsetBytes, read, unsignedOf, withBits } from "../ir/values.ts";
import { settersIn, withParts, type Setters } from "../ir/walk.ts";

type Load = Extract<Step, { kind: "load" }>;
type Store = Extract<Step, { kind: "store" }>;

/**
 * Splits what `memcpy` and `memset` access into bytes, as nvcc does where it cannot know the alignment: they promise none, whatever the
 * pointer's type. Of a variable that the text declares, in shared or local memory or beside the kernels, it does know it, and moves whole
 * elements (`hardware/probes/compiled-loads.cu`). What is in registers by now is no access.
 */
export function withCopiedBytes(steps: readonly Step[], made: Made): readonly Step[] {
  if (made.copies.size === 0) return steps;
  const setters = settersIn(steps);
  const walk = (list: readonly Step[]): Step[] =>
    list.flatMap((step): Step[] => {
      const isCopied = (step.kind === "load" || step.kind === "store") && made.copies.has(step.site.number);
      if (!isCopied || isOfVariable(step.address, setters)) return [withParts(step, walk)];
      return step.kind === "load" ? bytesLoaded(step, made) : bytesStored(step, made);
    });
  return walk(steps);
}

function bytesLoaded({ address, into, site, span }: Load, made: Made): Step[] {
  let at = 0;
  return into.flatMap((register): Step[] => {
    const bytes = Array.from({ length: SCALAR_BYTES[register.type] }, () => made.register("u8"));
    const loads = bytes.map((byte): Step => {
      const own = made.site("load", 1, site.span);
      made.droppable.add(own.number);
      return { kind: "load", site: own, address: offsetBytes(address, at++), into: [byte], span };
    });
    return [...loads, { kind: "set", register, value: joined(register.type, bytes), span }];
  });
}

function bytesStored({ address, values, site, span }: Store, made: Made): Step[] {
  let at = 0;
  return values.flatMap((value): Step[] => {
    const whole = wholeNumber(value);
    const register = made.register(whole.type);
    const stores = Array.from({ length: SCALAR_BYTES[value.type] }, (_, place): Step => {
      const byte = convert("u8", arithmetic(whole.type, ">>", read(register), constant("u32", 8 * place)));
      return { kind: "store", site: made.site("store", 1, site.span), address: offsetBytes(address, at++), values: [byte], span };
    });
    return [{ kind: "set", register, value: whole, span }, ...stores];
  });
}

/** The value with the given bytes, the lowest first. */
function joined(type: ScalarType, bytes: readonly Register[]): Value {
  const whole = shiftedIn(type);
  const value = bytes
    .map((byte, place) => arithmetic(whole, "<<", convert(whole, read(byte)), constant("u32", 8 * place)))
    .reduce((sum, part) => arithmetic(whole, "|", sum, part));
  return withBits(type, convert(unsignedOf(type), value));
}

/** The bytes of a value as a whole number. */
function wholeNumber(value: Value): Value {
  const { type } = value;
  return convert(shiftedIn(type), type === "bool" || type === "ptr" ? value : bits(unsignedOf(type), value));
}

/** The type in which the bytes of another one can be shifted: C's are as wide as an int at least. */
function shiftedIn(type: ScalarType): ScalarType {
  return SCALAR_BYTES[type] < 4 ? "u32" : unsignedOf(type);
}

/** Whether an address is one in a variable of the text, and not one that a pointer has brought. */
function isOfVariable(address: Value, setters: Setters): boolean {
  if (address.kind === "offset") return isOfVariable(address.pointer, setters);
  if (address.kind === "special" || address.kind === "symbol") return true;
  const [set, ...others] = address.kind === "register" ? (setters.get(address.register) ?? []) : [];
  return set?.kind === "set" && others.length === 0 && isOfVariable(set.value, setters);
}
