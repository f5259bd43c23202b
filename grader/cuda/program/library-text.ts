/** What the headers of CUDA and C++ declare, as far as it can be said in CUDA itself. */

/** What `memcpy` and `memset` do, element by element as far as elements go. */
const BYTES = [
  "__device__ void __copy_bytes(unsigned char* to, const unsigned char* from, size_t bytes) { for (size_t i = 0; i < bytes; i++) to[i] = from[i]; }",
  "__device__ void __set_bytes(unsigned char* to, unsigned char byte, size_t bytes) { for (size_t i = 0; i < bytes; i++) to[i] = byte; }",
];

/** The texts of functions by their names. */
export const byName = (texts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(texts.map((text) => [/(\w+)\(/.exec(text)![1]!, text]));

/** The text of each function, by its name. */
export const LIBRARY_FUNCTIONS = byName(BYTES);
