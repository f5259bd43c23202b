import { ASYNCHRONOUS_FUNCTIONS } from "./asynchronous-text.ts";
import { PIPELINE_FUNCTIONS } from "./pipeline-text.ts";

/** Declarations of the headers of CUDA and C++, as far as CUDA itself can say them. */

/** `memcpy` and `memset`, element by element. */
const BYTES = [
  "template <typename T> __device__ void __copy_units(T* to, const T* from, size_t count) { for (size_t i = 0; i < count; i++) to[i] = from[i]; }",
  "template <typename T> __device__ void __set_units(T* to, T value, size_t count) { for (size_t i = 0; i < count; i++) to[i] = value; }",
];

/** The texts of functions by their names. */
export const byName = (texts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(texts.map((text) => [/(\w+)\(/.exec(text)![1]!, text]));

/** The text of each function, by its name. */
export const LIBRARY_FUNCTIONS = byName([...BYTES, ...ASYNCHRONOUS_FUNCTIONS, ...PIPELINE_FUNCTIONS]);
