import { expect, test } from "vitest";
import { kindOf, searchWords } from "./query.ts";

test.each([
  ["why is my kernel slow", "kernel slow"],
  ["Why is my kernel slow?", "kernel slow"],
  ["what does __ldg do", "__ldg"],
  ["don\u2019t I need padding?", "need padding"],
  ["how to", "how to"],
  ["bank conflict", "bank conflict"],
  ["  ", ""],
])("%s is a search for: %s", (question, words) => expect(searchWords(question).join(" ")).toBe(words));

test.each([
  ["lessons/1-coalescing/00-thirty-two-lanes/", "Lessons"],
  ["practice/row-walk/", "Exercises"],
  ["practice/", "Reference"],
  ["figures/sweep/", "Figures"],
  ["lab/kernels/", "Kernels of the lab"],
  ["lab/", "Reference"],
  ["guide/04-regrading/", "For instructors"],
  ["glossary/", "Reference"],
])("%s is of the kind %s", (path, kind) => expect(kindOf(path)).toBe(kind));
