import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { showFile, showStatement } from "#testing/tree-text.ts";
import { SourceError } from "../source-error.ts";
import { parse } from "./parse.ts";

const DECLARED =
  "struct S { int x; }; typedef int I; template <int N> int g(int n); template <typename T> struct V { T x; };" +
  " void test() { int a, b, c, d, e, x, y, i, *p; float4 *q; S s;";

function readStatements(statements: string): string {
  const test = parse(`${DECLARED} ${statements} }`).declarations.at(-1);
  if (test?.kind !== "function" || !test.body) throw new Error("no function");
  return test.body.statements.slice(3).map(showStatement).join(" ");
}

function errorOf(text: string): { readonly place: string; readonly message: string } {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof SourceError) return { place: text.slice(error.span.from, error.span.to), message: error.message };
    throw error;
  }
  throw new Error(`no error in ${text}`);
}

describe("statements", () => {
  it.each([
    ["a * b;", "(* a b)"],
    ["S * r; S& u = s; S v(a); S w{a}; S z = {a};", "(var r:(ptr S)) (var u:(ref S) = s) (var v:S (a)) (var w:S = {a}) (var z:S = {a})"],
    ["Unknown r; Unknown* t = 0;", "(var r:Unknown) (var t:(ptr Unknown) = 0)"],
    [
      "float u = 1, *v = &u, w[4] = {1, 2}, z[2][3];",
      "(var u:float = 1, v:(ptr float) = (& u), w:(array 4 float) = {1 2}, z:(array 2 (array 3 float)))",
    ],
    ["const float* __restrict__ const u = p;", "(var u:(ptr const restrict const float) = p)"],
    ["int const u = 3; const int * const v = p;", "(var u:const int = 3) (var v:(ptr const const int) = p)"],
    [
      "unsigned u; unsigned long long int v; long unsigned w; signed char z; short int k;",
      "(var u:unsigned int) (var v:unsigned long long) (var w:unsigned long) (var z:signed char) (var k:short)",
    ],
    ["dim3 grid((a + 15) / 16, b), block(16, 16);", "(var grid:dim3 ((/ (+ a 15) 16) b), block:dim3 (16 16))"],
    ["I u(a); float f(2.0f);", "(var u:I (a)) (var f:float (2.0f))"],
    ["auto u = a; const auto& v = b; auto* w = p;", "(var u:auto = a) (var v:(ref const auto) = b) (var w:(ptr auto) = p)"],
    ["__shared__ float tile[32][32 + 1];", "(var shared tile:(array 32 (array (+ 32 1) float)))"],
    ["extern __shared__ float buffer[];", "(var shared extern buffer:(array float))"],
    ["extern __shared__ __align__(16) unsigned char raw[];", "(var shared extern raw:(array unsigned char) align 16)"],
    ["static const int u = 3; constexpr int v = u * 2;", "(var static u:const int = 3) (var constexpr v:int = (* u 2))"],
    ["volatile int* u = p;", "(var u:(ptr volatile int) = p)"],
    ["alignas(16) float u[4];", "(var u:(array 4 float) align 16)"],
    ["__align__(8) int2 u;", "(var u:int2 align 8)"],
    [
      "float (&row)[32] = tile[a]; float (*rows)[8] = 0;",
      "(var row:(ref (array 32 float)) = ([] tile a)) (var rows:(ptr (array 8 float)) = 0)",
    ],
    ["S u = {.x = 1};", "(var u:S = {.x 1})"],
    ["V<int> u; V<V<float>> v{1};", "(var u:V<type int>) (var v:V<type V<type float>> = {1})"],
    ["std::vector<float> u(a, 1.0f);", "(var u:std::vector<type float> (a 1.0f))"],
    ["cg::thread_block_tile<32> u = cg::tiled_partition<32>(b);", "(var u:cg::thread_block_tile<32> = (call cg::tiled_partition<32> b))"],
    ["cg::thread_block block = cg::this_thread_block();", "(var block:cg::thread_block = (call cg::this_thread_block))"],
    ["using T = float; T u = (T)a;", "(alias T float) (var u:T = (as T a))"],
    [
      "typedef float T; T u = (T)a; typedef float row[4]; row v;",
      "(alias T float) (var u:T = (as T a)) (alias row (array 4 float)) (var v:row)",
    ],
    ["typedef struct { int a; } P; P u;", "(alias P (struct  (var a:int))) (var u:P)"],
    [
      "struct L { int a; } u; struct M { int m; __device__ int get() const { return m; } }; M v;",
      "(struct L (var a:int)) (var u:L) (struct M (var m:int) (fn device const get () int {(return m)})) (var v:M)",
    ],
    ["enum { A, B = A + 2 }; enum class K { C }; K u = K::C;", "(enum  A B=(+ A 2)) (enum class K C) (var u:K = K::C)"],
    ["if (a) b; else if (c) d; else { e; }", "(if a b (if c d {e}))"],
    ["if (a) if (b) c; else d;", "(if a (if b c d))"],
    ["if constexpr (sizeof(int) == 4) a;", "(if constexpr (== (sizeof type int) 4) a)"],
    ["if (int u = a) u;", "(if (var u:int = a) u u)"],
    ["if (int u = a; u > 2) u;", "(if (var u:int = a) (> u 2) u)"],
    ["for (int u = 0, v = 9; u < v; ++u, --v) a;", "(for (var u:int = 0, v:int = 9) (< u v) (, (++ u) (-- v)) a)"],
    ["for (;;) break;", "(for _ _ _ (break))"],
    ["for (i = 0; i < a && b > c; i += 2) { continue; }", "(for (= i 0) (&& (< i a) (> b c)) (+= i 2) {(continue)})"],
    [
      "for (int u : tile) a += u;",
      "(for (var index of 70:unsigned int = 0) (< index of 70 (/ (sizeof tile) (sizeof ([] tile 0)))) (++ index of 70) {(var u:int = ([] tile index of 70)) (+= a u)})",
    ],
    [
      "for (auto& u : s.v) u++;",
      "(for (var index of 70:unsigned int = 0) (< index of 70 (/ (sizeof (. s v)) (sizeof ([] (. s v) 0)))) (++ index of 70) {(var u:(ref auto) = ([] (. s v) index of 70)) (post++ u)})",
    ],
    ["while (a < b && c > d) a++;", "(while (&& (< a b) (> c d)) (post++ a))"],
    ["do { a; } while (a--);", "(do {a} (post-- a))"],
    ["do a; while (0);", "(do a 0)"],
    ["switch (a) { case 1: case 2: b; break; case 3: { c; } default: d; }", "(switch a (1|2: b (break)) (3: {c}) (default: d))"],
    ["switch (a) { case S::x: return; default: break; }", "(switch a (S::x: (return)) (default: (break)))"],
    ["return a < b && c > d;", "(return (&& (< a b) (> c d)))"],
    ["return {a, b};", "(return {a b})"],
    ["return;", "(return)"],
    [";", "()"],
    ["{ { a; } ; }", "{{a} ()}"],
    ["decltype(a) u = b;", "(var u:decltype(a) = b)"],
    ['static_assert(sizeof(S) == 4 && 3 < 4, "size");', '(static-assert (&& (== (sizeof type S) 4) (< 3 4)) "size")'],
    ["typename S::T u;", "(var u:S::T)"],
    ["float u = a, v = (float)b * c; int n = x < y;", "(var u:float = a, v:float = (* (as float b) c)) (var n:int = (< x y))"],
    ["a; float a = 3; a * b;", "a (var a:float = 3) (* a b)"],
    ["{ typedef int a; a * z; } a * b;", "{(alias a int) (var z:(ptr a))} (* a b)"],
    ["int S = 3; S * a;", "(var S:int = 3) (* S a)"],
    [
      "auto f = [&](int v) { int w = v; return w * a; }; f(3);",
      "(var f:auto = (lambda [&] (v:int) {(var w:int = v) (return (* w a))})) (call f 3)",
    ],
    ["[&] { a = 1; }();", "(call (lambda [&] () {(= a 1)}))"],
    ['printf("%d\\n", a), b;', '(, (call printf "%d\\n" a) b)'],
    ["int u = a ? b : c, v = (a, b);", "(var u:int = (? a b c), v:int = (, a b))"],
    ["float4 u = make_float4(0, 0, 0, 0), v = q[0];", "(var u:float4 = (call make_float4 0 0 0 0), v:float4 = ([] q 0))"],
    ["using namespace cg; using std::min; namespace z = std::chrono;", ""],
    [
      "float u[] = {1.f, 2.f,}; int m[2][2] = {{1, 2}, {3, 4}};",
      "(var u:(array float) = {1.f 2.f}) (var m:(array 2 (array 2 int)) = {{1 2} {3 4}})",
    ],
    ["k<<<a, b>>>(p); g<3><<<a, b>>>(p);", "(launch k <a b> p) (launch g<3> <a b> p)"],
    ["T* q2 = p; T & r2 = *p; T * const r3 = p;", "(var q2:(ptr T) = p) (var r2:(ref T) = (* p)) (var r3:(ptr const T) = p)"],
    ["unsigned int mask = __ballot_sync(~0u, a > b);", "(var mask:unsigned int = (call __ballot_sync (~ 0u) (> a b)))"],
    ["__syncthreads();", "(call __syncthreads)"],
    [
      "int __proto__ = 1; __proto__ += constructor; int toString[3];",
      "(var __proto__:int = 1) (+= __proto__ constructor) (var toString:(array 3 int))",
    ],
    [
      "int n_rows = a, hasOwnProperty = 2; hasOwnProperty * n_rows;",
      "(var n_rows:int = a, hasOwnProperty:int = 2) (* hasOwnProperty n_rows)",
    ],
    ["cudaMalloc((void**)&p, a * sizeof(float));", "(call cudaMalloc (as (ptr (ptr void)) (& p)) (* a (sizeof type float)))"],
    [
      "cudaMemcpy(p, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);",
      "(call cudaMemcpy p (call (. h data)) (* n (sizeof type float)) cudaMemcpyHostToDevice)",
    ],
    ["(void)a; (a) = b;", "(as void a) (= a b)"],
    [
      "half2 h = __float2half2_rn(0.f); __nv_bfloat16* bp = (__nv_bfloat16*)p;",
      "(var h:half2 = (call __float2half2_rn 0.f)) (var bp:(ptr __nv_bfloat16) = (as (ptr __nv_bfloat16) p))",
    ],
    ["if (a) ; else ;", "(if a () ())"],
    ["k << <1, 2 >> > (p);", "(launch k <1 2> p)"],
    [
      "f(g<4>, a); f(u<4>, a); f(u::v<a>); bool r = a < b, w = c > d;",
      "(call f g<4> a) (call f u<4> a) (call f u::v<a>) (var r:bool = (< a b), w:bool = (> c d))",
    ],
    ["if (a and not b or c) d;", "(if (|| (&& a (! b)) c) d)"],
    [
      "float* h = new float[a * b]; delete[] h; S* one = new S; delete one; int* z = new int[a]();",
      "(var h:(ptr float) = (new float [(* a b)])) (delete[] h) (var one:(ptr S) = (new S)) (delete one) (var z:(ptr int) = (new int [a] ()))",
    ],
    ['using std::string; string s2("a"); string s3 = s2;', '(var s2:std::string ("a")) (var s3:std::string = s2)'],
    [
      "if (u && v) a; if (u * v) a; while (u & v) a; if (T* t = g()) a;",
      "(if (&& u v) a) (if (* u v) a) (while (& u v) a) (if (var t:(ptr T) = (call g)) t a)",
    ],
    ["if (a) [[likely]] { b; } [[maybe_unused]] int u;", "(if a {b}) (var u:int)"],
    ["int h = 3; h<a, 4><<<1, 2>>>(p); bool r = h < a;", "(var h:int = 3) (launch h<a, 4> <1 2> p) (var r:bool = (< h a))"],
  ])("%s", (written, tree) => expect(readStatements(written)).toBe(tree));
});

