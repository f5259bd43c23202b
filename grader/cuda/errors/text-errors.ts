import { errorKind } from "./error-kind.ts";
import { counted } from "./wording.ts";

// What is wrong with a text before it is C++: its tokens, its brackets, its preprocessor.

/**
 * The text has more characters than the lab reads.
 *
 * Keep the kernel, what it calls and the `main` that launches it; leave out the rest.
 *
 * @example 200,001 spaces
 */
export const textTooLong = errorKind(
  "text-too-long",
  (length: number, most: number) =>
    `This text has ${length} characters; the lab reads at most ${most}. Leave out what the kernel does not need.`,
);

/**
 * Macros make a text of more characters than the lab reads out of a short one.
 *
 * Write the loop that the macros unroll.
 *
 * @example a macro of 40 characters, 40 of it in a second macro, 40 of that in a third
 */
export const expansionTooLong = errorKind(
  "expansion-too-long",
  (most: number) => `With its macros replaced, the text is longer than ${most} characters.`,
);

/**
 * A comment that `/*` opens goes on to the end of the text.
 *
 * Close it where it ends.
 *
 * @example
 * __global__ void f(int *out) { out[0] = 1; }
 * ▸/*▸ one thread is enough
 */
export const openComment = errorKind("open-comment", () => "This comment is never closed: `*/` is missing.");

/**
 * The quotes of a string are not closed where its line ends.
 *
 * Close them; a string of several lines is several strings, one behind the other.
 *
 * @example
 * __global__ void f() { printf(▸"n = %d, n); }▸
 */
export const openString = errorKind("open-string", () => "This string is not closed on its line.");

/**
 * The quotes of a character are not closed where its line ends.
 *
 * Close them, or use `"` for a string.
 *
 * @example
 * __global__ void f(char *out) { out[0] = ▸'b; }▸
 */
export const openCharacter = errorKind("open-character", () => "This character is not closed on its line.");

/**
 * A literal has a prefix: a wide or raw string.
 *
 * Write it without the prefix, with `\\` for a backslash.
 *
 * @example
 * int main() { printf(▸R"(a\b)"); }▸
 */
export const prefixedLiteral = errorKind(
  "prefixed-literal",
  (prefix: string) => `Literals with the prefix \`${prefix}\` are not part of the lab. Write a plain one.`,
);

/**
 * A character that C++ does not use stands outside of comments and strings.
 *
 * It often comes from a web page or a document: write the operator by its keys.
 *
 * @example
 * __global__ void f(float *out) { out[0] = 2 ▸×▸ 3; }
 */
export const strangeCharacter = errorKind("strange-character", (shown: string) => `The character \`${shown}\` has no meaning here.`);

/**
 * A backslash stands before a character that it gives no meaning.
 *
 * Write `\\` for a backslash.
 *
 * @example
 * __global__ void f() { printf(▸"a\p"▸); }
 */
export const escapeSequence = errorKind("escape-sequence", (written: string) => `\`${written}\` is not an escape sequence.`);

/**
 * Single quotes hold several characters, or one that takes several bytes.
 *
 * Use `"` for a string.
 *
 * @example
 * __global__ void f(char *out) { out[0] = ▸'ab'▸; }
 */
export const longCharacter = errorKind("long-character", () => "A character literal holds one character of one byte.");

/**
 * A number begins with 0, which makes it octal, and has an 8 or a 9.
 *
 * Leave out the 0.
 *
 * @example
 * __global__ void f(int *out) { out[0] = ▸08▸; }
 */
export const octalDigits = errorKind(
  "octal-digits",
  (digits: string) => `\`${digits}\` begins with 0, so it is octal: write \`${digits.replace(/^0+/, "")}\`.`,
);

/**
 * A bracket is closed that was never opened.
 *
 * Remove it, or open it where it belongs.
 *
 * @example
 * __global__ void f(int *out) { out[0] = 1; } ▸}▸
 */
export const bracketNotOpened = errorKind("bracket-not-opened", (bracket: string) => `This \`${bracket}\` closes nothing.`);

/**
 * A bracket is still open where another one is closed.
 *
 * Close it before.
 *
 * @example
 * __global__ void f(int *out) { out▸[▸(0) = 1; }
 */
export const bracketNotClosedBefore = errorKind(
  "bracket-not-closed-before",
  (opening: string, closing: string) => `This \`${opening}\` is never closed: \`${closing}\` comes first.`,
);

