/** The TypeScript rules for answers, as command line and page both apply them; `target` and `module` are ESNext in each. */
export const compilerOptions = {
  strict: true,
  erasableSyntaxOnly: true,
  lib: ["es2022"],
} as const;
