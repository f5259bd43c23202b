import type { CheckedExpression } from "../check/checked-tree.ts";
import { isLvalue } from "../check/conversions.ts";
import { baseOffset, bytesOf, isBuiltInVector, type CudaType } from "../check/types.ts";
import { swapVariables } from "../errors/call-errors.ts";
import { notInHostCode } from "../errors/host-errors.ts";
import { listType } from "../errors/type-errors.ts";
import type { Span } from "../source-error.ts";
import { numberFunctions } from "../numbers/function-table.ts";
import { COMPARISONS, arithmeticOf, conversion } from "./arithmetic.ts";
import { callFunction } from "./calls.ts";
import { callPointer, functionPointer, makeLambda } from "./closures.ts";
import type { FunctionCode, Value } from "./code.ts";
import { FailedAssertion } from "./host-machine.ts";
import { HOST_BASE, READ, WRITE, type Scalar } from "./host-memory.ts";
import { launchKernel } from "./launches.ts";
import { deleteObject, newObject } from "./objects.ts";
import { arithmetic, assignment, compoundAssignment, increment, pointerDifference, pointerOffset, unary } from "./operators.ts";
import { addressIn, placeOf, readerOf } from "./places.ts";
import { isAggregate, scalarKind } from "./scalars.ts";

/** The value of an expression. */
export function valueOf(expression: CheckedExpression, code: FunctionCode): Value {
  const { type, span } = expression;
  const { machine } = code.program;
  switch (expression.kind) {
    case "constant": {
      const value = expression.value.kind === "constant" ? expression.value.value : 0;
      return () => value;
    }
    case "string": {
      const address = code.program.text(expression.text, span);
      return () => address;
    }
    case "variable":
    case "self":
    case "member":
    case "element":
    case "choice":
    case "reinterpretation":
      return readPlace(expression, code);
    case "load":
      return isAggregate(expression.operand.type) ? addressOf(expression.operand, code) : valueOf(expression.operand, code);
    case "convert":
      return converted(expression.operand, type, span, code);
    case "truth": {
      const test = code.truth(expression);
      return () => (test() ? 1 : 0);
    }
    case "base": {
      const start = baseOffset(expression.operand.type, type);
      const object = addressOf(expression.operand, code);
      return () => object() + start;
    }
    case "user-conversion":
      return valueOf(expression.call, code);
    case "address":
      return code.reference(expression.operand);
    case "unary":
      return unary(expression, code);
    case "increment":
      return increment(expression, code).value;
    case "arithmetic":
      return arithmetic(expression, code);
    case "comparison": {
      const a = valueOf(expression.left, code);
      const b = valueOf(expression.right, code);
      const compare = COMPARISONS[expression.operator];
      return () => compare(a(), b());
    }
    case "logic": {
      const a = code.truth(expression.left);
      const b = code.truth(expression.right);
      return expression.operator === "&&" ? () => (a() && b() ? 1 : 0) : () => (a() || b() ? 1 : 0);
    }
    case "pointer-offset":
      return pointerOffset(expression, code);
    case "pointer-difference":
      return pointerDifference(expression, code);
    case "comma": {
      const first = valueOf(expression.left, code);
      const second = valueOf(expression.right, code);
      return () => {
        first();
        return second();
      };
    }
    case "assignment":
      return assignment(expression, code).value;
    case "compound-assignment":
      return compoundAssignment(expression, code).value;
    case "conditional": {
      if (isAggregate(type)) return inFrame(expression, code);
      const test = code.truth(expression.test);
      const then = valueOf(expression.then, code);
      const otherwise = valueOf(expression.otherwise, code);
      return () => (test() ? then() : otherwise());
    }
    case "discard":
      return valueOf(expression.operand, code);
    case "call":
      if (expression.constructed) return inFrame(expression, code);
      return callFunction(expression, code);
    case "zero":
      return isAggregate(type) ? inFrame(expression, code) : () => 0;
    case "aggregate":
    case "repeated":
    case "insertions":
    case "characters":
    case "uninitialized":
      return inFrame(expression, code);
    case "lambda":
      return makeLambda(expression, code);
    case "function":
    case "nothing":
      return () => 0;
    case "operation":
      return operation(expression, code);
    case "built-in":
      return builtIn(expression, code);
    case "new":
      return newObject(expression, code);
    case "delete":
      return deleteObject(expression, code);
    case "launch":
      return launchKernel(expression, code);
    case "function-pointer":
      return functionPointer(expression, code);
    case "pointer-call":
      return callPointer(expression, code);
    case "allocated-bytes": {
      const pointer = valueOf(expression.pointer, code);
      return () => machine.memory.bytesAt(Number(pointer())) ?? 0;
    }
    case "list":
      throw listType(span);
    case "coordinates":
    case "atomic":
    case "bytes":
    case "print":
    case "group":
    case "group-call":
    case "group-reduction":
      throw notInHostCode(span, expression.kind);
  }
}

