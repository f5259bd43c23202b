import type { CheckedExpression } from "./checked-tree.ts";
import type { Context } from "./context.ts";

/** Whether only constants decide the value, so that it may be known before the kernel runs. */
export function isFoldable(expression: CheckedExpression): boolean {
  switch (expression.kind) {
    case "constant":
      return true;
    case "load":
    case "convert":
    case "truth":
    case "unary":
      return isFoldable(expression.operand);
    case "arithmetic":
    case "comparison":
      return isFoldable(expression.left) && isFoldable(expression.right);
    case "logic":
      return isFoldable(expression.left);
    case "conditional":
      return isFoldable(expression.test);
    case "operation":
      return expression.operands.every(isFoldable);
    case "call":
      return expression.self === undefined && expression.lambda === undefined && expression.arguments.every(isFoldable);
    case "user-conversion":
      return isFoldable(expression.operand);
    default:
      return false;
  }
}

/** A condition, if it is known before the kernel runs. */
export function knownTruth(test: CheckedExpression, context: Context): boolean | undefined {
  // The host reads all branches.
  if (context.isHost || !isFoldable(test)) return undefined;
  const known = context.checker.evaluate(test, false);
  return known && "kind" in known && known.kind === "constant" ? Number(known.value) !== 0 : undefined;
}
