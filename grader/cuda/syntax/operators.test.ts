import { describe, expect, it } from "vitest";
import { showStatement } from "#testing/tree-text.ts";
import { parse } from "./parse.ts";

const DECLARED =
  "struct S { int x; }; typedef int I; template <int N> int g(int n); template <typename T> struct V { T x; };" +
  " void test() { int a, b, c, d, e, x, y, i, *p; float4 *q; S s;";

function read(expression: string): string {
  const test = parse(`${DECLARED} ${expression}; }`).declarations.at(-1);
  const statement = test?.kind === "function" ? test.body?.statements[3] : undefined;
  if (!statement) throw new Error(`no statement in ${expression}`);
  return showStatement(statement);
}

describe("an expression", () => {
  it.each([
    ["a + b * c", "(+ a (* b c))"],
    ["a * b + c", "(+ (* a b) c)"],
    ["(a + b) * c", "(* (+ a b) c)"],
    ["a - b - c", "(- (- a b) c)"],
    ["a = b = c", "(= a (= b c))"],
    ["a = b ? c : d", "(= a (? b c d))"],
    ["a ? b : c ? d : e", "(? a b (? c d e))"],
    ["a ? b ? c : d : e", "(? a (? b c d) e)"],
    ["a ? b : c = d", "(? a b (= c d))"],
    ["a ? b, c : d", "(? a (, b c) d)"],
    ["a += b ? c : d", "(+= a (? b c d))"],
    ["a || b ? c : d", "(? (|| a b) c d)"],
    ["x = a < b && c > d", "(= x (&& (< a b) (> c d)))"],
    ["a < b || c > d && e", "(|| (< a b) (&& (> c d) e))"],
    ["a == b & c", "(& (== a b) c)"],
    ["a & b == c", "(& a (== b c))"],
    ["a | b ^ c & d", "(| a (^ b (& c d)))"],
    ["a << b + c", "(<< a (+ b c))"],
    ["a >> b >> c", "(>> (>> a b) c)"],
    ["a >= b", "(>= a b)"],
    ["a >>= b", "(>>= a b)"],
    ["a > b", "(> a b)"],
    ["a<b>c", "(> (< a b) c)"],
    ["!a == b", "(== (! a) b)"],
    ["~a & b", "(& (~ a) b)"],
    ["-a * b", "(* (- a) b)"],
    ["- -a", "(- (- a))"],
    ["-a.x", "(- (. a x))"],
    ["!p[i]", "(! ([] p i))"],
    ["*p++", "(* (post++ p))"],
    ["++*p", "(++ (* p))"],
    ["(*p)++", "(post++ (* p))"],
    ["*++p", "(* (++ p))"],
    ["&p[i]", "(& ([] p i))"],
    ["&s.x", "(& (. s x))"],
    ["p->x->y", "(-> (-> p x) y)"],
    ["a, b = c, d", "(, (, a (= b c)) d)"],
    ["(int)y * z", "(* (as int y) z)"],
    ["(a) * b", "(* a b)"],
    ["(a) - b", "(- a b)"],
    ["(a) & b", "(& a b)"],
    ["(a)(b)", "(call a b)"],
    ["(int)(a + b) * c", "(* (as int (+ a b)) c)"],
    ["(I)x + y", "(+ (as I x) y)"],
    ["(S)x", "(as S x)"],
    ["(float4 *)p", "(as (ptr float4) p)"],
    ["*(float4 *)(p + i)", "(* (as (ptr float4) (+ p i)))"],
    ["*(const float4*)&p[i]", "(* (as (ptr const float4) (& ([] p i))))"],
    ["((float4*)p)[i].x", "(. ([] (as (ptr float4) p) i) x)"],
    ["(float*)p + 1", "(+ (as (ptr float) p) 1)"],
    ["(unsigned long long)p", "(as unsigned long long p)"],
    ["(unsigned)a >> 1", "(>> (as unsigned int a) 1)"],
    ["(int)-a", "(as int (- a))"],
    ["(int)!a", "(as int (! a))"],
    ["(float)a / (float)b", "(/ (as float a) (as float b))"],
    ["(size_t)a * b", "(* (as size_t a) b)"],
    ["(Unknown)x", "(as Unknown x)"],
    ["(Unknown*)p", "(as (ptr Unknown) p)"],
    ["(void)a", "(as void a)"],
    ["(const volatile int *)p", "(as (ptr const volatile int) p)"],
    ["(float (*)[8])p", "(as (ptr (array 8 float)) p)"],
    ["static_cast<float>(a) + b", "(+ (static as float a) b)"],
    ["reinterpret_cast<float4*>(p)[i]", "([] (reinterpret as (ptr float4) p) i)"],
    ["*reinterpret_cast<const float4*>(&p[i])", "(* (reinterpret as (ptr const float4) (& ([] p i))))"],
    ["const_cast<float*>(p)", "(const as (ptr float) p)"],
    ["reinterpret_cast<V<V<int>>*>(p)", "(reinterpret as (ptr V<type V<type int>>) p)"],
    ["float(a) / 2", "(/ (make float a) 2)"],
    ["int(a)", "(make int a)"],
    ["unsigned(a) & 3", "(& (make unsigned int a) 3)"],
    ["float4{1, 2, 3, 4}", "(make{} float4 1 2 3 4)"],
    ["S{a}", "(make{} S a)"],
    ["make_float4(a, b, c, d)", "(call make_float4 a b c d)"],
    ["dim3(a, b)", "(call dim3 a b)"],
    ["V<int>{a}", "(make{} V<type int> a)"],
    ["g<4>(a)", "(call g<4> a)"],
    ["g<a + 1>(b)", "(call g<(+ a 1)> b)"],
    ["g<(a > b)>(c)", "(call g<(> a b)> c)"],
    ["cg::tiled_partition<32>(x)", "(call cg::tiled_partition<32> x)"],
    ["s.template f<4>(a)", "(call (. s f<4>) a)"],
    ["s.shfl<int>(a)", "(call (. s shfl<type int>) a)"],
    ["s.x < b", "(< (. s x) b)"],
    ["s.x < 3 && a > (b)", "(&& (< (. s x) 3) (> a b))"],
    ["threadIdx.x < a && b > (c)", "(&& (< (. threadIdx x) a) (> b c))"],
    ["f(a < b, c > d)", "(call f (< a b) (> c d))"],
    ["f(a < b, c > (d))", "(call f (< a b) (> c d))"],
    ["std::min<int>(a, b)", "(call std::min<type int> a b)"],
    ["std::numeric_limits<float>::max()", "(call std::numeric_limits<type float>::max)"],
    ["std::is_same_v<float, T> ? a : b", "(? std::is_same_v<type float, T> a b)"],
    ["a < b ? c : d", "(? (< a b) c d)"],
    ["sizeof(int) * a", "(* (sizeof type int) a)"],
    ["sizeof(a) * b", "(* (sizeof a) b)"],
    ["sizeof a * b", "(* (sizeof a) b)"],
    ["sizeof(float4*) + 1", "(+ (sizeof type (ptr float4)) 1)"],
    ["sizeof(S)", "(sizeof type S)"],
    ["sizeof(p[0])", "(sizeof ([] p 0))"],
    ["sizeof(float[4])", "(sizeof type (array 4 float))"],
    ["a[i][x + 1] = b", "(= ([] ([] a i) (+ x 1)) b)"],
    ["a[i++] += b--", "(+= ([] a (post++ i)) (post-- b))"],
    ["a[b = c]", "([] a (= b c))"],
    ["f()", "(call f)"],
    ["f(a)(b)", "(call (call f a) b)"],
    ["f((a, b), c)", "(call f (, a b) c)"],
    ["f({a, b}, {})", "(call f {a b} {})"],
    ["s.f(a).x", "(. (call (. s f) a) x)"],
    ["(*p).x", "(. (* p) x)"],
    ["a % 32 == 0", "(== (% a 32) 0)"],
    ["a / b / c % d", "(% (/ (/ a b) c) d)"],
    ["a - -b", "(- a (- b))"],
    ["a+++b", "(+ (post++ a) b)"],
    ["a && b || c && d", "(|| (&& a b) (&& c d))"],
    ["a || b && c || d", "(|| (|| a (&& b c)) d)"],
    ["a != b == c", "(== (!= a b) c)"],
    ["a ^ b | c", "(| (^ a b) c)"],
    ["a = b += c -= d", "(= a (+= b (-= c d)))"],
    ["a <<= b | c", "(<<= a (| b c))"],
    ["a & 0x1f", "(& a 0x1f)"],
    ["a * (b + c) * d", "(* (* a (+ b c)) d)"],
    ["x = -y * z + ~a", "(= x (+ (* (- y) z) (~ a)))"],
    ["b ? -c : +d", "(? b (- c) (+ d))"],
    ["!a && !b", "(&& (! a) (! b))"],
    ["*p = *q", "(= (* p) (* q))"],
    ["p[i] = p[i + 1] = a", "(= ([] p i) (= ([] p (+ i 1)) a))"],
    ["a = (b, c)", "(= a (, b c))"],
    ["true && !false", "(&& true (! false))"],
    ["nullptr == p", "(== null p)"],
    ["NULL", "null"],
    ["'a' + '\\n' + '\\0' + '\\x41'", "(+ (+ (+ '97' '10') '0') '65')"],
    ['"a\\tb" "c"', '"a\\tbc"'],
    ["1'000'000 + 0b1010 + 0xFFull + 017", "(+ (+ (+ 1'000'000 0b1010) 0xFFull) 017)"],
    ["1.5f + .5 + 5.f + 1e-3 + 0x1.8p3f + 1e5f", "(+ (+ (+ (+ (+ 1.5f .5) 5.f) 1e-3) 0x1.8p3f) 1e5f)"],
    ["3ULL * 2lu", "(* 3ULL 2lu)"],
    ["[&](int v) { return v + a; }", "(lambda [&] (v:int) {(return (+ v a))})"],
    ["[=]() -> float { return a; }(b)", "(call (lambda [=] () -> float {(return a)}) b)"],
    ["[a, &b] { a; }", "(lambda [a &b] () {a})"],
    ["[] __device__ (int v) { return v; }", "(lambda [] (v:int) {(return v)})"],
    ["f([&](int v) { if (v < a) return v; return b; }, c)", "(call f (lambda [&] (v:int) {(if (< v a) (return v)) (return b)}) c)"],
    ["k<<<a, b>>>(c)", "(launch k <a b> c)"],
    ["k<<<dim3(a, b), c, d, e>>>()", "(launch k <(call dim3 a b) c d e> )"],
    ["g<4><<<a >> 1, b>>>(c)", "(launch g<4> <(>> a 1) b> c)"],
    ["k<<<(a + 255) / 256, 256, sizeof(float) * b>>>(p, a)", "(launch k <(/ (+ a 255) 256) 256 (* (sizeof type float) b)> p a)"],
    ["n::k<V<V<int>>><<<1, 2>>>(a)", "(launch n::k<type V<type V<type int>>> <1 2> a)"],
    ["this->x", "(-> this x)"],
    ["__proto__ + constructor * toString", "(+ __proto__ (* constructor toString))"],
    ["hasOwnProperty(__proto__)", "(call hasOwnProperty __proto__)"],
    ["s.constructor = s.__proto__", "(= (. s constructor) (. s __proto__))"],
    ["__shfl_xor_sync(0xffffffff, x, 1)", "(call __shfl_xor_sync 0xffffffff x 1)"],
    ["atomicAdd(&p[i], 1.0f)", "(call atomicAdd (& ([] p i)) 1.0f)"],
    ["x = y ? a : b", "(= x (? y a b))"],
    ["a = b < c", "(= a (< b c))"],
    ["x = (float)a / b", "(= x (/ (as float a) b))"],
    ["::f(a)", "(call f a)"],
  ])("%s", (written, tree) => expect(read(written)).toBe(tree));
});

