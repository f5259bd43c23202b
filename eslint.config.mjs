import astro from "eslint-plugin-astro";
import ts from "typescript-eslint";

// .dependency-cruiser.mjs says who may import what, but does not read Astro files; two rules below cover those.
const FOR_TESTS = "^#(browser|testing|bench|cli)/";
const noImport = (regex, message) => ({ "no-restricted-imports": ["error", { patterns: [{ regex, message }] }] });

// Oxlint checks the rest, with the same rules: see .oxlintrc.json.
export default ts.config(
  { ignores: ["dist/**", "**/.astro/**", ".cache/**", "test-results/**"] },
  { ignores: ["**/*.{js,mjs,ts,tsx}", "!grader/cli/*.ts", "!**/*.astro/*.ts"] },
  ...ts.configs.recommended,
  ...astro.configs.recommended,
  {
    rules: {
      eqeqeq: "error",
      // A name may be unused if it begins with _, or if it keeps a property out of the rest of a destructured object.
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true }],
    },
  },
  { files: ["**/*.astro"], rules: noImport(FOR_TESTS, "no page may import this") },
  {
    files: ["src/components/**/*.astro"],
    rules: noImport(`${FOR_TESTS}|^#(assignment|lms)/|/pages/`, "a component may not import from the layers above it"),
  },
  {
    files: ["grader/cli/*.ts"],
    ignores: ["grader/cli/terminal.ts", "grader/cli/*.test.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "CallExpression[callee.property.name='write'][callee.object.property.name=/^std(out|err)$/]",
          message: "What is written may come from outside and command the terminal: use say, warn or sayJson of terminal.ts.",
        },
      ],
    },
  },
);
