import type { SourceFix, Thrown } from "#sandbox/answer/answer-error.ts";
import { closing, exportedFunction, nesting, sourceFunctions, type SourceFunction } from "#sandbox/answer/source-functions.ts";
import { closestMatch } from "#sandbox/answer/closest-match.ts";
import { sourcePosition, type SourcePosition, type Token } from "#sandbox/answer/tokens.ts";
import { undeclaredNames } from "#sandbox/answer/undeclared-names.ts";
import { bindingOf, parametersOf, type Binding, type Parameter } from "./parameter-binding.ts";

/** A teacher's comment on a beginner's mistake: in words, at its place in the source, with the edit that corrects it. */
export interface Lesson extends Partial<SourcePosition> {
  readonly message: string;
  readonly fix?: SourceFix;
}

/** The coordinates that CUDA gives every kernel as globals; here they are properties of the thread. */
const COORDINATES = new Set(["threadIdx", "blockIdx", "blockDim", "gridDim"]);

/**
 * `threadIdx.x` in a function that has not taken `threadIdx` out of its thread. Inside the sandbox such a name is undefined.
 *
 * @param thrown what the answer threw, with its line where that is known
 */
export function bareCoordinate(source: string, { message, line }: Thrown): Lesson | undefined {
  if (!/^It threw (?:Reference|Type)Error/.test(message)) return undefined;
  const undeclared = new Set(undeclaredNames(source).map(({ start }) => start));
  for (const declared of sourceFunctions(source)) {
    const bare = declared.body.filter(({ text, start }) => COORDINATES.has(text) && undeclared.has(start));
    const first = bare.find(({ start }) => line === undefined || sourcePosition(source, start).line === line);
    if (first === undefined) continue;
    const names = [...COORDINATES].filter((coordinate) => bare.some(({ text }) => text === coordinate));
    const { how, title, edits } = threadBinding(source, declared, names, bare);
    return {
      message: `\`${first.text}\` belongs to the thread that \`${declared.name.text}\` is given: ${how}.`,
      ...sourcePosition(source, first.start),
      ...(title !== undefined && { fix: { title, edits } }),
    };
  }
  return undefined;
}

/** How a function reads coordinates of its thread. */
function threadBinding(
  source: string,
  declared: SourceFunction,
  names: readonly string[],
  uses: readonly Token[],
): Partial<Binding> & Pick<Binding, "how" | "edits"> {
  const parameters = parametersOf(declared);
  if (parameters.length === 0) {
    const text = `{ ${names.join(", ")} }: Thread`;
    const edits = [insert(declared.parametersEnd, text)];
    return { how: `name it in the parameter list, \`(${text})\``, title: `Add the parameter ${text}`, edits };
  }
  const thread = parameters.find(
    ({ type }, place) => (type.length === 0 && place === 0) || (type.length === 1 && type[0]?.text === "Thread"),
  );
  const binding = thread && bindingOf(source, declared, thread, names, uses);
  return binding ?? { how: "this function isn't given one, only what's in its parentheses", edits: [] };
}

function insert(offset: number, text: string): SourceFix["edits"][number] {
  return { start: offset, end: offset, text };
}

/**
 * A name that is declared nowhere: `n` where the size isn't named in the parameter list, or a name with a slip of the pen. Inside the
 * sandbox it is undefined, which seldom shows where the mistake is.
 */
export function undeclaredName(source: string): Lesson | undefined {
  const undeclared = undeclaredNames(source).filter(({ text }) => !COORDINATES.has(text));
  const [first] = undeclared;
  if (first === undefined) return undefined;
  const name = first.text;
  const message = `\`${name}\` isn't declared here, so it's undefined.`;
  const place = sourcePosition(source, first.start);
  const binding = sizeBinding(source, first, undeclared);
  if (binding !== undefined) {
    const { how, title, edits } = binding;
    return { message: `${message} It belongs to what the function is given: ${how}.`, ...place, fix: { title, edits } };
  }
  const meant = closestMatch(name, [...new Set(first.namesInScope())]);
  if (meant === undefined) return { message, ...place };
  const edits = [{ start: first.start, end: first.end, text: meant }];
  return { message: `${message} Do you mean \`${meant}\`?`, ...place, fix: { title: `Write ${meant}`, edits } };
}

