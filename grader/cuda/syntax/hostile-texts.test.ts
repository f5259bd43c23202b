import { describe, expect, it } from "vitest";
import { parse } from "./parse.ts";

const body = (statements: string) => `void f() { ${statements} }`;
const value = (expression: string) => body(`x = ${expression};`);
const nested = (open: string, inner: string, close: string, times: number) => open.repeat(times) + inner + close.repeat(times);

describe("a hostile text ends in a clear error:", () => {
  it.each([
    ["open parentheses", body(`x = ${"(".repeat(100_000)}`), "nested more than 200 deep"],
    ["parentheses", value(nested("(", "1", ")", 50_000)), "nested more than 200 deep"],
    ["blocks", `void f() ${nested("{", "", "}", 50_000)}`, "nested more than 200 deep"],
    ["subscripts in subscripts", value(nested("a[", "1", "]", 40_000)), "nested more than 200 deep"],
    ["calls in calls", value(nested("f(", "1", ")", 40_000)), "nested more than 200 deep"],
    ["lambdas in lambdas", body(nested("[]{", "", "};", 20_000)), "nested more than 200 deep"],
    ["namespaces", nested("namespace a {", "", "}", 10_000), "nested more than 200 deep"],
    ["structs", nested("struct a {", "", "};", 10_000), "nested more than 200 deep"],
    ["prefixes", value(`${"- ".repeat(50_000)}1`), "nested too deeply"],
    ["casts", value(`${"(int)".repeat(30_000)}1`), "nested too deeply"],
    ["sizeof", value(`${"sizeof ".repeat(20_000)}1`), "nested too deeply"],
    ["conditions", value(`${"a ? b : ".repeat(20_000)}1`), "nested too deeply"],
    ["assignments", body(`${"a = ".repeat(40_000)}1;`), "nested too deeply"],
    ["if in if", body(`${"if (a) ".repeat(20_000)};`), "nested too deeply"],
    ["else if", body(`${"if (a) ; else ".repeat(12_000)};`), "nested too deeply"],
    ["loops in loops", body(`${"for (;;) ".repeat(20_000)};`), "nested too deeply"],
    ["do in do", body(`${"do ".repeat(40_000)};`), "nested too deeply"],
    ["a long sum", value(`${"1+".repeat(60_000)}1`), "More than 1000 operators"],
    ["a long comparison", value(`${"a<".repeat(60_000)}1`), "More than 1000 operators"],
    ["a long chain of members", value(`a${".b".repeat(60_000)}`), "More than 1000 operators"],
    ["a long chain of calls", value(`a${"()".repeat(50_000)}`), "More than 1000 operators"],
    ["template arguments", body(`${nested("A<", "int", ">", 40_000)} x;`), "More than 1000 operators"],
    ["pointers to pointers", `int ${"*".repeat(100_000)}p;`, "nested too deeply"],
    ["arrays of arrays", `int p${"[1]".repeat(50_000)};`, "nested too deeply"],
    ["open launches", body("k<<<".repeat(20_000)), "This launch is never closed"],
    ["closed templates", body(`a${">".repeat(100_000)}b;`), "An expression is missing"],
    ["open attributes", "[[".repeat(30_000), "nested more than 200 deep"],
    ["a character that is none", "int é = 3;", "The character `é` has no meaning here."],
    ["a character that cannot be seen", "int a\0;", "The character `U+0000` has no meaning here."],
    ["1 MB", `int a;${" ".repeat(1_000_000)}`, "the lab reads at most 200000"],
    ["a comment without an end", "int a; /* never", "This comment is never closed"],
    ["a text without an end", body('f("abc);'), "This string is not closed on its line"],
    ["a character without an end", body("x = 'a;"), "This character is not closed on its line"],
    ["half a character", "int \ud800;", "The character `U+D800` has no meaning here."],
  ])("%s", (_, text, message) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ name: "SourceError", message: expect.stringContaining(message) }));
  });
});

describe("a large text is read:", () => {
  it.each([
    ["parentheses", value(nested("(", "1", ")", 190))],
    ["blocks", `void f() ${nested("{", "", "}", 190)}`],
    ["calls", value(nested("f(", "1", ")", 190))],
    ["lists", `int a = ${nested("{", "", "}", 190)};`],
    ["lambdas", value(nested("[] { return ", "1", "; }", 150))],
    ["a sum", value(`${"1 + ".repeat(900)}1`)],
    ["else if", body(`${"if (a) ; else ".repeat(200)};`)],
    ["statements", body("x = 1;".repeat(30_000))],
    ["declarations", "int x;".repeat(25_000)],
    ["cases", body(`switch (a) { ${"case 1:".repeat(20_000)} ; }`)],
    ["items", `int a[] = {${"1,".repeat(80_000)}};`],
    ["parameters", `void f(${"int a,".repeat(20_000)} int b);`],
    ["calls with template arguments", `template <int A, int B> void g(); ${body("g<1, 2>();".repeat(10_000))}`],
    ["empty declarations", ";".repeat(100_000)],
    ["words", `${"__device__ ".repeat(15_000)}int x;`],
  ])("%s", (_, text) => expect(parse(text).declarations.length).toBeGreaterThanOrEqual(text.startsWith(";") ? 0 : 1));
});
