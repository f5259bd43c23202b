import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { runHost } from "./run-host.ts";

const run = (body: string, before = "") => runHost(`#include <cstdio>\n${before}\nint main() { ${body} }`, { device: h200 });
const lines = (body: string, before = "") => run(body, before).printed;

const CLOCK = "The host's clock stands still: a time that it measures is 0, and what is divided by it is inf or nan.";

describe("C++'s library on the host", () => {
  // What g++ 12 prints for the same text, with glibc.
  it.each([
    ["streams", 'std::cout << 1.5 << " " << 1e-7f << " " << true << std::boolalpha << true << " " << \'c\' << " " << std::hex << 255 << std::dec << 7 << std::endl;', ["1.5 1e-07 1true c ff7"]], // prettier-ignore
    ["casts", "std::cout << (char)65 << (unsigned char)66 << (int)'c' << (void *)0 << \"\\n\";", ["AB990x0"]],
    ["manipulators", 'std::cout << std::fixed << std::setprecision(3) << 3.14159 << "|" << std::setw(8) << 42 << "|" << std::left << std::setw(4) << 7 << "|" << std::setfill(\'0\') << std::right << std::setw(5) << 7 << "|" << std::scientific << 12345.678 << "\\n";', ["3.142|      42|7   |00007|1.235e+04"]], // prettier-ignore
    ["settings of a stream", 'std::cout.setf(std::ios::fixed, std::ios::floatfield); std::cout.precision(2); std::cout << 3.14159 << " "; std::cout.unsetf(std::ios::fixed); std::cout << 3.14159 << "\\n";', ["3.14 3.1"]], // prettier-ignore
    [
      "streams to texts",
      'std::ostringstream s; s << "a" << 5 << ":" << 2.5; std::cout << s.str() << s.str().size() << "\\n";',
      ["a5:2.56"],
    ],
    ["printf", 'printf("%5.2f|%-6s|%+d|%05d|%*d|%.*f|%e|%g|%x|%o|%c|%%|%lu|%lld\\n", 3.14159, "ab", 5, 42, 5, 7, 2, 2.5, 12345.678, 0.0001, 255, 8, 65, 7ul, -9ll);', [" 3.14|ab    |+5|00042|    7|2.50|1.234568e+04|0.0001|ff|10|A|%|7|-9"]], // prettier-ignore
    ["rounding to even", 'printf("%.0f %.0f %.0f %.1f %.2f %.0f\\n", 0.5, 1.5, 2.5, 0.25, 0.125, -2.5);', ["0 2 2 0.2 0.12 -2"]],
    ["texts in arrays", 'char t[16]; int n = snprintf(t, sizeof(t), "%d-%s", 12345, "abcdefghijklmn"); puts(t); printf("%d %zu %d\\n", n, strlen(t), strcmp(t, "12345"));', ["12345-abcdefghi", "20 15 1"]], // prettier-ignore
    ["a string's length", 'std::string s = "abcdef"; s.resize(2); s.resize(4, \'x\'); printf("%s ", s.c_str()); s.resize(6); printf("%s %zu %d", s.c_str(), s.size(), s[5]);', ["abxx abxx 6 0"]], // prettier-ignore
    ["strings", 'std::string s = "abc"; s += "def"; s += \'!\'; std::string u = s + std::to_string(42) + "x"; printf("%s %zu %s %d %zu %d\\n", u.c_str(), u.length(), u.substr(1, 3).c_str(), u == "abcdef!42x", u.find("ef"), std::stoi("17") + 1);', ["abcdef!42x 10 bcd 1 4 18"]], // prettier-ignore
    ["vectors", 'std::vector<int> v = {3, 1, 2}; v.reserve(10); v.push_back(9); v.pop_back(); v.emplace_back(4); v.resize(6, 8); std::vector<int> w(v.begin() + 1, v.end()); for (auto &x : w) x *= 2; v.clear(); for (int x : w) printf("%d ", x); printf("%zu %d %d\\n", v.size(), v.empty(), w.front() + w.back());', ["2 4 8 16 16 0 1 18"]], // prettier-ignore
    ["arrays", 'std::array<int, 4> a = {1, 2, 3}; a[3] = a.size(); int sum = 0; for (int x : a) sum += x; a.fill(2); printf("%d %d\\n", sum, a.back());', ["10 2"]], // prettier-ignore
    ["ranges", 'int a[3] = {1, 2, 3}; for (int &x : a) x++; for (double x : {0.5, 1.5}) printf("%g ", x); for (auto x : a) printf("%d ", x); for (int x : {}) printf("none"); printf("\\n");', ["0.5 1.5 2 3 4 "]], // prettier-ignore
    [
      "algorithms",
      'std::vector<float> v(6); std::iota(v.begin(), v.end(), 1.0f); std::vector<float> w(6); std::transform(v.begin(), v.end(), w.begin(), [](float x) { return x * x; }); std::reverse(w.begin(), w.end()); printf("%g %g %g %ld %d %g\\n", std::accumulate(w.begin(), w.end(), 0.0f), *std::max_element(w.begin(), w.end()), w[0], std::count_if(w.begin(), w.end(), [](float x) { return x > 10; }), std::find(w.begin(), w.end(), 4.0f) == w.begin() + 4, std::inner_product(v.begin(), v.end(), w.begin(), 0.0f));', // prettier-ignore
      ["91 36 36 3 1 196"],
    ],
    ["sorting", 'std::vector<int> v = {5, 3, 9, 1, 7}; std::sort(v.begin(), v.end()); for (int x : v) printf("%d ", x); std::sort(v.begin(), v.end(), std::greater<int>()); printf("%d ", v[0]); int a[] = {3, 1, 2}; std::sort(a, a + 3, [](int x, int y) { return x > y; }); printf("%d%d%d\\n", a[0], a[1], a[2]);', ["1 3 5 7 9 9 321"]], // prettier-ignore
    ["generating", "std::vector<int> v(3); int n = 0; std::generate(v.begin(), v.end(), [&n] { return n += 2; }); std::fill(v.begin(), v.begin() + 1, 7); printf(\"%d %d %d %d\\n\", v[0], v[1], v[2], n);", ["7 4 6 6"]], // prettier-ignore
    ["swapping", 'int a = 1, b = 2; std::swap(a, b); float c = std::max(1.5f, 2.5f); printf("%d %d %g %d\\n", a, b, c, std::min(a, b));', ["2 1 2.5 1"]], // prettier-ignore
    ["pairs", 'auto p = std::make_pair(3, 2.5); std::pair<int, float> q = {1, 2.0f}; printf("%d %g %g\\n", p.first, p.second, q.second);', ["3 2.5 2"]], // prettier-ignore
    ["sorted pairs", 'std::vector<std::pair<int, float>> v; v.push_back(std::make_pair(2, 1.5f)); v.push_back({1, 3.0f}); v.push_back({1, 2.0f}); std::sort(v.begin(), v.end()); for (auto &p : v) printf("%d:%g ", p.first, p.second); printf("%d\\n", v[0] == v[1]);', ["1:2 1:3 2:1.5 0"]], // prettier-ignore
    ["lists as arguments", 'struct P { int x; float y; }; struct Q { static float sum(const std::vector<P> &v) { float s = 0; for (auto &p : v) s += p.x + p.y; return s; } static int of(const P &p) { return p.x; } static int one(int n) { return n; } }; std::map<std::string, int> m; m.insert({"a", 4}); std::string s; s.append({"xyz"}); printf("%g %d %d %d %d %s\\n", Q::sum({{1, 2.5f}, {3, 4}}), Q::of({7, 1}), Q::one({5}), Q::of({.x = 8}), m["a"], s.c_str());', ["10.5 7 5 8 4 xyz"]], // prettier-ignore
    ["maps", 'std::map<std::string, int> m; m["b"] = 2; m["a"]++; m["a"]++; m.insert(std::make_pair(std::string("c"), 9)); m.emplace("a", 7); for (auto &kv : m) printf("%s%d ", kv.first.c_str(), kv.second); printf("%zu %zu %d ", m.size(), m.count("z"), m.find("z") == m.end()); m.erase("a"); auto it = m.find("b"); it->second = 5; for (auto i = m.begin(); i != m.end(); ++i) printf("%s%d ", i->first.c_str(), i->second); try { m.at("q"); } catch (const std::out_of_range &e) { printf("none"); } printf("\\n");', ["a2 b2 c9 3 0 1 b5 c9 none"]], // prettier-ignore
    ["lists without inner braces", 'int a[2][2][2] = {1, 2, 3, 4, 5, 6, 7}; struct P { int x, y; }; P p[2] = {1, 2, {3}}; printf("%d %d %d %d\\n", a[1][0][1], a[1][1][1], p[0].y, p[1].x);', ["6 0 2 3"]], // prettier-ignore
    ["empty bases", 'struct E {}; struct B : E { int x; }; struct D {}; struct C : B, D { char c; }; printf("%zu %zu\\n", sizeof(B), sizeof(C));', ["4 8"]], // prettier-ignore
    ["reading texts", 'int a = 0; unsigned b; float c; double d; char w[8]; long long l; int n = sscanf("12, -7 0x1F word 9000000000 2.5e1", "%d, %f %x %s %lld %lf", &a, &c, &b, w, &l, &d); printf("%d %d %g %u %s %lld %g %d %d\\n", n, a, c, b, w, l, d, sscanf("x", "%d", &a), sscanf("", "%d", &a));', ["6 12 -7 31 word 9000000000 25 0 -1"]], // prettier-ignore
    ["places in strings", 'std::string s = "a/b/c.txt"; printf("%zu %zu %zu %zu %d %zu\\n", s.rfind("/"), s.find_last_of("/."), s.find_first_of("/."), s.rfind("a/"), s.rfind("q") == std::string::npos, s.find_last_of(\'b\'));', ["3 5 1 0 1 2"]], // prettier-ignore
    ["lists of containers", 'std::map<std::string, std::vector<int>> m = {{"b", {1, 2}}, {"a", {3}}}; std::set<int> s{3, 1, 3}; for (auto &[k, v] : m) printf("%s%zu ", k.c_str(), v.size()); std::map<std::string, std::vector<int>> n = m; n["b"].push_back(5); printf("%zu %zu %d %d\\n", s.size(), m["b"].size(), std::max({1, 5, 3}), std::min({4, 2}));', ["a1 b2 2 2 5 2"]], // prettier-ignore
    ["places in vectors", 'std::vector<int> v = {1, 2, 3}; int more[] = {8, 9}; v.insert(v.begin() + 1, 7); v.insert(v.end(), more, more + 2); v.erase(v.begin()); v.erase(v.begin() + 1, v.begin() + 3); std::vector<std::pair<std::string, int>> p; p.emplace_back("b", 4); for (int i = 0; i < 40; i++) v.insert(v.begin(), i); printf("%d %d %d %zu %s%d\\n", v[0], v[40], v.back(), v.size(), p[0].first.c_str(), p[0].second);', ["39 7 9 43 b4"]], // prettier-ignore
    ["a value that is inserted several times", 'std::vector<float> v = {1, 2}; v.insert(v.begin() + 1, 3, 7); for (float x : v) printf("%g ", x); printf("\\n");', ["1 7 7 7 2 "]], // prettier-ignore
    ["counts of bits", 'printf("%d %d %d %d %d %d %d\\n", __builtin_clz(40), __builtin_clzll(40), __builtin_ctz(40), __builtin_ctzll(1ull << 40), __builtin_popcount(-1), __builtin_popcountll(-1ll), 1 << (32 - __builtin_clz(std::max(3, 5) - 1)));', ["26 58 3 40 32 64 8"]], // prettier-ignore
    ["searches", 'int a[] = {1, 3, 3, 7, 9}; int b[5]; std::exclusive_scan(a, a + 5, b, 0); auto [low, high] = std::minmax_element(a, a + 5); printf("%td %td %d %d %d %d %d ", std::lower_bound(a, a + 5, 3) - a, std::upper_bound(a, a + 5, 3) - a, std::binary_search(a, a + 5, 4), *low, *high, b[4], std::clamp(12, 0, 9)); std::rotate(a, a + 2, a + 5); int *end = std::unique(a, a + 5); printf("%d %d %td\\n", a[0], a[3], end - a);', ["1 3 0 1 9 14 9 3 1 5"]], // prettier-ignore
    ["shared owners", 'struct S { static void drop(int *p) { printf("dropped %d ", *p); delete p; } }; auto a = std::make_shared<float>(2.5f); { auto b = a; *b = 3; printf("%ld ", b.use_count()); } std::shared_ptr<int> c(new int(7), [](int *p) { S::drop(p); }); { std::shared_ptr<int> d = c; c.reset(); printf("kept "); } auto u = std::make_unique<float[]>(4); u[2] = 1; auto w = std::make_unique<std::pair<int, int>>(); printf("%g %ld %g %d\\n", *a, a.use_count(), u[2] + u[3], w != nullptr);', ["2 kept dropped 7 3 1 1 1"]], // prettier-ignore
    ["optional values", 'std::optional<int> o; printf("%d %d ", o.has_value(), o.value_or(9)); o = 4; if (o) printf("%d %d\\n", *o, o.value());', ["0 9 4 4"]], // prettier-ignore
    ["sets", 'std::set<int> s; for (int x : {5, 3, 5, 1}) s.insert(x); auto [at, isNew] = s.insert(3); printf("%d %d ", *at, isNew); for (int x : s) printf("%d ", x); s.erase(3); std::unordered_set<std::string> u; u.insert("a"); printf("%zu %d %zu %d\\n", s.size(), s.find(9) == s.end(), s.count(3), (int)u.count("a"));', ["3 0 1 3 5 2 1 0 1"]], // prettier-ignore
    ["queues and stacks", 'std::queue<int> q; for (int i = 0; i < 100; i++) { q.push(i); q.push(-i); q.pop(); } std::stack<int> s; s.push(1); s.push(2); s.pop(); std::deque<int> d; for (int i = 0; i < 20; i++) { d.push_front(i); d.push_back(-i); } d.pop_front(); d.pop_back(); std::priority_queue<int> p; for (int x : {3, 9, 1, 7}) p.push(x); p.pop(); std::priority_queue<int, std::vector<int>, std::greater<int>> r; for (int x : {3, 9, 1, 7}) r.push(x); printf("%d %d %zu %d %d %d %zu %d %d\\n", q.front(), q.back(), q.size(), s.top(), d.front(), d[37], d.size(), p.top(), r.top());', ["50 -99 100 1 18 -18 38 7 1"]], // prettier-ignore
    ["tuples", 'auto t = std::make_tuple(1, 2.5f, std::string("c")); std::get<0>(t)++; auto [a, b, c] = t; std::tuple<int, double> u = std::make_tuple(3, 4.5); int x; double y; std::tie(x, y) = u; auto &[p, q] = u; p = 9; auto v = std::make_pair(7, 8.5); std::get<1>(v) += 1; std::tie(x, std::get<1>(u)) = v; printf("%d %g %s %d %g %g %d\\n", a, b, c.c_str(), std::get<0>(u), y, std::get<1>(u), x);', ["2 2.5 c 9 4.5 9.5 7"]], // prettier-ignore
    ["unordered maps", 'std::unordered_map<int, std::vector<float>> m; m[9].push_back(1.5f); m[-3].resize(4); m[9].push_back(2.5f); printf("%zu %g %zu %d\\n", m.size(), m[9][1], m.at(-3).size(), (int)m.count(4));', ["2 2.5 4 0"]], // prettier-ignore
    ["jumps", 'int n = 0; again: n++; for (int i = 0; i < 3; i++) { do { if (n < 4) goto again; } while (false); if (i == 1) goto end; } printf("left out"); end: switch (n) { case 4: goto out; } printf("left out"); out: printf("%d\\n", n);', ["4"]], // prettier-ignore
    ["times", 'struct timeval a = {3, 200000}, b = {5, 100000}, c, d; timersub(&b, &a, &c); timeradd(&b, &a, &d); printf("%ld %ld %ld %ld\\n", c.tv_sec, c.tv_usec, d.tv_sec, d.tv_usec);', ["1 900000 8 300000"]], // prettier-ignore
    ["a result that comes with a value for a variable", 'struct S { static int set(int *to) { *to = 7; return 3; } }; int x = 0; const int r = S::set(&x); printf("%d %d\\n", x, r);', ["7 3"]], // prettier-ignore
    ["rand", 'int a = rand(), b = rand(), c = rand(); srand(42); printf("%d %d %d %d\\n", a, b, c, rand());', ["1804289383 846930886 1681692777 71876166"]], // prettier-ignore
    ["the Mersenne Twister", 'std::mt19937 g; unsigned x = 0; for (int i = 0; i < 10000; i++) x = g(); std::mt19937 h(42); printf("%u %u\\n", x, h());', ["4123659995 1608637542"]], // prettier-ignore
    [
      "distributions",
      'std::mt19937 g(42); std::uniform_real_distribution<float> f(0.0f, 1.0f); std::uniform_real_distribution<double> d(-1.0, 1.0); std::uniform_int_distribution<int> i(1, 6); float a = f(g), b = f(g); double c = d(g); int k = i(g), l = i(g); printf("%.9g %.9g %.17g %d %d\\n", a, b, c, k, l);', // prettier-ignore
      ["0.37454012 0.796543002 -0.63313042421326304 5 5"],
    ],
    ["the default engine", 'std::default_random_engine g(7); std::uniform_int_distribution<int> i(0, 99); std::normal_distribution<float> n(0.0f, 1.0f); int a = i(g); float b = n(g); printf("%d %.6g\\n", a, b);', ["0 -0.220502"]], // prettier-ignore
  ])("%s", (_, body, expected) => expect(lines(body)).toEqual(expected));

  it.each([
    ["std::chrono", 'auto a = std::chrono::high_resolution_clock::now(); auto b = std::chrono::high_resolution_clock::now(); std::chrono::duration<double, std::milli> ms = b - a; auto us = std::chrono::duration_cast<std::chrono::microseconds>(b - a).count(); printf("%g %ld %g\\n", ms.count(), us, std::chrono::duration<float>(b - a).count());', "0 0 0"], // prettier-ignore
    ["clock", 'clock_t a = clock(); printf("%g\\n", (double)(clock() - a) / CLOCKS_PER_SEC);', "0"],
    ["gettimeofday", 'struct timeval t; gettimeofday(&t, NULL); printf("%g\\n", (double)t.tv_sec + t.tv_usec * 1e-6);', "0"],
    ["clock_gettime", 'struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); printf("%g\\n", t.tv_sec + t.tv_nsec * 1e-9);', "0"],
  ])("%s says that the clock stands still", (_, body, expected) => {
    expect(run(body)).toMatchObject({ printed: [expected], notes: expect.arrayContaining([CLOCK]) as unknown });
  });

  it("says that room for elements is none of them", () => {
    const { printed, notes } = run(
      'std::vector<int> v; v.reserve(4); int twos[4] = {2, 2, 2, 2}; cudaMemcpy(v.data(), twos, 16, cudaMemcpyHostToHost); printf("%d %zu\\n", v[3], v.size());',
    );
    expect(printed).toEqual(["2 0"]);
    expect(notes.join()).toContain("`reserve` only makes room");
    expect(() => run("std::vector<int> v; v.reserve(4); v[4] = 1;")).toThrow("The vector has 0 elements: there is no element 4.");
    expect(() => run("std::vector<int> v; v.reserve(4); v.push_back(1); v[1] = 1;")).toThrow(
      "The vector has 1 element: there is no element 1.",
    );
  });

  it("says that files are not written, and that there are none to read", () => {
    const { printed, notes } = run(
      'char line[8]; FILE *in = fopen("in.txt", "r"); if (in && fgets(line, 8, in) && !feof(in)) fread(line, 1, 8, in); FILE *out = fopen("out.txt", "w"); fprintf(out, "left out"); fclose(out); std::ofstream more("more.txt", std::ios::out | std::ios::app); more << 3; more.close(); fprintf(stderr, "%d\\n", in == NULL);',
    );
    expect(printed).toEqual(["1"]);
    expect(notes).toContain("The lab writes no files: what is written to `out.txt` is left out.");
    expect(notes).toContain("The lab writes no files: what is written to `more.txt` is left out.");
  });

  it("gives the room of vectors and strings out again that nobody can reach any more", () => {
    const { printed } = run(
      `std::vector<Box> kept; std::string all; double sum = 0;
  for (int i = 0; i < 80; i++) {
    std::vector<float> v(1 << 22); v[7] = i; std::vector<int> pushed; for (int j = 0; j < 100; j++) pushed.push_back(j);
    Box b = make(1000 + i); if (i % 20 == 0) kept.push_back(b);
    std::vector<std::string> words; words.resize(3, b.name); words.resize(5, "more"); all += words[2] + words[4][0]; sum += v[7] + pushed[99];
  }
  for (auto &b : kept) printf("%s:%g ", b.name.c_str(), b.data[b.data.size() - 1]);
  printf("%zu %g\\n", all.size(), sum);`,
      'struct Box { std::string name; std::vector<float> data; }; Box make(int n) { Box b; b.name = "box " + std::to_string(n); b.data.resize(n, n); return b; }',
    );
    expect(printed).toEqual(["box 1000:1000 box 1020:1020 box 1040:1040 box 1060:1060 720 11080"]);
  });

  it("refuses vectors that are all in use", () => {
    expect(() =>
      run("std::vector<std::vector<float>> all; for (int i = 0; i < 80; i++) all.push_back(std::vector<float>(1 << 22));"),
    ).toThrow("in all. Make the sizes smaller.");
  });

  it("reports a mistake inside of a function of the library at its call", () => {
    expect(() => run("int *none = nullptr;\nstd::fill(none, none + 4, 1);")).toThrow(
      expect.objectContaining({ message: "The host follows a null pointer here.", span: expect.objectContaining({ from: 53 }) as unknown }),
    );
    expect(() => run("std::vector<int> v(2);\nv.insert(v.begin() + 3, 1);")).toThrow(
      "The vector has 2 elements: there is no such place to insert at.",
    );
    expect(() => run("std::vector<int> v(2);\nstd::string s; s = v;")).toThrow("takes (vector<int>)");
  });

  it("leaves the names of the library to the text", () => {
    expect(
      lines(
        'vector v = {3, 4}; string s = {5}; printf("%d %d %d\\n", sort(1), v.x + s.n, count);',
        "struct vector { int x, y; }; struct string { int n; }; int count = 9; int sort(int n) { return n + 1; }",
      ),
    ).toEqual(["2 8 9"]);
  });
});

