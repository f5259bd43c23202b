import astro from "eslint-plugin-astro";
import ts from "typescript-eslint";

// Who may import what is the business of .dependency-cruiser.mjs, which does not read Astro's files: for those, see below.
const FOR_TESTS = "^#(browser|testing|bench|cli)/";
const noImport = (regex, message) => ({ "no-restricted-imports": ["error", { patterns: [{ regex, message }] }] });

export default ts.config(
  { ignores: ["dist/**", "**/.astro/**", ".cache/**", "test-results/**"] },
  ...ts.configs.recommended,
  ...astro.configs.recommended,
  {
    rules: {
      eqeqeq: "error",
      // A parameter that a signature demands and a member that is left out are named, and begin with _ or stand before a rest.
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true }],
    },
  },
  { files: ["**/*.astro"], rules: noImport(FOR_TESTS, "no page may import this") },
  {
    files: ["src/components/**/*.astro"],
    rules: noImport(`${FOR_TESTS}|^#(assignment|lms)/|/pages/`, "a component may not import what stands on it"),
  },
  {
    // Answers, right and wrong ones, ignore arguments and make mistakes on purpose.
    files: ["exercises/*/{starter,solution}.ts", "exercises/*/{wrong,also}/*.ts"],
    rules: { "@typescript-eslint/no-unused-vars": "off" },
  },
);
