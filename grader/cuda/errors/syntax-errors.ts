import { errorKind } from "./error-kind.ts";

// What is wrong with a text as C++: declarations, types, statements, expressions.

/**
 * An `asm` statement lacks a text in quotes: its instructions, or the constraint of an operand.
 *
 * Write `asm volatile("…" : "=r"(x) : "r"(y) : "memory");`.
 *
 * @example
 * __global__ void f(int *out) { asm("mov.u32 %0, 5;" : ▸out▸[0]); }
 */
export const stringMissing = errorKind("string-missing", () => "A text in quotes belongs here.");

/**
 * A token stands where none like it can.
 *
 * Look at what comes before it: something is missing there, or misspelt.
 *
 * @example
 * __global__ void f(int *out) { out[0] = (1 ▸2▸); }
 */
export const unexpectedToken = errorKind("unexpected-token", (token: string) => `\`${token}\` is not expected here.`);

/**
 * A part between brackets ends before it is complete.
 *
 * Write what is missing before the bracket is closed.
 *
 * @example
 * __global__ void f(int *out) { out[0] = out[1 ▸+▸]; }
 */
export const somethingMissing = errorKind("something-missing", (token: string) => `Something is missing after \`${token}\`.`);

/**
 * The text ends before its last declaration does.
 *
 * Write the rest of it.
 *
 * @example
 * int x ▸=▸
 */
export const textEnds = errorKind("text-ends", (token: string) => `The text ends too early, after \`${token}\`.`);

/**
 * A statement or a declaration has no semicolon.
 *
 * Write it behind the place that is marked.
 *
 * @example
 * __global__ void f(int *out) { out[0] = ▸1▸ }
 */
export const semicolonMissing = errorKind("semicolon-missing", (token: string) => `A \`;\` is missing after \`${token}\`.`);

/**
 * A sign is missing at the end of a part of the text.
 *
 * Write it.
 *
 * @example
 * __global__ void f(int *out) { for (int ▸i▸) out[0] = i; }
 */
export const signMissing = errorKind("sign-missing", (sign: string) => `A \`${sign}\` is missing here.`);

/**
 * A sign has to come here, and another token does.
 *
 * Write the sign, or look for what is missing before.
 *
 * @example
 * __global__ void f(int *out) { if ▸out▸[0] out[0] = 1; }
 */
export const signExpected = errorKind("sign-expected", (sign: string, token: string) => `\`${sign}\` is expected here, not \`${token}\`.`);

/**
 * A name has to come here, and another token does.
 *
 * A name begins with a letter or `_`, and is no word of C++.
 *
 * @example
 * __global__ void f(int *out) { int ▸32▸ = 1; }
 */
export const nameExpected = errorKind("name-expected", (token: string) => `A name is expected here, not \`${token}\`.`);

/**
 * A part of the text ends where a name has to come.
 *
 * Name what is declared or meant.
 *
 * @example
 * struct S { int x; };
 * __global__ void f(S *out) { (out▸->▸) = 1; }
 */
export const nameMissing = errorKind("name-missing", () => "A name is missing here.");

/**
 * Statements or expressions stand within each other, too many of them.
 *
 * Split them into smaller parts.
 *
 * @example 601 times `-` in front of a number
 */
export const nestedTooDeep = errorKind("nested-too-deep", () => "This is nested too deeply. Split it into smaller parts.");

/**
 * An expression is to begin here, and an operator comes that has none before it.
 *
 * Write what the operator is applied to.
 *
 * @example
 * __global__ void f(int *out) { out[0] = ▸/▸ 2; }
 */
export const expressionMissing = errorKind("expression-missing", (token: string) => `An expression is missing in front of \`${token}\`.`);

/**
 * Parentheses of an expression are empty.
 *
 * Write an expression between them.
 *
 * @example
 * __global__ void f(int *out) { out[0] = 2 * ▸(▸); }
 */
export const emptyParentheses = errorKind("empty-parentheses", () => "An expression is missing between `(` and `)`.");

/**
 * A word begins like a number and is none.
 *
 * Write `0x` before hexadecimal digits, and suffixes such as `u`, `ull` and `f` behind the digits that allow them.
 *
 * @example
 * __global__ void f(int *out) { out[0] = ▸32k▸; }
 */
export const notANumber = errorKind("not-a-number", (word: string) => `\`${word}\` is not a number.`);

/**
 * Operators follow each other without parentheses, too many of them.
 *
 * Split the expression, or write a loop.
 *
 * @example a sum of 30,000 numbers
 */