/**
 * A bracket is still open where the text ends.
 *
 * Close it.
 *
 * @example
 * __global__ void f(int *out) ▸{▸ out[0] = 1;
 */
export const bracketNotClosed = errorKind("bracket-not-closed", (bracket: string) => `This \`${bracket}\` is never closed.`);

/**
 * Brackets stand within each other, too many of them.
 *
 * Split the expression or the function.
 *
 * @example 1,001 times `(`
 */
export const bracketsTooDeep = errorKind("brackets-too-deep", (most: number) => `Brackets are nested more than ${most} deep here.`);

/**
 * A launch has `<<<` and no `>>>`.
 *
 * Close it before the arguments: `kernel<<<grid, block>>>(…)`.
 *
 * @example
 * __global__ void f(int *out) { out[0] = 1; }
 * int main() { f▸<<<▸1, 32>(nullptr); }
 */
export const launchNotClosed = errorKind("launch-not-closed", () => "This launch is never closed: `>>>` is missing.");

/**
 * The text uses a directive that the preprocessor does not have.
 *
 * Check its spelling.
 *
 * @example
 * ▸#defin N 32▸
 */
export const unknownDirective = errorKind("unknown-directive", (name: string) => `\`#${name}\` is not a preprocessor directive.`);

/**
 * The text says by `#error` that it cannot be compiled so.
 *
 * Define what it asks for, or remove the directive.
 *
 * @example
 * #ifndef TILE
 * ▸#error define TILE▸
 * #endif
 */
export const errorDirective = errorKind("error-directive", (message: string) => `The text contains an #error: ${message}`.trim());

/**
 * `#define` has no name behind it.
 *
 * Name the macro.
 *
 * @example
 * ▸#define 32▸
 */
export const macroNameMissing = errorKind("macro-name-missing", () => "A name is missing after `#define`.");

/**
 * `#ifdef`, `#ifndef` or `#undef` has no name behind it.
 *
 * Name the macro that is meant; for an expression, use `#if`.
 *
 * @example
 * ▸#ifdef 1▸
 * #endif
 */
export const macroNameMissingHere = errorKind("macro-name-missing-here", () => "A macro's name is missing here.");

/**
 * A condition asks whether something is defined, and does not say what.
 *
 * Name the macro: `defined(N)`.
 *
 * @example
 * ▸#if defined▸
 * #endif
 */
export const definedName = errorKind("defined-name", (word: string) => `A name is missing after \`${word}\`.`);

/**
 * A macro is to be called `defined`, which conditions need.
 *
 * Choose another name.
 *
 * @example
 * ▸#define defined 1▸
 */
export const definedAsMacro = errorKind("defined-as-macro", () => "`defined` cannot be a macro.");

/**
 * Among the parameters of a macro stands something else than a name.
 *
 * A macro's parameters are names without types: `#define SQUARE(x) ((x) * (x))`.
 *
 * @example
 * #define SQUARE(▸3▸) 9
 */
export const macroParameter = errorKind("macro-parameter", (word: string) => `\`${word}\` cannot be a parameter of a macro.`);

/**
 * Two parameters of a macro have no comma between them.
 *
 * A macro's parameters are names without types, with commas between them.
 *
 * @example
 * ▸#define TWICE(int x) (2 * (x))▸
 */
export const macroParameterEnd = errorKind("macro-parameter-end", () => "A `,` or `)` is missing in the parameters of this macro.");

/**
 * The list of a macro's parameters is not closed on its line.
 *
 * Close it, or end the line with a backslash.
 *
 * @example
 * ▸#define SQUARE(x▸
 */
export const macroParametersOpen = errorKind(
  "macro-parameters-open",
  () => "The parameters of this macro are never closed: `)` is missing.",
);

/**
 * A macro is called with another number of arguments than it has parameters.
 *
 * A comma outside of parentheses divides arguments: `AT((r), c)`.
 *
 * @example
 * #define AT(row, column) (32 * (row) + (column))
 * __global__ void f(int *out) { out[▸AT(1)▸] = 1; }
 */
export const macroArguments = errorKind(
  "macro-arguments",
  (name: string, parameters: number, given: number) => `The macro \`${name}\` takes ${counted(parameters, "argument")}, not ${given}.`,
);

/**
 * The arguments of a macro go on to the end of the text.
 *
 * Close them.
 *
 * @example
 * #define SQUARE(x) ((x) * (x))
 * __global__ void f(int *out) { out[0] = ▸SQUARE▸(1; }
 */
