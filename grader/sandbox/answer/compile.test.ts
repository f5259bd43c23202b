import fc from "fast-check";
import { expect, it } from "vitest";
import { compile } from "./compile.ts";
import { plainSource, tokenize } from "./tokens.ts";

it("keeps each statement on its line", () => {
  const source = "/* two\nlines */\ninterface A {\n  b: number;\n}\nexport const read = (a: A): number => a.b;\n";
  const lines = compile(source).code.split("\n");
  expect(lines).toHaveLength(source.split("\n").length + 1);
  expect(lines[5]).toContain("read");
});

it("a plain source has the same lines and the same number of tokens", () => {
  const piece = fc.constantFrom(
    "a",
    " -- ",
    "-->",
    ">",
    "<",
    "!",
    "<!--",
    "\n",
    "// --> import(",
    "/* <!-- */",
    "'-->'",
    "`import(${1}`",
    ";",
    "(",
    ")",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const source = pieces.join("");
      let tokens;
      try {
        tokens = tokenize(source);
      } catch {
        return;
      }
      const plain = plainSource(source, tokens);
      expect(plain).not.toMatch(/<!--|-->|import\s*\(/);
      expect(plain.split("\n")).toHaveLength(source.split("\n").length);
      expect(tokenize(plain)).toHaveLength(tokens.length);
    }),
    // A shift before a negation.
    { examples: [[["a", "<", "<!--", "a"]]] },
  );
});
