import type { CheckedExpression, CheckedStatement } from "../check/checked-tree.ts";
import { BOOL, MAX_ELEMENTS, bytesOf } from "../check/types.ts";
import { arrayLength } from "../errors/constant-errors.ts";
import { BREAK, CONTINUE, GOTO, NEXT, RETURN, type FunctionCode, type LivingObject, type Outcome, type Run, type Value } from "./code.ts";
import { HostThrow, throwing, trying } from "./exceptions.ts";
import { HOST_BASE, READ, WRITE, type Scalar } from "./host-memory.ts";
import { destroyerOf, isCopied } from "./objects.ts";
import { isAggregate } from "./scalars.ts";

type Of<Kind extends CheckedStatement["kind"]> = CheckedStatement & { kind: Kind };

export function runStatement(statement: CheckedStatement, code: FunctionCode): Run {
  const { machine } = code.program;
  switch (statement.kind) {
    case "block":
      return runBlock(statement.statements, code);
    case "variable":
      return declareVariable(statement, code);
    case "expression": {
      const { span } = statement.expression;
      const value = code.value(statement.expression);
      return () => {
        machine.step(span);
        value();
        return NEXT;
      };
    }
    case "if": {
      const { span } = statement;
      const test = code.truth(statement.test);
      const then = code.statement(statement.then);
      const otherwise = statement.otherwise && code.statement(statement.otherwise);
      return () => {
        machine.step(span);
        return test() ? then() : (otherwise?.() ?? NEXT);
      };
    }
    case "loop":
      return runLoop(statement, code);
    case "range":
      return runRange(statement, code);
    case "switch":
      return runSwitch(statement, code);
    case "break":
      return () => BREAK;
    case "continue":
      return () => CONTINUE;
    case "return":
      return runReturn(statement, code);
    case "runtime-array":
      return runtimeArray(statement, code);
    case "throw":
      return throwing(statement, code);
    case "try":
      return trying(statement, code);
    case "label":
      return () => NEXT;
    case "assembly":
      throw new TypeError("an asm statement of the host");
    case "goto": {
      const { label, span } = statement;
      return () => {
        machine.step(span);
        machine.label = label;
        return GOTO;
      };
    }
  }
}

function runBlock(statements: readonly CheckedStatement[], code: FunctionCode): Run {
  const outer = code.objects;
  const objects: LivingObject[] = [];
  code.objects = objects;
  const labels = new Map(statements.flatMap((statement, i) => (statement.kind === "label" ? [[statement.name, i] as const] : [])));
  const runs = statements.map((statement) => code.statement(statement));
  code.objects = outer;
  const [only] = runs;
  const inOrder = (): Outcome => {
    for (const run of runs) {
      const outcome = run();
      if (outcome !== NEXT) return outcome;
    }
    return NEXT;
  };
  const run = labels.size > 0 ? withJumps(labels, runs, code) : runs.length === 1 ? only! : inOrder;
  return objects.length === 0 ? run : withObjects(objects, run, code);
}

/** A block in which a `goto` of it, or of a block inside it, goes on at a label. */
function withJumps(labels: ReadonlyMap<string, number>, runs: readonly Run[], { program: { machine } }: FunctionCode): Run {
  return () => {
    for (let index = 0; index < runs.length; index++) {
      const outcome = runs[index]!();
      const at = outcome === GOTO ? labels.get(machine.label) : undefined;
      if (at !== undefined) index = at;
      else if (outcome !== NEXT) return outcome;
    }
    return NEXT;
  };
}

/** Destroys the variables of a block at its end, the last one first. */
function withObjects(objects: readonly LivingObject[], run: Run, { program: { machine } }: FunctionCode): Run {
  const { memory } = machine;
  return () => {
    const { frame } = machine;
    for (const { flag } of objects) WRITE.bool(memory.view, frame + flag, 0);
    const end = (): void => {
      for (const { flag, offset, destroy } of objects.toReversed())
        if (READ.bool(memory.view, frame + flag) !== 0) destroy(HOST_BASE + machine.frame + offset);
    };
    let outcome: Outcome;
    try {
      outcome = run();
    } catch (error) {
      machine.frame = frame;
      if (error instanceof HostThrow) end();
      throw error;
    }
    end();
    return outcome;
  };
}

function declareVariable({ variable, initial, isReference }: Of<"variable">, code: FunctionCode): Run {
  const { program } = code;
  const { machine } = program;
  const { memory } = machine;
  const { type, span } = variable;
  if (variable.isStatic) return staticVariable(variable, initial, code);
  if (isReference) {
    const address = code.reference(initial!);
    const { offset } = code.declare(variable, true);
    return () => {
      WRITE.ptr(memory.view, machine.frame + offset, address());
      return NEXT;
    };
  }
  const { offset } = code.declare(variable);
  const set = initial && code.initialize(type, initial);
  const destroy = code.objects && destroyerOf(type, program, span);
  const make = set ? () => (set(HOST_BASE + machine.frame + offset), NEXT) : () => NEXT;
  if (!destroy || !code.objects) return make as Run;
  const flag = code.room(BOOL);
  code.objects.push({ variable, flag, offset, destroy });
  return () => {
    make();
    WRITE.bool(memory.view, machine.frame + flag, 1);
    return NEXT;
  };
}

