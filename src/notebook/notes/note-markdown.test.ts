import fc from "fast-check";
import { parseHTML } from "linkedom";
import { micromark } from "micromark";
import { expect, test } from "vitest";
import { noteHtml, noteMarkdown } from "./note-markdown.ts";

test.each([
  ["**half** of it", "<p><strong>half</strong> of it</p>"],
  ["- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"],
  ["`s[i]`", "<p><code>s[i]</code></p>"],
  ["<b onclick=x>", "&lt;b onclick=x&gt;"],
  ["[a](javascript:alert(1))", '<p><a href="">a</a></p>'],
])("%j is shown as %s", (text, html) => expect(noteHtml(text)).toBe(html));

test("exported Markdown has its emphasis and its code, and no HTML", () =>
  expect(micromark(noteMarkdown("**a** <b>`vector<float>`</b>"), { allowDangerousHtml: true })).toBe(
    "<p><strong>a</strong> &lt;b&gt;<code>vector&lt;float&gt;</code>&lt;/b&gt;</p>",
  ));

test("between fences, code stays as it is", () => expect(noteMarkdown("```\na<b\n```\na<b")).toBe("```\na<b\n```\na&lt;b"));

test("whatever is written, no element of it is the writer's own", () => {
  const written = fc.array(
    fc.constantFrom(
      "<i>",
      "</i>",
      "`",
      "``",
      "\\",
      "*",
      "a",
      " ",
      "\n",
      "\n\n",
      "- ",
      "   ",
      "> ",
      "~~~",
      "\n```\n",
      "<!--",
      "[",
      "](",
      ")",
    ),
    { maxLength: 24 },
  );
  fc.assert(
    fc.property(written, (parts) => {
      const { document } = parseHTML(`<html><body>${micromark(noteMarkdown(parts.join("")), { allowDangerousHtml: true })}</body></html>`);
      expect(document.querySelector("i")).toBeNull();
    }),
    { numRuns: 3000 },
  );
});
