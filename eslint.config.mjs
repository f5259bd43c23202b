import astro from "eslint-plugin-astro";
import ts from "typescript-eslint";
import { layersRule } from "#browser/layers.mjs";

/** Files of the shared grader that run in Node only. */
const nodeOnly = ["grader/kit/folder.ts", "grader/sandbox/answer/typecheck.ts", "grader/sandbox/host/node*.ts", "grader/**/*.test.ts"];

export default ts.config(
  { ignores: ["dist/**", "**/.astro/**", ".cache/**", "test-results/**"] },
  ...ts.configs.recommended,
  ...astro.configs.recommended,
  {
    plugins: { coalesce: { rules: { layers: layersRule } } },
    rules: {
      "coalesce/layers": "error",
      eqeqeq: "error",
      // A parameter that a signature demands and a member that is left out are named, and begin with _ or stand before a rest.
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true }],
    },
  },
  {
    // Page and command line run the same files.
    files: ["grader/{answer,exercise,judge,report}/**/*.ts"],
    ignores: nodeOnly,
    rules: { "no-restricted-imports": ["error", { patterns: [{ group: ["node:*"], message: "this file also runs in the page" }] }] },
  },
  {
    // Answers, right and wrong ones, ignore arguments and make mistakes on purpose.
    files: ["exercises/*/{starter,solution}.ts", "exercises/*/{wrong,also}/*.ts"],
    rules: { "@typescript-eslint/no-unused-vars": "off" },
  },
);
