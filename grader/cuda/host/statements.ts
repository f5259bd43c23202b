import { referenceReturned } from "../errors/host-errors.ts";
import { gotoIntoBlock } from "../errors/refusals.ts";
import type { Context } from "../check/context.ts";
import { declareEnum } from "../check/structs.ts";
import { constantCondition } from "../check/statements.ts";
import { type CudaType, I64 } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import type { Block, Expression, Statement } from "../syntax/tree.ts";
import {
  BREAK,
  CONTINUE,
  GOTO,
  type LivingObject,
  NEXT,
  type Outcome,
  RETURN,
  type Run,
  type Translation,
  type Code,
  decayed,
  isAggregate,
} from "./code.ts";
import { translateVariables } from "./declarations.ts";
import { HostThrow, translateThrow, translateTry } from "./exceptions.ts";
import { READ, type Scalar, WRITE } from "./host-memory.ts";
import { setterOf } from "./initial-values.ts";
import { prepareCopies } from "./objects.ts";
import { translateRange } from "./ranges.ts";

export function translateBlock(host: Translation, { statements }: Block, around: Context): Run {
  const context = around.inner();
  const outer = host.objects;
  const objects: LivingObject[] = [];
  host.objects = objects;
  const labels = labelsOf(statements);
  host.labels.push(labels);
  const runs = statements.map((statement) => translateStatement(host, statement, context));
  host.labels.pop();
  host.objects = outer;
  const inOrder = (): Outcome => {
    for (const run of runs) {
      const outcome = run();
      if (outcome !== NEXT) return outcome;
    }
    return NEXT;
  };
  const run = labels.size === 0 ? inOrder : withJumps(host, labels, runs);
  return objects.length === 0 ? run : withObjects(host, objects, run);
}

/** Where the labels of a block stand in it. */
function labelsOf(statements: readonly Statement[]): ReadonlyMap<string, number> {
  return new Map(
    statements.flatMap((statement, index) =>
      statement.kind === "empty" && statement.label !== undefined ? [[statement.label, index] as const] : [],
    ),
  );
}