/** How a function reads a property of a parameter, of which it uses only the name. */
function sizeBinding(source: string, first: Token, undeclared: readonly Token[]): Binding | undefined {
  const declared = sourceFunctions(source).find(({ body }) => body.some(({ start }) => start === first.start));
  if (declared === undefined) return undefined;
  const own = undeclared.filter(({ start }) => declared.body.some((token) => token.start === start));
  for (const parameter of parametersOf(declared)) {
    const properties = propertiesOf(source, parameter);
    if (!properties.has(first.text)) continue;
    const uses = own.filter(({ text }) => properties.has(text));
    const names = [...properties].filter((property) => uses.some(({ text }) => text === property));
    return bindingOf(source, declared, parameter, names, uses);
  }
  return undefined;
}

/** The properties that the type of a parameter has, `{ n: number }` or `Size` with `type Size = { n: number }`. */
function propertiesOf(source: string, { type }: Parameter): Set<string> {
  const [first] = type;
  if (first === undefined) return new Set();
  const name = first.text.replaceAll("$", String.raw`\$`);
  const alias = new RegExp(String.raw`\b(?:type\s+${name}\s*=|interface\s+${name})\s*\{([^{}]*)\}`);
  const text = first.text === "{" ? source.slice(first.end, type.at(-1)!.start) : (alias.exec(source)?.[1] ?? "");
  return new Set([...text.matchAll(/([\p{ID_Start}$_][\p{ID_Continue}$]*)\??\s*:/gu)].map(([, property = ""]) => property));
}

/** `int i = …`, as CUDA declares a value, on the line where the source stops being TypeScript. */
export function cDeclaration(source: string, line: number | undefined): Lesson | undefined {
  if (line === undefined) return undefined;
  const lines = source.split("\n");
  const declaration =
    /^(\s*)((?:const\s+|unsigned\s+|constexpr\s+)*(?:int|float|double|size_t|unsigned|auto|long|short|char|bool))\s+(\w+)\s*=/;
  const [, indent = "", type = "", name = ""] = declaration.exec(lines[line - 1] ?? "") ?? [];
  if (type === "") return undefined;
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + indent.length;
  return {
    message: `\`${type} ${name} = …\` is how CUDA declares a value. TypeScript writes \`const ${name} = …\`, or \`let\` if it changes later.`,
    ...sourcePosition(source, start),
    fix: { title: `Write const ${name}`, edits: [{ start, end: start + type.length, text: "const" }] },
  };
}

/**
 * A fraction that a division has left, where CUDA divides integers. A count may have to be rounded up: then the rounding that makes the
 * answer right is the fix, and where neither does, the learner is asked.
 *
 * @param mayBeCount whether the number is how often something is done
 * @param isRight whether the answer would be right with this source
 */
export function fractionalDivision(
  source: string,
  access: string,
  returned: unknown,
  { mayBeCount = false, isRight = () => false }: { readonly mayBeCount?: boolean; readonly isRight?: (source: string) => boolean } = {},
): Lesson | undefined {
  if (typeof returned !== "number" || !Number.isFinite(returned) || Number.isInteger(returned)) return undefined;
  for (const { body } of likely(source, access)) {
    const slash = body.findIndex((token, position) => token.text === "/" && !isRounded(body, position));
    if (slash < 0) continue;
    const from = body[leftOperand(body, slash)];
    const to = body[rightOperand(body, slash)];
    if (from === undefined || to === undefined) continue;
    const division = source.slice(from.start, to.end);
    const place = sourcePosition(source, from.start);
    const rounded = (by: "floor" | "ceil"): SourceFix => ({
      title: `Write Math.${by}(${division})`,
      edits: [insert(from.start, `Math.${by}(`), insert(to.end, ")")],
    });
    const integers = `In CUDA, \`${division}\` divides integers and drops the fraction; in TypeScript \`/\` keeps it.`;
    const right = (["floor", "ceil"] as const).filter((by) => isRight(withEdits(source, rounded(by).edits)));
    if (right.length !== 1 && !mayBeCount)
      return { message: `${integers} Write \`Math.floor(${division})\`.`, ...place, fix: rounded("floor") };
    if (right[0] === "floor") return { message: `${integers} Write \`Math.floor(${division})\`.`, ...place, fix: rounded("floor") };
    const both = `\`Math.floor\` drops it, \`Math.ceil\` counts it.`;
    const message = `\`${division}\` has a fraction. Is the last one, which is only partly filled, to be counted? ${both}`;
    return { message, ...place, ...(right[0] !== undefined && { fix: rounded(right[0]) }) };
  }
  return undefined;
}

