import type { Expression, Node, Pattern, Statement } from "acorn";
import { NotTranslatable, unsupported } from "#kit/cuda/not-translatable.ts";
import { MOST_TURNS, areEqual, copy, joined, widened, withFacts, withInductions, type Added, type State } from "./ranges.ts";
import { ExpressionTranslation, bracketed, rangeOf, type Variable } from "./translate-expression.ts";
import {
  NULL_NUMBER,
  NULL_VALUE,
  constantNumber,
  orZero,
  type BooleanValue,
  type Callable,
  type FieldsValue,
  type NumberValue,
  type Range,
  type Value,
} from "./wgsl-value.ts";

/** The states with which a loop is left, or gone round again, and what its turns add to variables. */
interface Loop {
  breaks: State[];
  continues: State[];
  readonly added: Added;
}

/** Translates the body of one function. Ranges of variables hold at their place: a branch narrows them, a loop widens them. */
export class FunctionTranslation extends ExpressionTranslation {
  readonly #loops: Loop[] = [];
  /** Names that the function assigns to: any other is a constant, even if `let` declares it. */
  #assigned: ReadonlySet<string> = new Set();
  readonly returned: Value[] = [];

  /** The statements of a function, or the expression that it returns. */
  body({ body, node }: Pick<Callable, "body" | "node">): void {
    this.#assigned = assignedNames(node);
    if (!Array.isArray(body)) return this.#return(body as Expression);
    this.#statements(body as Statement[]);
    if (this.state !== undefined) throw new NotTranslatable(node, "begins a function that can end without a return");
  }

