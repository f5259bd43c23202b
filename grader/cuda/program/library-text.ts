/** What the headers of CUDA and C++ declare, as far as it can be said in CUDA itself. */

/** What `memcpy` and `memset` do, element by element as far as elements go. */
const BYTES = [
  "template <typename T> __device__ void __copy_units(T* to, const T* from, size_t bytes) { size_t whole = bytes / sizeof(T); for (size_t i = 0; i < whole; i++) to[i] = from[i]; for (size_t i = whole * sizeof(T); i < bytes; i++) ((char*)to)[i] = ((const char*)from)[i]; }",
  "template <typename T> __device__ void __set_units(T* to, T value, size_t bytes) { size_t whole = bytes / sizeof(T); for (size_t i = 0; i < whole; i++) to[i] = value; for (size_t i = whole * sizeof(T); i < bytes; i++) ((char*)to)[i] = (char)value; }",
];

/** The texts of functions by their names. */
export const byName = (texts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(texts.map((text) => [/(\w+)\(/.exec(text)![1]!, text]));

/** The text of each function, by its name. */
export const LIBRARY_FUNCTIONS = byName(BYTES);
