import { SourceError } from "../source-error.ts";

/** The text is C++, but the lab does not do this. */
export class Refusal extends SourceError {}

/** Words of C++ that the lab does not do, and what to do instead. */
export const REFUSED_WORDS: ReadonlyMap<string, string> = new Map([
  ["goto", "Jumps with `goto` are not part of the lab. Use a loop with `break` or `continue`."],
  ["asm", "Inline assembly is not part of the lab. Use the CUDA function that does the same, if there is one."],
  ["__asm__", "Inline assembly is not part of the lab. Use the CUDA function that does the same, if there is one."],
  ["__asm", "Inline assembly is not part of the lab. Use the CUDA function that does the same, if there is one."],
  ["try", "Exceptions are not part of the lab. Leave out `try` and `catch`."],
  ["catch", "Exceptions are not part of the lab. Leave out `try` and `catch`."],
  ["throw", "Exceptions are not part of the lab. Use `assert` or return early."],
  ["virtual", "Virtual functions are not part of the lab. Use a template parameter."],
  ["dynamic_cast", "`dynamic_cast` is not part of the lab. Use `static_cast`."],
  ["typeid", "`typeid` is not part of the lab. Leave it out."],
  ["co_await", "Coroutines are not part of the lab. Use plain functions."],
  ["co_yield", "Coroutines are not part of the lab. Use plain functions."],
  ["co_return", "Coroutines are not part of the lab. Use plain functions."],
  ["concept", "Concepts are not part of the lab. Leave them out."],
  ["requires", "Concepts are not part of the lab. Leave out `requires`."],
  ["thread_local", "`thread_local` is not part of the lab. A local variable belongs to its thread already."],
  ["__builtin_va_list", "Variadic functions are not part of the lab."],
]); // prettier-ignore
