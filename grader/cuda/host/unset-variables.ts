import { descendants, type BodyNode } from "../profile/source-path.ts";
import type { Places } from "../profile/places.ts";
import type { Span } from "../source-error.ts";
import { isWrittenNumber } from "../syntax/number-types.ts";
import type { SourceFile, VariableNode } from "../syntax/tree.ts";

/** A kernel's variable that has no value when it is first added to. */
export interface UnsetVariable {
  readonly kind: "uninitialized";
  readonly kernel: string;
  readonly name: string;
  /** The addition. */
  readonly span: Span;
  readonly words: string;
  /** A sentence. */
  readonly advice: string;
}

/**
 * Variables of kernels that are declared without a value, and that nothing but `+=`, `++` and the like ever changes: what a register holds by
 * chance goes into the result. The lab's registers are 0 at first, so that counting shows nothing. A variable that is assigned to anywhere, or
 * whose address or reference may be taken, is not looked at.
 */
export function unsetVariables({ declarations }: SourceFile, places: Places): UnsetVariable[] {
  return declarations.flatMap((declared) => {
    if (declared.kind !== "function" || declared.body === undefined || !declared.runs.global) return [];
    const nodes = descendants(declared.body);
    const variables = nodes.flatMap((node) =>
      node.kind === "variables" && node.memory === undefined && !node.isStatic && !node.isExtern ? node.variables : [],
    );
    return variables.flatMap((variable): UnsetVariable[] => {
      const { name, type, initializer, span } = variable;
      if (initializer !== undefined || type.kind !== "named" || !isWrittenNumber(type)) return [];
      if (variables.filter((other) => other.name === name).length > 1) return [];
      const addition = nodes.find((node) => isAddition(node, name));
      if (addition === undefined || nodes.some((node) => maySet(node, variable))) return [];
      const at = places.at(span.from).line;
      return [
        {
          kind: "uninitialized",
          kernel: declared.name,
          name,
          span: addition.span,
          words: `\`${name}\` has no value here: line ${at} declares it without one, and a GPU's registers hold anything.`,
          advice: `Declare \`${type.name} ${name} = 0;\` in line ${at}.`,
        },
      ];
    });
  });
}

function isNamed(node: BodyNode | undefined, name: string): boolean {
  return node?.kind === "name" && node.name === name;
}

function isAddition(node: BodyNode, name: string): boolean {
  if (node.kind === "assignment") return node.operator !== "=" && isNamed(node.target, name);
  return (node.kind === "postfix" || (node.kind === "unary" && ["++", "--"].includes(node.operator))) && isNamed(node.operand, name);
}

/** Whether a node may give a variable its value. */
function maySet(node: BodyNode, { name }: VariableNode): boolean {
  switch (node.kind) {
    case "assignment":
      return node.operator === "=" && isNamed(node.target, name);
    case "unary":
      return node.operator === "&" && isNamed(node.operand, name);
    case "call":
      return node.arguments.some((argument) => isNamed(argument, name));
    case "variables":
      return node.variables.some(
        ({ type, initializer }) => type.kind === "reference" && initializer?.kind === "value" && isNamed(initializer.value, name),
      );
    case "lambda":
      return true;
    default:
      return false;
  }
}