  #statements(statements: readonly Statement[]): void {
    for (const statement of statements) {
      // What follows a return is never reached.
      if (this.state === undefined) return;
      this.#statement(statement);
    }
  }

  #statement(node: Statement): void {
    switch (node.type) {
      case "ReturnStatement":
        if (!node.argument) throw new NotTranslatable(node, "returns nothing");
        return this.#return(node.argument);
      case "VariableDeclaration":
        for (const { id, init } of node.declarations) this.#declare(id, init, node.kind !== "const", node);
        return;
      case "IfStatement":
        return this.#if(this.condition(node.test), node.consequent, node.alternate ?? undefined);
      case "ForStatement":
        this.scopes.push(new Map());
        if (node.init?.type === "VariableDeclaration") this.#statement(node.init);
        else if (node.init) this.#assign(node.init);
        this.#loop(node.test ?? undefined, node.body, node.update ?? undefined);
        this.scopes.pop();
        return;
      case "WhileStatement":
        return this.#loop(node.test, node.body, undefined);
      case "BlockStatement":
        this.scopes.push(new Map());
        this.#statements(node.body);
        this.scopes.pop();
        return;
      case "BreakStatement":
      case "ContinueStatement": {
        const loop = this.#loops.at(-1);
        if (node.label || loop === undefined) throw unsupported(node);
        (node.type === "BreakStatement" ? loop.breaks : loop.continues).push(this.state);
        this.write(node.type === "BreakStatement" ? "break;" : "continue;");
        this.state = undefined;
        return;
      }
      case "ExpressionStatement":
        if (isConsoleCall(node.expression)) return;
        return this.#assign(node.expression);
      case "EmptyStatement":
        return;
      default:
        throw unsupported(node);
    }
  }

  #if(test: BooleanValue, consequent: Statement, alternate: Statement | undefined): void {
    if (test.known !== undefined) {
      const taken = test.known ? consequent : alternate;
      if (taken) this.#block([taken]);
      return;
    }
    const before = this.state;
    this.write(`if ${bracketed(test.text)} {`);
    this.state = withFacts(before, test.whenTrue);
    this.indented(() => this.#block([consequent]));
    const afterTrue = this.state;
    this.state = withFacts(before, test.whenFalse);
    if (alternate) {
      this.write("} else {");
      this.indented(() => this.#block([alternate]));
    }
    this.write("}");
    this.state = joined(afterTrue, this.state);
  }

  #block(statements: readonly Statement[]): void {
    this.scopes.push(new Map());
    this.#statements(statements.flatMap((node) => (node.type === "BlockStatement" ? node.body : [node])));
    this.scopes.pop();
  }

  #loop(test: Expression | undefined, body: Statement, update: Expression | undefined): void {
    const before = this.state;
    const head = this.#headOfLoop(before, test, body, update);
    const turns = this.around.newName();
    this.hasEffects = true;
    this.write(`var ${turns} = 0;`);
    this.write("loop {");
    this.state = copy(head);
    const after = this.#turn(test, body, update, turns);
    this.write("}");
    this.state = after;
  }

  /** The state before the test of a loop, in any turn: found by going round until no range grows. */
  #headOfLoop(before: State, test: Expression | undefined, body: Statement, update: Expression | undefined): State {
    const [lines, wasTentative, returned] = [this.written, this.arithmetic.isTentative, this.returned.length];
    this.arithmetic.isTentative = true;
    let head = copy(before);
    const next = (): State => {
      this.written = [];
      this.state = copy(head);
      this.#turn(test, body, update, "turns");
      this.returned.length = returned;
      return this.#atEndOfTurn;
    };
    for (let turn = 0; ; turn++) {
      const grown = joined(before, next());
      if (areEqual(grown, head)) break;
      head = turn < 3 ? grown : widened(head, grown);
    }
    // A loop has so many turns at most: induction variables grow by as many steps. And once more, since its test limits them, too.
    head = withInductions(before, head, this.#added);
    head = joined(before, next());
    this.written = lines;
    this.arithmetic.isTentative = wasTentative;
    return head;
  }

  #atEndOfTurn: State;
  /** What the last turn that was gone round added. */
  #added: Added = new Map();

  /** Writes one turn of a loop. Returns the state after the loop. */
  #turn(test: Expression | undefined, body: Statement, update: Expression | undefined, turns: string): State {
    const loop: Loop = { breaks: [], continues: [], added: new Map() };
    this.indented(() => {
      this.write(`if (${turns} >= ${MOST_TURNS}) { fault(1u); break; }`);
      this.write(`${turns}++;`);
      if (test) {
        const condition = this.condition(test);
        if (condition.known !== true) {
          this.write(`if (!${condition.text}) { break; }`);
          loop.breaks.push(condition.known === false ? copy(this.state) : withFacts(this.state, condition.whenFalse));
          this.state = condition.known === false ? undefined : withFacts(this.state, condition.whenTrue);
        }
      }
      this.#loops.push(loop);
      if (this.state !== undefined) this.#block([body]);
      this.state = loop.continues.reduce(joined, this.state);
      if (update && this.state !== undefined) {
        this.write("continuing {");
        this.indented(() => this.#assign(update));
        this.write("}");
      }
      this.#loops.pop();
      this.#added = loop.added;
      this.#atEndOfTurn = this.state;
    });
    return loop.breaks.reduce(joined, undefined);
  }

  #return(argument: Expression): void {
    const value = this.resolved(this.expression(argument), argument);
    if (value.kind !== "number" && value.kind !== "boolean" && value.kind !== "fields" && value.kind !== "null") {
      throw new NotTranslatable(argument, "returns something other than a number");
    }
    this.returned.push(value);
    this.effects(value);
    this.write(`return ${returnedText(value)};`);
    this.state = undefined;
  }

  #declare(pattern: Pattern, init: Expression | null | undefined, mayChange: boolean, node: Node): void {
    const value = init ? this.expression(init) : NULL_VALUE;
    const isConstant = !mayChange || (init && ![...namesIn(pattern)].some((name) => this.#assigned.has(name)));
    if (isConstant) return this.bind(pattern, this.held(value));
    if (pattern.type !== "Identifier") throw unsupported(pattern);
    const initial = this.resolved(value, init ?? node);
    this.effects(initial);
    const name = this.around.newName();
    if (initial.kind === "boolean") {
      this.write(`var ${name} = ${initial.text};`);
      this.scopes.at(-1)?.set(pattern.name, { kind: "variable", type: "boolean", name });
      return;
    }
    const number = initial.kind === "null" ? NULL_NUMBER : initial;
    if (number.kind !== "number") throw new NotTranslatable(node, "has a variable that holds something other than a number");
    this.write(`var ${name}: i32 = ${number.text};`);
    this.state?.set(name, rangeOf(number));
    this.scopes.at(-1)?.set(pattern.name, { kind: "variable", type: "number", name });
  }

  #assign(node: Expression): void {
    if (node.type === "UpdateExpression") {
      const variable = this.#variable(node.argument);
      const before = this.#numberIn(variable, node);
      const step = constantNumber(1);
      this.#noteStep(variable, node.operator === "++" ? step : constantNumber(-1));
      return this.#set(
        variable,
        node.operator === "++" ? this.arithmetic.add(node, before, step) : this.arithmetic.subtract(node, before, step),
        node,
      );
    }
    if (node.type !== "AssignmentExpression") throw new NotTranslatable(node, "has an expression as a statement");
    const variable = this.#variable(node.left);
    if (node.operator === "=") this.#noteStep(variable, undefined);
    if (node.operator === "=") return this.#set(variable, this.resolved(this.expression(node.right), node.right), node);
    const operator = node.operator.slice(0, -1);
    const right = this.expression(node.right);
    const left = this.#numberIn(variable, node);
    this.#noteStep(variable, stepOf(operator, right));
    if (["&&", "||", "??"].includes(operator)) throw new NotTranslatable(node, `uses ${node.operator}`);
    this.#set(variable, this.resolved(this.arithmetical(operator, left, right, node), node), node);
  }

  /** Notes what an assignment adds to a variable, in the loops around it: in all but the innermost, it may do so any number of times. */
  #noteStep({ name }: Variable, step: Pick<Range, "low" | "high"> | undefined): void {
    for (const [place, { added }] of this.#loops.entries()) {
      const before = added.has(name) ? added.get(name) : [];
      added.set(name, step && before && place === this.#loops.length - 1 ? [...before, step] : undefined);
    }
  }

  #set({ name, type }: Variable, value: Value, node: Node): void {
    this.effects(value);
    if (type === "boolean") {
      if (value.kind !== "boolean")
        throw new NotTranslatable(node, "assigns something other than a condition to a variable that holds one");
      return this.write(`${name} = ${value.text};`);
    }
    const number = value.kind === "null" ? NULL_NUMBER : value;
    if (number.kind !== "number") throw new NotTranslatable(node, "assigns something other than a number");
    this.write(`${name} = ${number.text};`);
    this.state?.set(name, rangeOf(number));
  }

  #variable(node: Expression | Pattern): Variable {
    const declared = node.type === "Identifier" ? this.local(node.name) : undefined;
    if (declared?.kind !== "variable") throw new NotTranslatable(node, "changes something that is not a variable of the function");
    return declared;
  }

  #numberIn({ name, type }: Variable, node: Node): NumberValue {
    const range = this.state?.get(name);
    if (type !== "number" || range === undefined) throw new NotTranslatable(node, "calculates with something other than a number");
    // Not a constant even if it has one value: a loop may change it.
    return orZero({ kind: "number", text: name, hasEffects: false, ...range });
  }
}

