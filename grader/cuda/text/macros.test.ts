import { describe, expect, it } from "vitest";
import { SourceError } from "../source-error.ts";
import { expandMacros, LONGEST_TEXT } from "./macros.ts";

const lines = (...written: string[]) => written.join("\n");
const expand = (...written: string[]) => expandMacros(lines(...written)).text;

describe("macros", () => {
  it.each([
    ["comments", ["a /* b */ c // d", "e"], "a c e"],
    ["a comment between two words", ["a/**/b"], "a b"],
    ["a joined line", ["int \\", "a; // b \\", "c", "d"], "int a; d"],
    ["a joined word", ["in\\", "t a;"], "int a;"],
    ["windows' ends of lines", ["#define N 3\r", "int a = N;\r"], "int a = 3 ;"],
    ["no comment in a string", ['"/* a */ // b"'], '"/* a */ // b"'],
    ["a value", ["#define N 32", "a[N + N]"], "a[ 32 + 32 ]"],
    ["nothing", ["#define EMPTY", "a EMPTY b"], "a b"],
    ["a value that names another", ["#define A B", "#define B 3", "A"], "3"],
    ["one that names itself", ["#define a a + 1", "a"], "a + 1"],
    ["two that name each other", ["#define a b", "#define b a", "a b"], "a b"],
    ["undefined again", ["#define N 3", "#undef N", "N"], "N"],
    ["a function", ["#define SQ(x) ((x) * (x))", "SQ(a + 1)"], "((a + 1) * (a + 1))"],
    ["two parameters", ["#define AT(r, c) m[r][c]", "AT(f(1, 2), (3, 4))"], "m[f(1, 2)][(3, 4)]"],
    [
      "a function within its own argument",
      ["#define MAX(a, b) (a > b ? a : b)", "MAX(MAX(1, 2), 3)"],
      "((1 > 2 ? 1 : 2) > 3 ? (1 > 2 ? 1 : 2) : 3)",
    ],
    ["a function that is not called", ["#define f(x) x", "f + f (3)"], "f + 3"],
    ["a call over lines", ["#define f(x, y) x + y", "f(1,", "  2)"], "1 + 2"],
    ["no parameters", ["#define f() 3", "f()"], "3"],
    ["an empty argument", ["#define f(x) [x]", "f()"], "[]"],
    ["a string of an argument", ["#define S(x) #x", 'S(a  +  "b\\n")'], '"a + \\"b\\\\n\\""'],
    ["joined words", ["#define V(n) float##n", "V(4) x;"], "float4 x;"],
    ["joined words, not replaced first", ["#define N 4", "#define J(a, b) a##b", "J(x, N)"], "xN"],
    ["joined after replacing", ["#define N 4", "#define J(a, b) a##b", "#define K(a, b) J(a, b)", "K(x, N)"], "x4"],
    ["joined with nothing", ["#define J(a, b) [a##b]", "J(x,) J(,y) J(,)"], "[x] [y] []"],
    ["any number of arguments", ["#define P(...) printf(__VA_ARGS__)", "P(a, b, c)"], "printf(a, b, c)"],
    ["some and any number", ["#define P(f, ...) printf(f, ##__VA_ARGS__)", 'P("a"); P("b", 1, 2)'], 'printf("a") ; printf("b",1, 2)'],
    ["a macro's result called", ["#define f(x) x + 1", "#define g f", "g(2)"], "2 + 1"],
    ["the line", ["", "__LINE__", "#define L __LINE__", "L"], "2 4"],
    ["a number more each time", ["#define J(a, b) a##b", "#define K(a, b) J(a, b)", "K(x, __COUNTER__) K(x, __COUNTER__)"], "x0 x1"],
    ["no word too many", ["#define m -1", "a-m"], "a- -1"],
    ["shifts stay shifts", ["#define SHR(x) x >> 2", "SHR(a) >>= b"], "a >> 2 >>= b"],
    ["dropped directives", ["#include <cuda.h>", '#include "a.h"', "#pragma unroll 4", "a", "#pragma once", "#", "b"], "a b"],
    ["_Pragma", ['_Pragma("unroll") for'], "for"],
    ["names of objects", ["#define __proto__ 1", "#define constructor(toString) toString", "__proto__ constructor(valueOf)"], "1 valueOf"],
  ] as const)("%s", (_, written, result) => expect(expand(...written)).toBe(result));

  it.each([
    ["1", true],
    ["0", false],
    ["defined N", true],
    ["defined(N) && !defined M", true],
    ["N == 3", true],
    ["N > 4 || M", false],
    ["UNKNOWN", false],
    ["1 + 2 * 3 == 7", true],
    ["(1 + 2) * 3 == 9", true],
    ["10 - 4 - 3 == 3", true],
    ["-1 < 0", true],
    ["~0 == -1", true],
    ["1 << 4 >> 2 == 4", true],
    ["0x10 == 16 && 010 == 8 && 0b11 == 3", true],
    ["1 ? 0 : 1", false],
    ["0 && 1 / 0", false],
    ["1 || 1 / 0", true],
    ["'a' == 97", true],
    ["F(2) >= 3", true],
    ["__CUDA_ARCH__ >= 800", true],
    ["defined(__CUDACC__) && __cplusplus >= 201703L", true],
    ["__has_include(<cuda_fp16.h>)", false],
    ["7 % 4 == 3 && (6 & 3) == 2 && (6 | 1) == 7 && (6 ^ 2) == 4 && 1 != 2", true],
  ])("#if %s", (condition, holds) => {
    expect(expand("#define N 3", "#define F(x) x + 1", `#if ${condition}`, "yes", "#else", "no", "#endif")).toBe(holds ? "yes" : "no");
  });

  it.each([
    ["the first that holds", ["#if 0", "a", "#elif 1", "b", "#elif 1", "c", "#else", "d", "#endif"], "b"],
    ["the rest", ["#if 0", "a", "#elif 0", "b", "#else", "c", "#endif"], "c"],
    ["one in another", ["#ifdef A", "#if 1", "a", "#else", "b", "#endif", "#else", "c", "#endif"], "c"],
    ["a name", ["#define A", "#ifdef A", "a", "#endif", "#ifndef A", "b", "#endif"], "a"],
    ["no tokens where nothing is read", ["#if 0", "don't /", "#error no", "#foo", "#endif", "a"], "a"],
    ["what is defined in one", ["#if 0", "#define A 1", "#else", "#define A 2", "#endif", "A"], "2"],
  ])("%s", (_, written, result) => expect(expand(...written)).toBe(result));
});