describe("texts that are not understood", () => {
  it.each([
    ["void f() { int x = 3 int y = 4; }", "3", "A `;` is missing after `3`."],
    ["void f() { x = 3 }", "3", "A `;` is missing after `3`."],
    ["void f() { x = (1 + 2; }", "(", "This `(` is never closed: `}` comes first."],
    ["void f() { x = 3;", "{", "This `{` is never closed."],
    ["void f() { x = a[3; }", "[", "This `[` is never closed: `}` comes first."],
    ["void f() { for (int i = 0; i < n; i++ { x; } }", "(", "This `(` is never closed: `}` comes first."],
    ["void f(int a, int b { x; }", "(", "This `(` is never closed."],
    ["void f() { x = 3; } }", "}", "This `}` closes nothing."],
    ["void f() { x = ; }", ";", "An expression is missing in front of `;`."],
    ["void f() { x = a +; }", ";", "An expression is missing in front of `;`."],
    ["void f() { f(a, ); }", ",", "Something is missing after `,`."],
    ["void f() { f(, a); }", ",", "An expression is missing in front of `,`."],
    ["void f() { if x > 3 y; }", "x", "`(` is expected here, not `x`."],
    ["void f() { if (x) }", ")", "A statement is missing here."],
    ["void f() { if () x; }", "(", "A condition is missing here."],
    ["void f() { else x; }", "else", "This `else` belongs to no `if`."],
    ["void f() { for (int i = 0, i < n, i++) x; }", "i", "A `;` is missing after `i`."],
    ["void f() { while (x }", "(", "This `(` is never closed: `}` comes first."],
    ["__device__ void f() { goto l; }", "goto", "Jumps with `goto` are not part of the lab. Use a loop with `break` or `continue`."],
    ["__device__ void f() { l: x; }", "l", "Labels are not part of the lab. Use a loop with `break` or `continue`."],
    ["__device__ void f() { asm(x); }", "x", "A text in quotes belongs here."],
    ["__device__ void f() { try { x; } catch (...) { } }", "try", "Exceptions are not part of the lab. Leave out `try` and `catch`."],
    ["__device__ void f() { throw 1; }", "throw", "Exceptions are not part of the lab. Use `assert` or return early."],
    ["struct S { virtual void f(); };", "virtual", "Virtual functions are not part of the lab. Use a template parameter."],
    ["struct S { int a : 3; };", ":", "Bit-fields are not part of the lab. Use shifts and masks."],
    ["struct S { int a; } struct T { int b; };", "}", "A `;` is missing after the `}` of `S`."],
    ["struct S { int a; } void f() {}", "}", "A `;` is missing after the `}` of `S`."],
    ["struct S { int a }", "a", "A `;` is missing after `a`."],
    ["auto [a, b] = c;", "=", "The lab takes members apart in functions only: declare a variable and use its members."],
    ["float (*f(int))(int);", "f", "Functions that return function pointers are not part of the lab."],
    ["void f(const char* s, ...) {}", "...", "Variadic functions (`...`) are not part of the lab. Give each parameter a name."],
    ["void f() { case 1: x; }", "case", "`case` stands directly in a `switch`."],
    ["void f() { switch (a) { x; } }", "x", "A `switch` begins with `case` or `default`."],
    ["void f() { int x y; }", "x", "A `;` is missing after `x`."],
    ["void f() { int 3x; }", "3x", "A name is expected here, not `3x`."],
    ["void f() { x = 3q; }", "3q", "`3q` is not a number."],
    ["void f() { x = 0x; }", "0x", "`0x` is not a number."],
    ["void f() { x = 08.f + 1.2.3; }", "1.2.3", "`1.2.3` is not a number."],
    ["void f() { x = 'ab'; }", "'ab'", "A character literal holds one character of one byte."],
    ['void f() { x = "abc; }', '"abc; }', "This string is not closed on its line."],
    ["void f() { x = '\\q'; }", "'\\q'", "`\\q` is not an escape sequence."],
    ["void f() { x = @; }", "@", "The character `@` has no meaning here."],
    ["void f() { x = a b; }", "a", "A `;` is missing after `a`."],
    ["__device__ void f() { k<<<1, 2>>(a); }", "<<<", "This launch is never closed: `>>>` is missing."],
    ["__device__ void f() { k<<<1, 2>>>; }", ";", "`(` is expected here, not `;`."],
    [
      "void f() { int g(int); }",
      "int g(int)",
      "This declares a function inside a function. If you mean a variable, drop the `()` or write `{}`.",
    ],
    ["void f() { int g() { return 1; } }", "g", "A function cannot be defined in a function. Use a lambda."],
    ["const N = 32;", "N", "The type of `N` is missing."],
    ["void f() { S s(); }", "S s()", "This declares a function inside a function. If you mean a variable, drop the `()` or write `{}`."],
    ["void f() { unsigned float x; }", "unsigned float", "`unsigned float` is not a type."],
    ["void f() { a ? b; }", ";", "`:` is expected here, not `;`."],
    ["void f() { return 1 }", "1", "A `;` is missing after `1`."],
    ["void f() { break }", "break", "A `;` is missing after `break`."],
    ["void f() { do x; while (1) }", ")", "A `;` is missing after `)`."],
    ["void f() { x.3; }", "x", "A `;` is missing after `x`."],
    ["void f() { x->; }", ";", "A name is expected here, not `;`."],
    ["__device__ void f() { (x += ...); }", "...", "An expression is missing in front of `...`."],
    ["void f() { float x = static_cast(3); }", "(", "A type in `<…>` is missing here."],
    ["void f() { float x = static_cast<float> 3; }", "3", "`(` is expected here, not `3`."],
    ["__device__ int f() { return co_await x; }", "co_await", "Coroutines are not part of the lab. Use plain functions."],
    ["foo;", "foo;", "This declares nothing."],
    ["foo(3);", "foo", "Here `foo(…)` stands outside any function. If you mean to declare a function, its return type is missing."],
    ["3;", "3", "`3` is not expected here."],
    ["__device__", "__device__", "The text ends too early, after `__device__`."],
    ["#if 08", "08", "`08` begins with 0, so it is octal: write `8`."],
    ["int;", "int;", "This declares nothing."],
    ["f() {}", "f", "Here `f(…)` stands outside any function. If you mean to declare a function, its return type is missing."],
    ["enum E { A B };", "B", "`,` is expected here, not `B`."],
    ["enum { A = };", "=", "Something is missing after `=`."],
    ["using A;", ";", "`=` is expected here, not `;`."],
    ["#foo", "#foo", "`#foo` is not a preprocessor directive."],
    ["#else", "#else", "This `#else` belongs to no `#if`."],
    ["#if 1 +", "#if 1 +", "This condition is not complete."],
    ["#error no way", "#error no way", "The text contains an #error: no way"],
    ["#define", "#define", "A name is missing after `#define`."],
    ["/* open", "/*", "This comment is never closed: `*/` is missing."],
    ["__global__ void k(int n) { n = #; }", "#", "An expression is missing in front of `#`."],
    ["__device__ int x = 1", "1", "A `;` is missing after `1`."],
    ["__device__ void f() { [x =] { }; }", "=", "Something is missing after `=`."],
    ["void f() { if (int x = 3, y = 4) z; }", ",", "`,` is not expected here."],
    ["void f() { while (int x = 3) z; }", "int", "Declare this variable in front of the loop."],
    ['int operator""_x(int a);', '""', "An operator is missing here."],
    ["template <int N> float pi = 3;", "float pi = 3;", "Variable templates are not part of the lab. Use a function."],
    [
      "struct __attribute__((packed)) S { int a; };",
      "__attribute__",
      "Packed structs are not part of the lab. Order the members so that none needs padding.",
    ],
    ['__device__ void f() { x = R"(abc)"; }', 'R"(abc)"; }', "Literals with the prefix `R` are not part of the lab. Write a plain one."],
    ["void f() { int a; a + ; b; }", ";", "An expression is missing in front of `;`."],
    ["__device__ void f() { k<<<1>>>(; }", "(", "This `(` is never closed: `}` comes first."],
  ])("%s", (text, place, message) => expect(errorOf(text)).toEqual({ place, message }));
});