/** A source after edits, which are in the order of the text and don't overlap. */
function withEdits(source: string, edits: SourceFix["edits"]): string {
  return edits.toReversed().reduce((text, { start, end, text: inserted }) => text.slice(0, start) + inserted + text.slice(end), source);
}

/** Functions of the source, first the one that is exported under this name. */
function likely(source: string, name: string): SourceFunction[] {
  const start = exportedFunction(source, name)?.name.start;
  return sourceFunctions(source).toSorted((a, b) => Number(b.name.start === start) - Number(a.name.start === start));
}

/** Whether a division is inside the brackets of a call, as in `Math.floor(a / b)`, or made whole by an operator, as in `(a / b) | 0`. */
function isRounded(tokens: readonly Token[], position: number): boolean {
  let depth = 0;
  for (let before = position - 1; before >= 0; before--) {
    depth += nesting(tokens[before]!);
    if (depth <= 0) continue;
    depth = 0;
    if (["floor", "trunc", "ceil", "round"].includes(tokens[before - 1]?.text ?? "")) return true;
  }
  return tokens
    .slice(position)
    .some(({ text }, after) => ["|", ">>", ">>>", "~~"].includes(text) && !spansStatement(tokens, position, position + after));
}

function spansStatement(tokens: readonly Token[], from: number, to: number): boolean {
  return tokens.slice(from, to).some(({ text }) => text === ";" || text === "return");
}

/** Position of the first token of the left operand of `*`, `/` or `%`, which have the same precedence and group from the left. */
function leftOperand(tokens: readonly Token[], operator: number): number {
  let position = operator - 1;
  for (;;) {
    if ([")", "]"].includes(tokens[position]?.text ?? "")) {
      let depth = 0;
      do depth += nesting(tokens[position--]!);
      while (depth < 0 && position >= 0);
      position++;
      if (/^[\w$)\]]/.test(tokens[position - 1]?.text ?? "") && tokens[position - 1]?.text !== "return") {
        position--;
        continue;
      }
    }
    const previous = tokens[position - 1]?.text ?? "";
    if (previous === "." || previous === "?." || ["*", "/", "%"].includes(previous)) position -= 2;
    else return position;
  }
}

/** Position of the last token of an operator's right operand. */
function rightOperand(tokens: readonly Token[], operator: number): number {
  let position = operator + 1;
  while (["-", "+"].includes(tokens[position]?.text ?? "")) position++;
  if (tokens[position]?.text === "(") position = closing(tokens, position);
  for (;;) {
    const next = tokens[position + 1]?.text;
    if (next === "." || next === "?.") position += 2;
    else if (next === "(" || next === "[") position = closing(tokens, position + 1);
    else return position;
  }
}

/** `table[i]` past the end of a table: undefined, and NaN in a calculation. */
export function missingEntry(source: string, access: string, returned: unknown): Lesson | undefined {
  if (returned !== undefined && !Number.isNaN(returned)) return undefined;
  const [declared] = likely(source, access);
  const returns = declared?.body.findLastIndex(({ text }) => text === "return" || text === "=>") ?? -1;
  if (declared === undefined || returns < 0) return undefined;
  const expression = declared.body.slice(returns + 1);
  const open = expression.findIndex(({ text }, position) => text === "[" && /^[\w$]+$/.test(expression[position - 1]?.text ?? ""));
  const from = expression[open - 1];
  const to = open < 1 ? undefined : expression[closing(expression, open)];
  if (from === undefined || to === undefined) return undefined;
  return {
    message: `Has the table an entry for this thread? \`${source.slice(from.start, to.end)}\` is undefined past its end: a thread that has nothing to do returns \`null\` instead.`,
    ...sourcePosition(source, from.start),
  };
}