/** A variable that lives as long as the program: it is set when its declaration is reached first. */
function staticVariable(variable: Of<"variable">["variable"], initial: CheckedExpression | undefined, code: FunctionCode): Run {
  const { program } = code;
  const { type, span } = variable;
  const address = program.machine.allocate(bytesOf(type), span);
  program.globals.set(variable, address);
  const set = initial && code.initialize(type, initial);
  let isSet = false;
  return () => {
    if (!isSet) set?.(address);
    isSet = true;
    return NEXT;
  };
}

/** `float a[n];`, as compilers other than the standard's allow: memory that the variable points to. */
function runtimeArray({ variable, of, count, span }: Of<"runtime-array">, code: FunctionCode): Run {
  const { machine } = code.program;
  const { offset } = code.declare(variable);
  const value = code.value(count);
  return () => {
    const length = Number(value());
    if (length < 1) throw arrayLength(span, MAX_ELEMENTS, length);
    WRITE.ptr(machine.memory.view, machine.frame + offset, machine.allocate(length * bytesOf(of), span));
    return NEXT;
  };
}

function runLoop({ before, body, step, after, span }: Of<"loop">, code: FunctionCode): Run {
  const { machine } = code.program;
  const run = code.statement(body);
  const test = before && code.truth(before);
  const next = step && code.value(step);
  const again = after && code.truth(after);
  if (again) {
    return () => {
      do {
        machine.step(span);
        const outcome = run();
        if (outcome === BREAK) break;
        if (outcome >= RETURN) return outcome;
      } while (again());
      return NEXT;
    };
  }
  return () => {
    while (!test || test()) {
      machine.step(span);
      const outcome = run();
      if (outcome === BREAK) break;
      if (outcome >= RETURN) return outcome;
      next?.();
    }
    return NEXT;
  };
}

function runRange({ values, begin, end, at, declarations, body, span }: Of<"range">, code: FunctionCode): Run {
  const { machine } = code.program;
  const { memory } = machine;
  const source = code.statement(values);
  const first = code.value(begin);
  const last = code.value(end);
  const { offset } = code.declare(at);
  const run = runBlock([...declarations, body], code);
  const size = at.type.kind === "pointer" ? bytesOf(at.type.to) : 1;
  return () => {
    source();
    const start = Number(first());
    const stop = Number(last());
    for (let place = start; place < stop; place += size) {
      machine.step(span);
      WRITE.ptr(memory.view, machine.frame + offset, place);
      const outcome = run();
      if (outcome === BREAK) break;
      if (outcome >= RETURN) return outcome;
    }
    return NEXT;
  };
}

function runSwitch({ value, cases }: Of<"switch">, code: FunctionCode): Run {
  const given = code.value(value);
  const parts = cases.map(({ labels, isDefault, statements }) => ({
    labels,
    isDefault,
    runs: statements.map((statement) => code.statement(statement)),
  }));
  return () => {
    const chosen = given();
    let at = parts.findIndex(({ labels }) => labels.includes(chosen));
    if (at < 0) at = parts.findIndex(({ isDefault }) => isDefault);
    if (at < 0) return NEXT;
    for (; at < parts.length; at++) {
      for (const run of parts[at]!.runs) {
        const outcome = run();
        if (outcome === BREAK) return NEXT;
        if (outcome !== NEXT) return outcome;
      }
    }
    return NEXT;
  };
}

function runReturn({ value, span }: Of<"return">, code: FunctionCode): Run {
  const { machine } = code.program;
  if (!value) return () => RETURN;
  const own = ownVariable(value, code);
  const returned = returnedValue(value, own !== undefined, code);
  // What is returned is not destroyed here.
  const kept = code.objects?.find(({ variable }) => variable === own);
  return () => {
    machine.step(span);
    machine.returned = returned();
    if (kept) WRITE.bool(machine.memory.view, machine.frame + kept.flag, 0);
    return RETURN;
  };
}

/** The variable of the function itself that is returned: it is taken over. */
function ownVariable(value: CheckedExpression, code: FunctionCode) {
  const operand = value.kind === "load" ? value.operand : undefined;
  const variable = operand?.kind === "variable" ? operand.variable : undefined;
  return variable && code.isOwn(variable) ? variable : undefined;
}

/** The value that a `return` leaves for the caller: what lives on elsewhere is copied. */
function returnedValue(value: CheckedExpression, isOwn: boolean, code: FunctionCode): Value {
  if (code.returnsReference) return code.reference(value);
  const { type } = value;
  if (!isAggregate(type) || isOwn || !isCopied(value)) return code.value(value);
  const set = code.initialize(type, value);
  const offset = code.room(type);
  const { machine } = code.program;
  return (): Scalar => {
    const to = HOST_BASE + machine.frame + offset;
    set(to);
    return to;
  };
}
