import { expect, it } from "vitest";
import { compileProgram } from "../program/compile-program.ts";
import { functionsIn } from "../program/walk.ts";
import { parse } from "../syntax/parse.ts";
import { numberFunctions as all } from "./all-functions.ts";
import { fetchFunctions, numberFunctions as fetched } from "./fetched-functions.ts";

const calledBy = (body: string): Set<string> =>
  functionsIn(compileProgram(parse(`__global__ void k(float* a, int n) { ${body} }`), "k", []).program.body);

it("functions are called in arguments, indexes and branches", () => {
  const body = "if (sqrtf(a[0]) > 1) a[__popc(n)] = fmaxf(expf(a[1]), 0); else for (int i = max(n, 1); i--;) a[i] = sinf(cosf(i));";
  expect(calledBy(body)).toEqual(new Set(["sqrt.f32", "popc.u32", "fmax.f32", "exp.f32", "max.i32", "sin.f32", "cos.f32"]));
});

it("the transcendental functions are fetched when one of them is called, and all are there then", async () => {
  const names = (): string[] => Object.keys(fetched).toSorted();
  await fetchFunctions(calledBy("a[0] = sqrtf(a[1]) + fmaf(a[2], a[3], fabsf(a[4]));"));
  expect(fetched["sqrt.f32"]).toBeDefined();
  expect(fetched["exp.f32"]).toBeUndefined();
  await fetchFunctions(calledBy("a[0] = expf(a[1]);"));
  expect(names()).toEqual(Object.keys(all).toSorted());
  expect((fetched["exp.f32"] as (x: number) => number)(1)).toBe(Math.fround(Math.E));
});