export const chainTooLong = errorKind(
  "chain-too-long",
  (most: number) => `More than ${most} operators follow each other. Split the expression.`,
);

/**
 * Some items of a list say which member they are for, and others do not.
 *
 * Name all of them: `{.x = 1, .y = 2}`.
 *
 * @example
 * struct S { int x, y; };
 * __global__ void f(int *out) { S s = ▸{.x = 1, 2}▸; out[0] = s.x; }
 */
export const mixedDesignators = errorKind("mixed-designators", () => "Either all items of a list have a name, or none has.");

/**
 * Members are named in braces that follow a type in an expression.
 *
 * Declare a variable, and use it.
 *
 * @example
 * struct S { int x; };
 * __global__ void f(int *out) { out[0] = S▸{.x = 1}▸.x; }
 */
export const designatorsInExpression = errorKind(
  "designators-in-expression",
  () => "Names of members can be given in a declaration only: `S s = {.x = …};`.",
);

/**
 * A fold expression uses something else than an operator with two sides.
 *
 * Fold by `+`, `*`, `&&`, `||`, `,` or another binary operator.
 *
 * @example
 * template <class... T> __device__ int g(T... v) { return (... ? ▸v▸); }
 */
export const foldOperator = errorKind("fold-operator", (operator: string) => `A pack cannot be folded with \`${operator}\`.`);

/**
 * An operator is called like a function: `operator+(a, b)`.
 *
 * Write the operator between its operands.
 *
 * @example
 * struct S { int x; };
 * __device__ int operator+(S a, S b) { return a.x + b.x; }
 * __global__ void f(int *out) { S s{1}; out[0] = ▸operator▸+(s, s); }
 */
export const operatorByName = errorKind("operator-by-name", () => "Write the operator itself instead of calling it by its name.");

/**
 * `else` follows something else than the statement of an `if`.
 *
 * Several statements of an `if` stand in braces.
 *
 * @example
 * __global__ void f(int *out) { if (out[0]) out[0] = 1; out[1] = 2; ▸else▸ out[2] = 3; }
 */
export const elseWithoutStatement = errorKind("else-without-statement", () => "This `else` belongs to no `if`.");

/**
 * A cast does not say to which type.
 *
 * Write it: `static_cast<float>(n)`.
 *
 * @example
 * __global__ void f(float *out) { out[0] = static_cast▸(▸1); }
 */
export const castType = errorKind("cast-type", () => "A type in `<…>` is missing here.");

/**
 * A type has to come here, and another token does.
 *
 * Write a type; if it is one of a header of your own, paste its declaration.
 *
 * @example
 * __global__ void f(int *out) { out[0] = static_cast<▸1▸>(2); }
 */
export const typeExpected = errorKind("type-expected", (token: string) => `\`${token}\` is not a type.`);

/**
 * A part of the text ends where a type has to come.
 *
 * Write the type.
 *
 * @example
 * __global__ void f(float *out) { out[0] = static_cast▸<▸>(1); }
 */
export const typeMissing = errorKind("type-missing", () => "A type is missing here.");

/**
 * A type without a name for it is asked for, and a name follows.
 *
 * Leave out the name.
 *
 * @example
 * __global__ void f(int *out) { out[0] = static_cast<float ▸x▸>(1); }
 */
export const nameInType = errorKind("name-in-type", (name: string) => `\`${name}\` is not expected in a type.`);

/**
 * Words of types stand together that make no type.
 *
 * Check them: `unsigned long long`, `long double`.
 *
 * @example
 * __global__ void f(int *out) { ▸unsigned float▸ x = 1; }
 */
export const wordsOfType = errorKind("words-of-type", (words: string) => `\`${words}\` is not a type.`);

/**
 * A type has pointers and arrays within each other, too many of them.
 *
 * Name its parts by `using`.
 *
 * @example a pointer to 1,000 pointers
 */
export const typeTooDeep = errorKind("type-too-deep", () => "This type is nested too deeply.");

/**
 * `operator` has no operator behind it.
 *
 * Write the operator that is declared.
 *
 * @example
 * struct S { int operator ▸?▸(int x) { return x; } };
 */
export const operatorMissing = errorKind("operator-missing", () => "An operator is missing here.");

/**
 * A parameter has a name and no type, or its type is not declared.
 *
 * Write the type before the name.
 *
 * @example
 * __global__ void f(int *out, ▸32▸) { out[0] = 1; }
 */
export const parameterType = errorKind(
  "parameter-type",
  (token: string) => `A parameter begins with its type, and \`${token}\` is not one.`,
);