/** A block in which a `goto` of it, or of a block inside it, goes on at a label. */
function withJumps({ machine }: Translation, labels: ReadonlyMap<string, number>, runs: readonly Run[]): Run {
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

function translateGoto({ machine, labels }: Translation, label: string, span: Span): Run {
  if (!labels.some((known) => known.has(label))) throw gotoIntoBlock(span, label);
  return () => {
    machine.step(span);
    machine.label = label;
    return GOTO;
  };
}

/** Destroys the variables of a block at its end, the last one first. */
function withObjects(host: Translation, objects: readonly LivingObject[], run: Run): Run {
  const { machine } = host;
  const { memory } = machine;
  return () => {
    const { frame } = machine;
    for (const { flag } of objects) WRITE.bool(memory.view, frame + flag, 0);
    const end = (): void => {
      for (const { flag, offset, destroy } of objects.toReversed())
        if (READ.bool(memory.view, frame + flag) !== 0) destroy(machine.local(offset));
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

export function translateStatement(host: Translation, statement: Statement, context: Context): Run {
  const { machine } = host;
  const { span } = statement;
  switch (statement.kind) {
    case "block":
      return translateBlock(host, statement, context);
    case "variables":
      return translateVariables(host, statement, context);
    case "struct":
      context.scope.declare(statement.name, {
        kind: "struct-template",
        node: statement,
        scope: context.scope,
        instances: new Map(),
        specializations: [],
      });
      return () => NEXT;
    case "enum":
      declareEnum(statement, context);
      return () => NEXT;
    case "alias":
      context.scope.declare(statement.name, { kind: "type", type: context.type(statement.type) });
      return () => NEXT;
    case "static-assert":
      context.statement(statement);
      return () => NEXT;
    case "empty":
      return () => NEXT;
    case "expression": {
      const { value } = host.expression(statement.expression, context);
      return () => {
        machine.step(span);
        value();
        return NEXT;
      };
    }
    case "if": {
      const inner = context.inner();
      const before = statement.declaration && translateStatement(host, statement.declaration, inner);
      if (statement.isConstexpr) {
        const chosen = constantCondition(statement.test, inner) ? statement.then : statement.otherwise;
        return chosen ? translateStatement(host, chosen, inner.inner()) : () => NEXT;
      }
      const test = host.truth(statement.test, inner);
      const then = translateStatement(host, statement.then, inner.inner());
      const otherwise = statement.otherwise && translateStatement(host, statement.otherwise, inner.inner());
      return () => {
        machine.step(span);
        before?.();
        return test() ? then() : (otherwise?.() ?? NEXT);
      };
    }
    case "for": {
      if (statement.range) return translateRange(host, statement.range, context, span);
      const inner = context.inner();
      const start = statement.start && translateStatement(host, statement.start, inner);
      const test = statement.test && host.truth(statement.test, inner);
      const step = statement.step && host.expression(statement.step, inner).value;
      const loop = translateLoop(host, translateStatement(host, statement.body, inner.inner()), test, step, span);
      return () => {
        start?.();
        return loop();
      };
    }
    case "while":
      return translateLoop(
        host,
        translateStatement(host, statement.body, context.inner()),
        host.truth(statement.test, context),
        undefined,
        span,
      );
    case "do": {
      const body = translateStatement(host, statement.body, context.inner());
      const test = host.truth(statement.test, context);
      return () => {
        do {
          machine.step(span);
          const outcome = body();
          if (outcome === BREAK) break;
          if (outcome >= RETURN) return outcome;
        } while (test());
        return NEXT;
      };
    }
    case "switch":
      return translateSwitch(host, statement, context);
    case "throw":
      return translateThrow(host, statement, context);
    case "try":
      return translateTry(host, statement, context);
    case "break":
      return () => BREAK;
    case "continue":
      return statement.label === undefined ? () => CONTINUE : translateGoto(host, statement.label, span);
    case "return":
      return translateReturn(host, statement, context);
  }
}

function translateLoop(host: Translation, body: Run, test: (() => boolean) | undefined, step: (() => Scalar) | undefined, span: Span): Run {
  const { machine } = host;
  return () => {
    while (!test || test()) {
      machine.step(span);
      const outcome = body();
      if (outcome === BREAK) break;
      if (outcome >= RETURN) return outcome;
      step?.();
    }
    return NEXT;
  };
}

function translateSwitch(host: Translation, statement: Statement & { kind: "switch" }, around: Context): Run {
  const context = around.inner();
  const { value } = host.convert(host.expression(statement.value, context), I64, statement.value.span);
  const cases = statement.cases.map(({ values, statements }) => ({
    labels: values.map((label) => label && host.convert(host.expression(label, context), I64, label.span).value()),
    runs: statements.map((child) => translateStatement(host, child, context)),
  }));
  return () => {
    const given = value();
    let at = cases.findIndex(({ labels }) => labels.includes(given));
    if (at < 0) at = cases.findIndex(({ labels }) => labels.includes(undefined));
    for (const { runs } of at < 0 ? [] : cases.slice(at)) {
      for (const run of runs) {
        const outcome = run();
        if (outcome === BREAK) return NEXT;
        if (outcome !== NEXT) return outcome;
      }
    }
    return NEXT;
  };
}

function translateReturn(host: Translation, { value: given, span }: Statement & { kind: "return" }, context: Context): Run {
  const { machine } = host;
  if (given === undefined) return () => RETURN;
  if (given.kind === "list") {
    const { result } = host.function;
    const offset = host.room(result);
    const set = host.initialize(result, { kind: "list", list: given }, context, span);
    return () => {
      set?.(machine.local(offset));
      machine.returned = machine.local(offset);
      return RETURN;
    };
  }
  const code = host.expression(given, context);
  if (host.function.deducesResult) {
    host.function.result = host.function.result.kind === "reference" ? { kind: "reference", to: code.type } : decayed(code.type);
    host.function.deducesResult = false;
  }
  const { result } = host.function;
  if (result.kind === "reference" && !code.address) throw referenceReturned(span);
  const value = result.kind === "reference" ? code.address! : returnedValue(host, code, result, given, context);
  // What is returned is not destroyed here.
  const kept = given.kind === "name" ? host.objects?.find(({ name }) => name === given.name) : undefined;
  return () => {
    machine.step(span);
    machine.returned = value();
    if (kept) WRITE.bool(machine.memory.view, machine.frame + kept.flag, 0);
    return RETURN;
  };
}

/** A variable of the function itself is taken over; what lives on elsewhere is copied. */
function returnedValue(host: Translation, code: Code, result: CudaType, given: Expression, context: Context): () => Scalar {
  if (result.kind === "void") return code.value;
  const converted = host.convertIn(code, result, context, given.span);
  if (converted.address === undefined || !isAggregate(result) || converted.isLocal || converted.isMoved) return converted.value;
  prepareCopies(host, result, context, given.span);
  const set = setterOf(host, result, converted, given.span);
  const offset = host.room(result);
  const { machine } = host;
  return () => {
    set(machine.local(offset));
    return machine.local(offset);
  };
}
