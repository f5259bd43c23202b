import type { StandIn } from "./stand-in.ts";

const FIELDS = ["x", "y", "z", "w"];

/** The operators and functions of vectors of one type. */
function vectorText(scalar: string, size: number): string {
  const type = `${scalar}${size}`;
  const fields = FIELDS.slice(0, size);
  const inline = "inline __host__ __device__";
  const each = (part: (field: string) => string): string => `make_${type}(${fields.map(part).join(", ")})`;
  const operators = ["+", "-", "*", "/"].map(
    (
      operator,
    ) => `${inline} ${type} operator${operator}(${type} a, ${type} b) { return ${each((field) => `a.${field} ${operator} b.${field}`)}; }
${inline} ${type} operator${operator}(${type} a, ${scalar} b) { return ${each((field) => `a.${field} ${operator} b`)}; }
${inline} ${type} operator${operator}(${scalar} a, ${type} b) { return ${each((field) => `a ${operator} b.${field}`)}; }
${inline} void operator${operator}=(${type} &a, ${type} b) { ${fields.map((field) => `a.${field} ${operator}= b.${field};`).join(" ")} }
${inline} void operator${operator}=(${type} &a, ${scalar} b) { ${fields.map((field) => `a.${field} ${operator}= b;`).join(" ")} }`,
  );
  const functions = `${inline} ${type} operator-(${type} &a) { return ${each((field) => `-a.${field}`)}; }
${inline} ${type} make_${type}(${fields.map((field) => `${scalar} ${field}`).join(", ")}) { ${type} v; ${fields.map((field) => `v.${field} = ${field};`).join(" ")} return v; }
${inline} ${type} make_${type}(${scalar} s) { return ${each(() => "s")}; }
${inline} ${scalar} dot(${type} a, ${type} b) { return ${fields.map((field) => `a.${field} * b.${field}`).join(" + ")}; }`;
  const real = `${inline} float length(${type} v) { return sqrtf(dot(v, v)); }
${inline} ${type} normalize(${type} v) { return v * rsqrtf(dot(v, v)); }
${inline} ${type} lerp(${type} a, ${type} b, float t) { return a + t * (b - a); }
${inline} ${type} fminf(${type} a, ${type} b) { return ${each((field) => `fminf(a.${field}, b.${field})`)}; }
${inline} ${type} fmaxf(${type} a, ${type} b) { return ${each((field) => `fmaxf(a.${field}, b.${field})`)}; }
${inline} ${type} fabs(${type} v) { return ${each((field) => `fabsf(v.${field})`)}; }`;
  return [...operators, functions, ...(scalar === "float" ? [real] : [])].join("\n");
}

/** "helper_math.h" of NVIDIA's samples: arithmetic of `float3` and its like. */
export const VECTOR_MATH: StandIn = {
  headers: ["helper_math.h", "cutil_math.h"],
  definitions: [
    ...["float", "int", "uint"].flatMap((scalar) => [2, 3, 4].map((size) => vectorText(scalar, size))),
    `inline __host__ __device__ float3 cross(float3 a, float3 b) { return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }
inline __host__ __device__ float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }`,
    `inline __host__ __device__ float lerp(float a, float b, float t) { return a + t * (b - a); }`,
    `inline __host__ __device__ float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }`,
    `inline __host__ __device__ int clamp(int f, int a, int b) { return max(a, min(f, b)); }`,
    `inline __host__ __device__ float3 make_float3(float4 v) { return make_float3(v.x, v.y, v.z); }
inline __host__ __device__ float4 make_float4(float3 v, float w) { return make_float4(v.x, v.y, v.z, w); }
inline __host__ __device__ float4 make_float4(float3 v) { return make_float4(v.x, v.y, v.z, 0.0f); }`,
  ],
};