/** The address of an lvalue, or of a value that is put into the frame. */
export function addressOf(expression: CheckedExpression, code: FunctionCode): () => number {
  const { type, span } = expression;
  switch (expression.kind) {
    case "variable":
    case "self":
    case "member":
    case "element":
    case "reinterpretation":
      return addressIn(placeOf(expression, code), code);
    case "base":
      return addressIn(placeOf(expression, code), code);
    case "string": {
      const address = code.program.text(expression.text, span);
      return () => address;
    }
    case "load":
      if (isAggregate(expression.operand.type) || isLvalue(expression.operand)) return addressOf(expression.operand, code);
      break;
    case "choice": {
      const test = code.truth(expression.test);
      const then = addressOf(expression.then, code);
      const otherwise = addressOf(expression.otherwise, code);
      return () => (test() ? then() : otherwise());
    }
    case "increment":
      if (!expression.isPostfix) return increment(expression, code).address;
      break;
    case "assignment":
      return assignment(expression, code).address;
    case "compound-assignment":
      return compoundAssignment(expression, code).address;
    case "comma": {
      const first = valueOf(expression.left, code);
      const second = addressOf(expression.right, code);
      return () => {
        first();
        return second();
      };
    }
    case "call":
      if (expression.function.result?.kind === "reference" && !expression.constructed)
        return callFunction(expression, code, true) as () => number;
      break;
    case "pointer-call":
      if (isLvalue(expression)) return callPointer(expression, code, true) as () => number;
      break;
  }
  return isAggregate(type) ? (valueOf(expression, code) as () => number) : temporary(expression, code);
}

function readPlace(expression: CheckedExpression, code: FunctionCode): Value {
  const { type, span } = expression;
  if (isAggregate(type)) return addressOf(expression, code);
  if (type.kind === "void") return () => 0;
  return readerOf(placeOf(expression, code), type, span, code);
}

/** A scalar that is put into the frame. */
function temporary(expression: CheckedExpression, code: FunctionCode): () => number {
  const { type, span } = expression;
  const value = valueOf(expression, code);
  const { machine } = code.program;
  const { memory } = machine;
  const offset = code.room(type);
  const write = WRITE[scalarKind(type, span)];
  return () => {
    write(memory.view, machine.frame + offset, value());
    return HOST_BASE + machine.frame + offset;
  };
}

/** An object that is made in the frame. */
function inFrame(expression: CheckedExpression, code: FunctionCode): Value {
  const { type } = expression;
  const set = code.initialize(type, expression);
  const { machine } = code.program;
  const offset = code.room(type);
  return () => {
    const to = HOST_BASE + machine.frame + offset;
    set(to);
    return to;
  };
}

function converted(operand: CheckedExpression, type: CudaType, span: Span, code: FunctionCode): Value {
  const value = valueOf(operand, code);
  if (type.kind === "void") return value;
  const change = conversion(scalarKind(operand.type, span), scalarKind(type, span));
  return change ? () => change(value()) : value;
}

/** A function of numbers. */
function operation(expression: CheckedExpression & { kind: "operation" }, code: FunctionCode): Value {
  const { operation: own, operands, type, span } = expression;
  if (isBuiltInVector(type) || operands.some((operand) => operand.type.kind === "struct")) throw notInHostCode(span, "half2");
  const values = operands.map((operand) => valueOf(operand, code));
  const [a, b, c] = values as [Value, Value, Value];
  switch (own.kind) {
    case "function": {
      const run = numberFunctions[own.name] as ((...values: Scalar[]) => Scalar) | undefined;
      if (!run) throw notInHostCode(span, own.name);
      if (values.length === 1) return () => run(a());
      if (values.length === 2) return () => run(a(), b());
      return values.length === 3 ? () => run(a(), b(), c()) : () => run(...values.map((value) => value()));
    }
    case "arithmetic": {
      const combine = arithmeticOf(scalarKind(type, span), own.operator)!;
      return () => combine(a(), b());
    }
    case "comparison": {
      const compare = COMPARISONS[own.operator];
      return () => compare(a(), b());
    }
    case "negate":
      return () => -Number(a());
    case "convert": {
      const change = conversion(scalarKind(operands[0]!.type, span), scalarKind(type, span));
      return change ? () => change(a()) : a;
    }
    case "bits": {
      const view = new DataView(new ArrayBuffer(8));
      const write = WRITE[scalarKind(operands[0]!.type, span)];
      const read = READ[scalarKind(type, span)];
      return () => {
        write(view, 0, a());
        return read(view, 0);
      };
    }
    case "component":
      throw notInHostCode(span, "half2");
  }
}

/** The built-in functions that both sides have. */
function builtIn({ name, operands, span }: CheckedExpression & { kind: "built-in" }, code: FunctionCode): Value {
  const { machine } = code.program;
  const [first, second] = operands;
  if (name === "assert" && first) {
    const holds = code.truth(first);
    return () => {
      if (!holds()) throw new FailedAssertion(span);
      return 0;
    };
  }
  if (name !== "swap" || !first || !second) throw notInHostCode(span, name);
  if (!isLvalue(first) || !isLvalue(second)) throw swapVariables(span);
  const a = addressOf(first, code);
  const b = addressOf(second, code);
  const bytes = bytesOf(first.type);
  const { memory } = machine;
  return () => {
    const x = a();
    const y = b();
    const kept = memory.bytes(x, bytes, span, false).slice();
    machine.copy(x, y, bytes, span);
    memory.bytes(y, bytes, span, true).set(kept);
    return 0;
  };
}