/**
 * A comma between parameters has no parameter behind it.
 *
 * Write the parameter, or remove the comma.
 *
 * @example
 * __global__ void f(int *out▸,▸) { out[0] = 1; }
 */
export const parameterMissing = errorKind("parameter-missing", () => "A parameter is missing here.");

/**
 * `if`, `else` or a loop has no statement.
 *
 * Write the statement, or `;` for none.
 *
 * @example
 * __global__ void f(int *out) { if (out[0]▸)▸ }
 */
export const statementMissing = errorKind("statement-missing", () => "A statement is missing here.");

/**
 * `case` or `default` stands within a loop or a condition of its `switch`, or in none.
 *
 * Write it between the braces of the `switch`.
 *
 * @example
 * __global__ void f(int *out) { ▸case▸ 1: out[0] = 1; }
 */
export const caseElsewhere = errorKind("case-elsewhere", (word: string) => `\`${word}\` stands directly in a \`switch\`.`);

/**
 * A function is defined in another one.
 *
 * Define it outside, or write a lambda: `auto square = [](int x) { return x * x; };`
 *
 * @example
 * __global__ void f(int *out) { int ▸g▸(int x) { return x; } out[0] = g(1); }
 */
export const functionInFunction = errorKind("function-in-function", () => "A function cannot be defined in a function. Use a lambda.");

/**
 * The step of a loop declares a variable.
 *
 * Declare it in front of the loop.
 *
 * @example
 * __global__ void f(int *out) { while (▸int▸ i) out[0] = 1; }
 */
export const declareBeforeLoop = errorKind("declare-before-loop", () => "Declare this variable in front of the loop.");

/**
 * `if`, `while` or `switch` has nothing to test.
 *
 * Write a condition between the parentheses.
 *
 * @example
 * __global__ void f(int *out) { if ▸(▸) out[0] = 1; }
 */
export const conditionMissing = errorKind("condition-missing", () => "A condition is missing here.");

/**
 * The first part of an `if` with two parts is an expression.
 *
 * Make it a statement of its own, in front of the `if`.
 *
 * @example
 * __global__ void f(int *out, int x) { if (x = 1▸;▸ x > 0) out[0] = 1; }
 */
export const expressionBeforeIf = errorKind("expression-before-if", () => "Write what stands in front of the `;` in front of the `if`.");

/**
 * A condition declares something else than a variable.
 *
 * Declare it in front of the statement.
 *
 * @example
 * __global__ void f(int *out) { if (▸struct S { int x; };▸ out[0]) out[0] = 1; }
 */
export const variableInCondition = errorKind("variable-in-condition", () => "Only a variable can be declared in a condition.");

/**
 * The head of a loop defines a type.
 *
 * Define it in front of the loop.
 *
 * @example
 * __global__ void f(int *out) { ▸for (struct S { int x; } s = {0};▸ s.x < 3; s.x++) out[0] = s.x; }
 */
export const defineBeforeLoop = errorKind("define-before-loop", () => "Define this in front of the loop.");

/**
 * A loop over the elements of an array names no variable for them.
 *
 * Write `for (int x : values)`.
 *
 * @example
 * __global__ void f(int *out) { int a[2] = {1, 2}; for (▸int▸ : a) out[0] = 1; }
 */
export const rangeVariable = errorKind("range-variable", () => "The variable of this loop is missing.");

/**
 * `switch` has no braces.
 *
 * Its cases stand between `{` and `}`.
 *
 * @example
 * __global__ void f(int *out, int x) { switch (x) ▸out▸[0] = 1; }
 */
export const switchBraces = errorKind("switch-braces", () => "A `{` is missing after the condition of this `switch`.");

/**
 * The braces of a `switch` begin with a statement that belongs to no case.
 *
 * Write `case` or `default` before it.
 *
 * @example
 * __global__ void f(int *out, int x) { switch (x) { ▸out▸[0] = 1; } }
 */
export const switchBegin = errorKind("switch-begin", () => "A `switch` begins with `case` or `default`.");

/**
 * A lambda captures `*this`.
 *
 * Capture `this`.
 *
 * @example
 * struct S { int x; __device__ int g() { auto h = [*▸this▸] { return x; }; return h(); } };
 */
export const captureThis = errorKind("capture-this", () => "Capture `this` instead.");

/**
 * A lambda has no braces.
 *
 * Write its body between `{` and `}`.
 *
 * @example
 * __global__ void f(int *out) { auto g = [](int x)▸;▸ out[0] = g(1); }
 */
export const lambdaBody = errorKind("lambda-body", () => "The body of this lambda is missing.");

