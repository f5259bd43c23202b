import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { runHost } from "./run-host.ts";

const run = (body: string, before = "") => runHost(`#include <cstdio>\n${before}\nint main() { ${body} }`, { device: h200 });

describe("exceptions of the host", () => {
  const TRACE = 'struct Trace { char name; Trace(char n) : name(n) {} ~Trace() { printf("-%c", name); } };';

  it.each([
    ["by the first handler that fits", "", 'try { throw 42; } catch (const char *s) { printf("text"); } catch (int x) { printf("%d", x); } catch (...) { printf("any"); }', "42"], // prettier-ignore
    ["by the type that they inherit from", "struct Mine : std::exception { int code; Mine(int c) : code(c) {} };", 'try { throw Mine(5); } catch (const std::exception &e) { printf("base"); } try { throw Mine(6); } catch (Mine &m) { printf(" %d", m.code); }', "base 6"], // prettier-ignore
    ["with what they say", "", 'try { throw std::runtime_error(std::string("no ") + "room"); } catch (const std::exception &e) { printf("%s", e.what()); }', "no room"], // prettier-ignore
    ["after what lies between is destroyed", `${TRACE}\nint fall(int n) { Trace t('a' + n); if (n == 0) throw n; return fall(n - 1); }`, 'try { Trace t(\'t\'); fall(2); } catch (int) { printf(" caught"); }', "-a-b-c-t caught"], // prettier-ignore
    ["again, where they are thrown on", "", 'try { try { throw 1; } catch (...) { printf("inner "); throw; } } catch (int x) { printf("outer %d", x); }', "inner outer 1"], // prettier-ignore
    ["not at all, where nothing is thrown", "", 'for (int i = 0; i < 2; i++) { try { if (i) break; continue; } catch (...) { printf("never"); } } printf("done");', "done"], // prettier-ignore
  ])("are caught %s", (_, before, body, expected) => {
    expect(run(body, before).printed).toEqual([expected]);
  });

  it("end the program if nobody catches them", () => {
    expect(run('throw std::invalid_argument("bad size");')).toMatchObject({
      exitCode: 134,
      printed: ["terminate called after throwing an instance of 'std::invalid_argument'", "  what():  bad size"],
    });
    expect(run("throw 3;")).toMatchObject({ exitCode: 134, printed: ["terminate called after throwing an instance of 'int'"] });
  });

  it("check what CUDA returns, as macros do", () => {
    const { printed, launches } = run(
      'try { int *p; CUDA_CHECK(cudaMalloc(&p, 128)); k<<<1, 32>>>(p); CUDA_CHECK(cudaGetLastError()); CUDA_CHECK(2); } catch (const std::exception &e) { printf("%s\\n", e.what()); return 1; }',
      `#include <stdexcept>
#define CUDA_CHECK(call) do { int error = (call); if (error != cudaSuccess) throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString((cudaError_t)error)); } while (0)
__global__ void k(int *p) { p[threadIdx.x] = 1; }`,
    );
    expect({ printed, launches: launches.length }).toEqual({ printed: ["CUDA: out of memory"], launches: 1 });
  });

  it("are none of device code", () => {
    expect(() => run("k<<<1, 1>>>();", "__global__ void k() { throw 1; }")).toThrow("Exceptions are not part of the lab");
    expect(() => run("k<<<1, 1>>>();", "__host__ __device__ void f() { try { } catch (...) { } }\n__global__ void k() { f(); }")).toThrow(
      "Exceptions are not part of the lab",
    );
    expect(() => run("throw;")).toThrow("There is nothing to throw again outside of a handler.");
  });
});
