import { Places } from "../profile/places.ts";
import { descendants, writtenText } from "../profile/source-path.ts";
import type { Expression, SourceFile, TypeNode } from "../syntax/tree.ts";

const INTEGER = /^((un)?signed|char|short|int|long|size_t|u?int(8|16|32|64)_t)\b/;

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
  const isOf = (name: string, pattern: RegExp): boolean =>
    types.get(name)?.every((type) => type.kind === "named" && pattern.test(type.name)) ?? false;
  const isInteger = (value: Expression): boolean => {
    if (value.kind === "number") return /^\d+[uUlL]*$/.test(text.slice(value.span.from, value.span.to));
    if (value.kind === "name") return isOf(value.name, INTEGER);
    if (value.kind === "member") return value.base.kind === "name" && isOf(value.base.name, /^dim3$/);
    return value.kind === "binary" && /^[+\-*]$/.test(value.operator) && isInteger(value.left) && isInteger(value.right);
  };
  return functions.flatMap(({ runs }, number) =>
    runs.global || runs.device
      ? []
      : bodies[number]!.flatMap((node) => {
          if (node.kind !== "call" || node.callee.kind !== "name" || !/^(std::)?ceilf?$/.test(node.callee.name)) return [];
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