export const macroArgumentsOpen = errorKind(
  "macro-arguments-open",
  (name: string) => `The arguments of the macro \`${name}\` are never closed: \`)\` is missing.`,
);

/**
 * `##` stands at the end of a macro, where it has nothing to join.
 *
 * Write it between two words.
 *
 * @example
 * #define JOIN(a) a ▸##▸
 * int JOIN(x);
 */
export const pasteAtEnd = errorKind("paste-at-end", () => "`##` must stand between two words.");

/**
 * `##` joins two tokens that make no token together.
 *
 * Join parts of one name; write other things side by side.
 *
 * @example
 * #define JOIN(a, b) a##b
 * int x = ▸JOIN(+, 1)▸;
 */
export const pasteMakesNoToken = errorKind(
  "paste-makes-no-token",
  (left: string, right: string) => `\`##\` cannot join \`${left}\` and \`${right}\`.`,
);

/**
 * Macros use each other so often that the text grows without end.
 *
 * Write the loop that the macros unroll.
 *
 * @example 40 macros, each of which uses the one before twice
 */
export const macrosMultiply = errorKind("macros-multiply", () => "The macros of this text multiply too far here.");

/**
 * Macros stand within each other, too many of them.
 *
 * Use fewer steps from one to the next.
 *
 * @example 5,000 macros, each of which uses the one before
 */
export const macrosTooDeep = errorKind("macros-too-deep", () => "Macros are nested too deeply here.");

/**
 * A condition is still open where the text ends.
 *
 * Close it by `#endif`.
 *
 * @example
 * ▸#if 1▸
 * __global__ void f(int *out) { out[0] = 1; }
 */
export const conditionOpen = errorKind("condition-open", () => "This condition is never closed: `#endif` is missing.");

/**
 * `#else` or `#elif` stands where no condition is open, or behind its `#else`.
 *
 * Remove it, or open the condition by `#if`.
 *
 * @example
 * ▸#else▸
 */
export const elseWithoutIf = errorKind("else-without-if", (word: string) => `This \`#${word}\` belongs to no \`#if\`.`);

/**
 * `#endif` stands where no condition is open.
 *
 * Remove it, or open the condition by `#if`.
 *
 * @example
 * __global__ void f(int *out) { out[0] = 1; }
 * ▸#endif▸
 */
export const endifWithoutIf = errorKind("endif-without-if", () => "This `#endif` belongs to no `#if`.");

/**
 * Conditions of the preprocessor stand within each other, too many of them.
 *
 * Join them by `&&`.
 *
 * @example 20,000 times `#if 1`
 */
export const conditionsTooDeep = errorKind("conditions-too-deep", () => "Conditions are nested too deeply here.");

/**
 * A condition of the preprocessor has parentheses or signs within each other, too many of them.
 *
 * Split it into several macros.
 *
 * @example `#if` with 100,000 times `(`
 */
export const conditionTooDeep = errorKind("condition-too-deep", () => "This condition is nested too deeply.");

/**
 * A condition of the preprocessor ends before it is complete.
 *
 * Write what is compared.
 *
 * @example
 * ▸#if 32 >▸
 * #endif
 */
export const conditionIncomplete = errorKind("condition-incomplete", () => "This condition is not complete.");

/**
 * A condition of the preprocessor goes on where it should be at its end, or has what it cannot compute.
 *
 * It knows integers, macros, `defined` and C++'s operators on them.
 *
 * @example
 * #if 1 ▸2▸
 * #endif
 */
export const conditionToken = errorKind("condition-token", (token: string) => `\`${token}\` is not expected in this condition.`);

/**
 * A parenthesis of a condition is not closed on its line.
 *
 * Close it.
 *
 * @example
 * ▸#if (1▸
 * #endif
 */
export const conditionParenthesis = errorKind("condition-parenthesis", () => "A `)` is missing in this condition.");

/**
 * A condition of the preprocessor divides by zero.
 *
 * Ask before whether the divisor is 0: `N && 32 / N`.
 *
 * @example
 * ▸#if 1 / 0▸
 * #endif
 */
export const conditionDivision = errorKind("condition-division", () => "This condition divides by zero.");

/**
 * A condition of the preprocessor has a number that is no integer.
 *
 * The preprocessor computes with integers only.
 *
 * @example
 * #if ▸1.5▸ > 1
 * #endif
 */
export const conditionNumber = errorKind("condition-number", (number: string) => `\`${number}\` is not an integer.`);
