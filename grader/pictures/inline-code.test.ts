import { h } from "preact";
import renderToString from "preact-render-to-string";
import { expect, test } from "vitest";
import { Prose, inlineCode, plainText, type SentencePart } from "./inline-code.ts";

test.each<[string, SentencePart[]]>([
  ["plain", [{ isCode: false, text: "plain" }]],
  [
    "`read` leaves `in` <b>.",
    [
      { isCode: true, text: "read" },
      { isCode: false, text: " leaves " },
      { isCode: true, text: "in" },
      { isCode: false, text: " <b>." },
    ],
  ],
  ["an odd ` tick", [{ isCode: false, text: "an odd ` tick" }]],
])("the text between backticks is code: %s", (sentence, parts) => expect(inlineCode(sentence)).toEqual(parts));

test("HTML in a sentence is escaped, in code and outside it", () =>
  expect(renderToString(h(Prose, { text: "`a<b>` <i>" }))).toBe("<code>a&lt;b></code> &lt;i>"));

test.each([
  ["`read` leaves `in` <b>.", "read leaves in <b>."],
  ["an odd ` tick", "an odd ` tick"],
])("in plain words, %s is %s", (sentence, plain) => expect(plainText(sentence)).toBe(plain));