function returnedText(value: NumberValue | BooleanValue | FieldsValue | { readonly kind: "null" }): string {
  switch (value.kind) {
    case "null":
      return NULL_RESULT;
    case "fields": {
      const texts = [...value.fields.values()].map((field) => (field.kind === "number" || field.kind === "boolean" ? field.text : "0"));
      return `${STRUCT}(${[value.exists?.text ?? "true", ...texts].join(", ")})`;
    }
    default:
      return value.text;
  }
}

/** Stands for the name of the struct that a function returns, which is known when all its returns are. */
export const STRUCT = "%struct%";
/** Stands for the null that it returns. */
export const NULL_RESULT = "%null%";

function isConsoleCall(node: Expression): boolean {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return false;
  return node.callee.object.type === "Identifier" && node.callee.object.name === "console";
}

/** The names that a pattern gives to values. */
function namesIn(pattern: Pattern): Set<string> {
  if (pattern.type === "Identifier") return new Set([pattern.name]);
  if (pattern.type === "ArrayPattern") return new Set(pattern.elements.flatMap((element) => (element ? [...namesIn(element)] : [])));
  if (pattern.type !== "ObjectPattern") throw unsupported(pattern);
  return new Set(
    pattern.properties.flatMap((property) => {
      if (property.type === "RestElement") throw unsupported(property);
      return [...namesIn(property.value)];
    }),
  );
}

/** The names that are assigned to anywhere in a function. */
function assignedNames(node: Node): Set<string> {
  const names = new Set<string>();
  const visit = (one: unknown): void => {
    if (Array.isArray(one)) one.forEach(visit);
    else if (typeof one === "object" && one !== null && "type" in one) {
      const { type, left, argument } = one as { type: unknown; left?: Node; argument?: Node };
      const target = type === "AssignmentExpression" ? left : type === "UpdateExpression" ? argument : undefined;
      if (target?.type === "Identifier") names.add((target as Extract<Expression, { type: "Identifier" }>).name);
      Object.values(one).forEach(visit);
    }
  };
  visit(node);
  return names;
}

/** What an assignment such as `+=` adds; undefined for others. */
function stepOf(operator: string, right: Value): Pick<Range, "low" | "high"> | undefined {
  if (right.kind !== "number") return undefined;
  if (operator === "+") return right;
  return operator === "-" ? { low: -right.high, high: -right.low } : undefined;
}
