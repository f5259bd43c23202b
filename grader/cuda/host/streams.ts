import type { Context } from "../program/context.ts";
import { withoutLibrary } from "../program/names.ts";
import { VOID, isFloating } from "../program/types.ts";
import type { Expression } from "../syntax/tree.ts";
import { type Code, type Translation, decayed, scalarKind } from "./code.ts";

/** `std::cout << a << b` */
export function streamed(host: Translation, { left, right }: Expression & { kind: "binary" }, context: Context): Code {
  const before = left.kind === "binary" ? streamed(host, left, context) : undefined;
  const print = streamedText(host, right, context);
  return {
    type: VOID,
    value: () => {
      before?.value();
      host.machine.print(print());
      return 0;
    },
  };
}

function streamedText(host: Translation, expression: Expression, context: Context): () => string {
  if (expression.kind === "name" && withoutLibrary(expression.name) === "endl" && !context.scope.find("endl")) return () => "\n";
  const { type, value } = host.expression(expression, context);
  const { machine } = host;
  const to = decayed(type);
  if (to.kind === "pointer") {
    if (to.to.kind === "scalar" && to.to.scalar === "i8") return () => machine.readText(Number(value()), expression.span);
    return () => `0x${Number(value()).toString(16)}`;
  }
  if (to.kind === "scalar" && to.scalar === "i8") return () => String.fromCharCode(Number(value()) & 255);
  if (isFloating(to)) return () => general(Number(value()));
  scalarKind(to, expression.span);
  return () => String(value());
}

/** As a stream prints it: six digits. */
function general(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  const exponent = value === 0 ? 0 : Number(value.toExponential(5).split("e")[1]);
  if (exponent < -4 || exponent >= 6)
    return value
      .toExponential(5)
      .replace(/\.?0+e/, "e")
      .replace(/e([+-])(\d)$/, "e$10$2");
  return String(Number(value.toPrecision(6)));
}

export function isStream({ left }: Expression & { kind: "binary" }): boolean {
  if (left.kind === "name") return ["cout", "cerr"].includes(withoutLibrary(left.name));
  return left.kind === "binary" && left.operator === "<<" && isStream(left);
}