/**
 * A `<` opens the parameters of a template, and no `>` closes them.
 *
 * Close them.
 *
 * @example
 * template ▸<▸int N
 * __global__ void f(int *out) { out[0] = N; }
 */
export const angleOpen = errorKind("angle-open", () => "This `<` is never closed.");

/**
 * Namespaces stand within each other, too many of them.
 *
 * Leave some out.
 *
 * @example 21 namespaces
 */
export const namespacesTooDeep = errorKind("namespaces-too-deep", () => "Namespaces are nested too deeply here.");

/**
 * `typedef` names no type.
 *
 * Write it before the new name: `typedef float real;`
 *
 * @example
 * typedef ▸*▸real;
 */
export const typedefType = errorKind("typedef-type", () => "A type is missing after `typedef`.");

/**
 * `typedef` gives a type no name.
 *
 * Write the new name behind the type.
 *
 * @example
 * typedef float▸;▸
 */
export const typedefName = errorKind("typedef-name", () => "The new name of the type is missing here.");

/**
 * `static_assert` tests nothing.
 *
 * Write a condition between the parentheses.
 *
 * @example
 * ▸static_assert()▸;
 */
export const assertCondition = errorKind("assert-condition", () => "A condition is missing here.");

/**
 * A declaration has a type and names nothing.
 *
 * Name the variable, or remove the line.
 *
 * @example
 * ▸int;▸
 */
export const declaresNothing = errorKind("declares-nothing", () => "This declares nothing.");

/**
 * A struct is defined without the semicolon that ends it.
 *
 * Write `;` behind its `}`.
 *
 * @example
 * struct S { int x; ▸}▸
 * __global__ void f(S *out) { out->x = 1; }
 */
export const structSemicolon = errorKind("struct-semicolon", (name: string) => `A \`;\` is missing after the \`}\` of \`${name}\`.`);

/**
 * A variable and a function are declared together.
 *
 * Declare each in a statement of its own.
 *
 * @example
 * int x, ▸g▸(int y);
 */
export const functionAmongVariables = errorKind("function-among-variables", () => "Declare functions one at a time.");

/**
 * A variable is declared without a type, or with one that is not declared.
 *
 * Write the type.
 *
 * @example
 * const ▸N▸ = 32;
 */
export const variableType = errorKind("variable-type", (name: string) => `The type of \`${name}\` is missing.`);

/**
 * A call stands outside any function, or a function has no type for what it returns.
 *
 * Write the type, `void` for none, or move the call into a function.
 *
 * @example
 * struct S { int x; };
 * ▸S▸(1);
 */
export const callOutside = errorKind(
  "call-outside",
  (name: string) => `Here \`${name}(…)\` stands outside any function. If you mean to declare a function, its return type is missing.`,
);

/**
 * A function is declared in a function: `Type name();` declares one that takes nothing.
 *
 * Drop the parentheses, or write `{}`.
 *
 * @example
 * struct S { int x; };
 * __global__ void f(int *out) { ▸S s()▸; out[0] = s.x; }
 */
export const functionForVariable = errorKind(
  "function-for-variable",
  () => "This declares a function inside a function. If you mean a variable, drop the `()` or write `{}`.",
);

/**
 * `friend` stands outside of a struct.
 *
 * Remove it.
 *
 * @example
 * ▸friend int g(int x);▸
 */
export const friendOutside = errorKind("friend-outside", () => "`friend` stands in a struct.");

/**
 * A constructor names a member and not what it starts with.
 *
 * Write the value in parentheses.
 *
 * @example
 * struct S { int x; S() : x▸;▸ };
 */
export const memberValue = errorKind("member-value", (name: string) => `The value of \`${name}\` is missing: write \`${name}(…)\`.`);

/**
 * `struct`, `class` or `union` has neither a name nor members.
 *
 * Write one of them.
 *
 * @example
 * struct ▸;▸
 */
export const structName = errorKind("struct-name", (word: string) => `A name or \`{\` is missing after \`${word}\`.`);

/**
 * `enum` has neither a name nor values.
 *
 * Write one of them.
 *
 * @example
 * enum ▸;▸
 */
export const enumName = errorKind("enum-name", () => "A name or `{` is missing after `enum`.");

/**
 * A macro that the text does not define stands where a function is defined: a test framework's, or one of a header of your own.
 *
 * Paste its definition, or write the function that it makes.
 *
 * @example
 * ▸TEST_CASE▸(sum) { int x = 1; }
 * int main() { TEST_CASE(1); }
 */
export const unknownMacro = errorKind("unknown-macro", (name: string) => `The lab does not know the macro \`${name}\`.`);