/** From loose to tight, as the C++ standard lists them. */
const LEVELS = [
  [","],
  ["=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^="],
  ["||"],
  ["&&"],
  ["|"],
  ["^"],
  ["&"],
  ["==", "!="],
  ["<", ">", "<=", ">="],
  ["<<", ">>"],
  ["+", "-"],
  ["*", "/", "%"],
];
const ASSIGNMENTS = 1;

const pairs = LEVELS.flatMap((firsts, firstLevel) =>
  LEVELS.flatMap((seconds, secondLevel) =>
    firsts.flatMap((first) =>
      seconds.map((second) => {
        // Assignments group from the right; an assignment behind a tighter operator takes all of it as its target.
        const leftFirst = firstLevel > secondLevel || (firstLevel === secondLevel && firstLevel !== ASSIGNMENTS);
        const tree = leftFirst ? `(${second} (${first} a b) c)` : `(${first} a (${second} b c))`;
        return [`a ${first} b ${second} c`, tree] as const;
      }),
    ),
  ),
);

describe("each pair of operators", () => {
  it.each(pairs)("%s", (written, tree) => expect(read(written)).toBe(tree));

  it.each(["+", "-", "!", "~", "*", "&", "++", "--", "(int)", "sizeof "])("%s binds tighter than what has two operands", (prefix) => {
    for (const [operator] of LEVELS) expect(read(`${prefix}a ${operator} b`)).toBe(`(${operator} ${read(`${prefix}a`)} b)`);
  });

  it.each([".x", "->x", "[i]", "(i)", "++", "--"])("%s binds tighter than a prefix", (postfix) => {
    for (const [prefix, name] of [
      ["-", "-"],
      ["*", "*"],
      ["!", "!"],
      ["&", "&"],
      ["(int)", "as int"],
      ["(S*)", "as (ptr S)"],
    ]) {
      expect(read(`${prefix}a${postfix}`)).toBe(`(${name} ${read(`a${postfix}`)})`);
    }
  });
});
