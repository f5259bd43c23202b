import { Places } from "../profile/places.ts";
import { descendants, writtenText } from "../profile/source-path.ts";
import { isWrittenInteger } from "../syntax/number-types.ts";
import type { Expression, SourceFile, TypeNode } from "../syntax/tree.ts";
import { isFloatLiteral } from "../text/literals.ts";

const CEILINGS: ReadonlySet<string> = new Set(["ceil", "ceilf", "std::ceil", "std::ceilf"]);
const INTEGRAL_OPERATORS: ReadonlySet<string> = new Set(["+", "-", "*"]);

/** Notes on `ceil(n / 256)` of whole numbers in the host's code: the division has rounded down before `ceil` sees it. */
export function integerCeilings({ declarations, text }: SourceFile): string[] {
  const places = new Places(text);
  const types = new Map<string, TypeNode[]>();
  const add = (name: string, type: TypeNode): void => void types.set(name, [...(types.get(name) ?? []), type]);
  const functions = declarations.flatMap((declared) => (declared.kind === "function" && declared.body ? [declared] : []));
  const bodies = functions.map(({ body }) => descendants(body!));
  for (const { parameters } of functions) for (const { name, type } of parameters) add(name, type);
  for (const node of [...declarations, ...bodies.flat()])
    if (node.kind === "variables") for (const { name, type } of node.variables) add(name, type);
  const isOf = (name: string, isWanted: (type: TypeNode) => boolean): boolean => types.get(name)?.every(isWanted) ?? false;
  const isInteger = (value: Expression): boolean => {
    if (value.kind === "number") return !isFloatLiteral(value.text);
    if (value.kind === "name") return isOf(value.name, isWrittenInteger);
    if (value.kind === "member")
      return value.base.kind === "name" && isOf(value.base.name, (type) => type.kind === "named" && type.name === "dim3");
    return value.kind === "binary" && INTEGRAL_OPERATORS.has(value.operator) && isInteger(value.left) && isInteger(value.right);
  };
  return functions.flatMap(({ runs }, number) =>
    runs.global || runs.device
      ? []
      : bodies[number]!.flatMap((node) => {
          if (node.kind !== "call" || node.callee.kind !== "name" || !CEILINGS.has(node.callee.name)) return [];
          const [ratio] = node.arguments;
          if (ratio?.kind !== "binary" || ratio.operator !== "/" || !isInteger(ratio.left) || !isInteger(ratio.right)) return [];
          const [above, below] = [ratio.left, ratio.right].map(({ span }) => writtenText(text, span)) as [string, string];
          const { line } = places.at(node.span.from);
          return [
            `\`ceil\` in line ${line} comes too late: \`${above} / ${below}\` of whole numbers has rounded down already. Write \`(${above} + ${below} - 1) / ${below}\`.`,
          ];
        }),
  );
}