describe("CUDA's runtime", () => {
  it("tells of the device what its table and CUDA's guide say, and of memory what the lab has", () => {
    const { printed, notes } = run(`cudaDeviceProp p; cudaGetDeviceProperties(&p, 0);
  printf("%s %d.%d %d %d %d %d %zu\\n", p.name, p.major, p.minor, p.multiProcessorCount, p.maxGridSize[1], p.maxThreadsDim[2], p.regsPerBlock, p.sharedMemPerBlock);
  printf("%.0f GB/s\\n", 2.0 * p.memoryClockRate * (p.memoryBusWidth / 8) / 1.0e6);
  int sms, active; cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&active, k, 256, 0);
  size_t free, total; cudaMemGetInfo(&free, &total);
  printf("%d %d %d %d\\n", sms, active, free < total, total == p.totalGlobalMem);`, "__global__ void k() {}"); // prettier-ignore
    expect(printed).toEqual([`${h200.name} 9.0 ${h200.smCount} 65535 64 65536 49152`, `${h200.dramGBps} GB/s`, `${h200.smCount} 8 1 1`]);
    expect(notes).toContain("The memory that a program asks the device for is the lab's, not the GPU's.");
  });

  it("copies rows with a pitch, and memory that host and device share", () => {
    const { printed, launches } = run(
      `float *d; size_t pitch; cudaMallocPitch(&d, &pitch, 10 * sizeof(float), 4); cudaMemset2D(d, pitch, 0, 40, 4);
  k<<<4, 32>>>(d, pitch, 10);
  float h[4][10]; cudaMemcpy2D(h, 40, d, pitch, 40, 4, cudaMemcpyDeviceToHost);
  float *mapped, *m; cudaHostAlloc(&mapped, 128, cudaHostAllocMapped); cudaHostGetDevicePointer(&m, mapped, 0);
  k<<<1, 32>>>(m, 0, 32);
  printf("%zu %g %g %g\\n", pitch, h[3][9], h[0][1], mapped[5]);
  cudaStream_t s; int low, high; cudaDeviceGetStreamPriorityRange(&low, &high); cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, high);
  nvtxRangePush("copy"); nvtxRangePop();`,
      "__global__ void k(float *a, size_t pitch, int w) { int x = threadIdx.x, y = blockIdx.x; if (x < w) ((float *)((char *)a + y * pitch))[x] = x + y; }",
    );
    expect(printed).toEqual(["512 12 1 5"]);
    expect(launches.flatMap(({ findings }) => findings)).toEqual([]);
  });
});