describe("a macro's error", () => {
  const errorOf = (text: string) => {
    try {
      expandMacros(text);
    } catch (error) {
      if (error instanceof SourceError) return `${error.message} [${text.slice(error.span.from, error.span.to)}]`;
      throw error;
    }
    return "none";
  };

  it.each([
    ["#if 1\na", "This condition is never closed: `#endif` is missing. [#if 1]"],
    ["a\n#endif", "This `#endif` belongs to no `#if`. [#endif]"],
    ["#else", "This `#else` belongs to no `#if`. [#else]"],
    ["#if 1 / 0\n#endif", "This condition divides by zero. [#if 1 / 0]"],
    ["#if (1\n#endif", "A `)` is missing in this condition. [#if (1]"],
    ["#if 1 2\n#endif", "`2` is not expected in this condition. [2]"],
    ["#if 1.5\n#endif", "`1.5` is not an integer. [1.5]"],
    ["#define f(a, b) a\nf(1)", "The macro `f` takes 2 arguments, not 1. [f(1)]"],
    ["#define f(a) a\nf(1", "The arguments of the macro `f` are never closed: `)` is missing. [f]"],
    ["#define f(a b) a", "A `,` or `)` is missing in the parameters of this macro. [#define f(a b) a]"],
    ["#define f(3) a", "`3` cannot be a parameter of a macro. [3]"],
    ["#define J(a, b) a##b\nJ(+, x)", "`##` cannot join `+` and `x`. [J(+, x)]"],
    ["#define J ## a\nJ", "`##` must stand between two words. [##]"],
    ["#error a 'b", "The text contains an #error: a 'b [#error a 'b]"],
    ["int a = 'b", "This character is not closed on its line. ['b]"],
  ])("%s", (text, message) => expect(errorOf(text)).toBe(message));

  it("ends a text that is too long", () => {
    expect(errorOf(" ".repeat(LONGEST_TEXT + 1))).toContain("has 200001 characters; the lab reads at most 200000");
  });

  const doubling = (depth: number, times: number) =>
    Array.from({ length: depth }, (_, index) => `#define A${index + 1} ${`A${index} `.repeat(times)}`).join("\n");

  it.each([
    ["macros that double", `${doubling(40, 2)}\nA40`, "multiply too far"],
    ["macros that multiply by ten", `${doubling(12, 10)}\nA12`, "multiply too far"],
    ["arguments that double", `#define D(x) x x\n${"D(".repeat(60)}1${")".repeat(60)}`, "multiply too far"],
    ["a long chain", `${doubling(5000, 1)}\nA5000`, "nested too deeply"],
    ["calls in calls", `#define D(x) x\n${"D(".repeat(20_000)}1${")".repeat(20_000)}`, "nested too deeply"],
    ["conditions in conditions", "#if 1\n".repeat(20_000), "nested too deeply"],
    ["parentheses in a condition", `#if ${"(".repeat(100_000)}\n#endif`, "nested too deeply"],
    ["a long text made of few macros", `${doubling(4, 40)}\n#define A0 a_name_that_is_long\nA4`, "multiply too far"],
  ])("ends %s", (_, text, message) => expect(errorOf(text)).toContain(message));
});

describe("places", () => {
  const places = (text: string) => expandMacros(text).tokens.map(({ text: token, span }) => `${token}@${text.slice(span.from, span.to)}`);

  it("are those of the text as written", () => {
    expect(places("a /* b */ + c")).toEqual(["a@a", "+@+", "c@c"]);
  });

  it("of a macro's tokens are its use, of its arguments their own", () => {
    expect(places("#define F(x) x * N\n#define N 3\nF(a)")).toEqual(["a@a", "*@F(a)", "3@F(a)"]);
  });

  it("stay right after joined lines", () => {
    expect(places("a \\\n b")).toEqual(["a@a", "b@b"]);
  });

  it("say where each token stands in the new text", () => {
    const { text, tokens } = expandMacros("#define N 3\na[N] = 'x';");
    expect(tokens.every(({ text: token, from, to }) => text.slice(from, to) === token)).toBe(true);
  });
});