/** `undefined` from a function without `return`, or with a way through it that ends without one. */
export function missingReturn(source: string, access: string, returned: unknown): Lesson | undefined {
  if (returned !== undefined) return undefined;
  const declared = likely(source, access).find(({ body }) => body.some(({ text }) => text === "{"));
  if (declared === undefined) return undefined;
  const { name, body } = declared;
  if (body.some(({ text }) => text === "return")) {
    return {
      message: `Does every path through \`${name.text}\` end with a \`return\`? A thread that sits the access out returns \`null\`.`,
      ...sourcePosition(source, name.start),
    };
  }
  const last = lastStatement(body);
  const place = last ?? name;
  return {
    message: `\`${name.text}\` computes a value but doesn't return it: a function in braces needs \`return\`.`,
    ...sourcePosition(source, place.start),
    ...(last && { fix: { title: "Add return", edits: [insert(last.start, "return ")] } }),
  };
}

const STATEMENTS = new Set(["const", "let", "var", "if", "for", "while", "do", "switch", "throw", "try", "}", "{", ""]);

/** The first token of the last statement in braces, if that is an expression. */
function lastStatement(body: readonly Token[]): Token | undefined {
  const end = body.findLastIndex(({ text }) => text === "}");
  const last = body[end - 1]?.text === ";" ? end - 1 : end;
  const start = body.slice(0, last).findLastIndex(({ text }) => [";", "{", "}"].includes(text)) + 1;
  const token = start < last ? body[start] : undefined;
  return token === undefined || STATEMENTS.has(token.text) ? undefined : token;
}

/** `threadIdx * 4`: a calculation with all three coordinates at once. */
export function wholeCoordinate(source: string, access: string, returned: unknown): Lesson | undefined {
  if (!Number.isNaN(returned) && typeof returned !== "string") return undefined;
  const arithmetic = ["+", "-", "*", "/", "%"];
  for (const { body } of likely(source, access)) {
    const found = body.find(({ text }, position) => {
      if (!COORDINATES.has(text) || body[position + 1]?.text === ".") return false;
      return arithmetic.includes(body[position + 1]?.text ?? "") || arithmetic.includes(body[position - 1]?.text ?? "");
    });
    if (found === undefined) continue;
    return {
      message: `\`${found.text}\` has three coordinates, but none of them is named here: write \`${found.text}.x\`.`,
      ...sourcePosition(source, found.start),
      fix: { title: `Write ${found.text}.x`, edits: [insert(found.end, ".x")] },
    };
  }
  return undefined;
}

const COMPARISONS = new Set(["==", "===", "!=", "!=="]);

/** `threadIdx == blockIdx`: a comparison of objects, which never looks at their coordinates. */
export function comparedObjects(source: string): Lesson | undefined {
  for (const { body } of sourceFunctions(source)) {
    for (const [position, { text, start }] of body.entries()) {
      if (!COMPARISONS.has(text)) continue;
      const left = body[position - 1];
      const right = body[rightOperand(body, position)];
      const literal = ["{", "["].includes(body[position + 1]?.text ?? "");
      const object = [left, right].find((side) => side !== undefined && COORDINATES.has(side.text));
      if (object === undefined && !literal) continue;
      const side = object?.text ?? "threadIdx";
      const edits = [left, right].flatMap(coordinateEdit);
      return {
        message: `\`${text}\` between objects asks whether they are the same object, not whether their coordinates are equal. Compare the coordinates: \`${side}.x ${text} …\`.`,
        ...sourcePosition(source, object?.start ?? start),
        ...(!literal && { fix: { title: "Compare the x coordinates", edits } }),
      };
    }
  }
  return undefined;
}

function coordinateEdit(side: Token | undefined): SourceFix["edits"] {
  return side !== undefined && COORDINATES.has(side.text) ? [insert(side.end, ".x")] : [];
}