describe("the place of a node", () => {
  const placeOf = (text: string): string => {
    const [declaration] = parse(text).declarations;
    const node = declaration?.kind === "function" ? declaration.body?.statements[0] : undefined;
    const value = node?.kind === "expression" && node.expression.kind === "assignment" ? node.expression.value : undefined;
    return value ? text.slice(value.span.from, value.span.to) : "none";
  };

  it.each([
    ["void f() { a = b[i] + 1; }", "b[i] + 1"],
    ["void f() { a = (float4*) p; }", "(float4*) p"],
    ["void f() { a = /* here */ g( b,\n c ); }", "g( b,\n c )"],
    ["void f() { a = b \\\n + c; }", "b \\\n + c"],
  ])("%s", (text, place) => expect(placeOf(text)).toBe(place));

  it("is the use of the macro that brought it", () => {
    expect(placeOf("#define N 32 + 1\nvoid f() { a = N; }")).toBe("N");
  });

  it("is its own if it is an argument of a macro", () => {
    const text = "#define AT(r, c) m[(r) * 32 + (c)]\nvoid f() { a = AT(i, j + 1); }";
    const [declaration] = parse(text).declarations;
    const node = declaration?.kind === "function" ? declaration.body?.statements[0] : undefined;
    const value = node?.kind === "expression" && node.expression.kind === "assignment" ? node.expression.value : undefined;
    const column = value?.kind === "index" && value.index.kind === "binary" ? value.index.right : undefined;
    expect(value && text.slice(value.span.from, value.span.to)).toBe("AT(i, j + 1)");
    expect(column && text.slice(column.span.from, column.span.to)).toBe("j + 1");
  });
});

/** Beside the project, or beside the folder of its worktrees. */
const DOCUMENTS = ["..", "../.."]
  .map((above) => join(import.meta.dirname, "../../..", above, "shared/kernels/documents"))
  .find((folder) => existsSync(folder));

describe.runIf(DOCUMENTS)("the kernels of the documents", () => {
  const kernels = DOCUMENTS ? readdirSync(DOCUMENTS).filter((name) => name.endsWith(".cu")) : [];

  it("are 42", () => expect(kernels).toHaveLength(42));

  it.each(kernels)("%s", (name) => expect(showFile(parse(readFileSync(join(DOCUMENTS!, name), "utf8")))).toMatch(/\(fn global /));
});
