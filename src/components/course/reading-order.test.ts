import type { MdastNode } from "satteri";
import { expect, test } from "vitest";
import { lessonFiles } from "#browser/lesson-files.ts";
import { elementsIn, nodesOf, propertiesOf } from "./lesson-tree.ts";

// The course as somebody meets it who reads from the first lesson to the last.

interface Prediction {
  readonly lesson: string;
  /** What is counted or measured, as the lesson's source has it. */
  readonly asked: string;
  readonly question: string;
  /** The answer's words; its numbers are computed, and are not among them. */
  readonly answer: string;
}

const textOf = (nodes: readonly MdastNode[]): string =>
  nodes
    .flatMap((node) => nodesOf(node).flatMap((inner) => (inner.type === "text" || inner.type === "inlineCode" ? inner.value : [])))
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();

const predictions: Prediction[] = lessonFiles().flatMap(({ id, tree }) =>
  tree.elements("Predict").map((element) => {
    const { children } = element;
    const answers = elementsIn(children, "Fragment").filter(({ attributes }) =>
      attributes.some(({ name, value }) => name === "slot" && value === "answer"),
    );
    const asked = element.attributes.filter(({ name }) => ["unit", "actual", "global", "shared"].includes(name ?? ""));
    return {
      lesson: id,
      asked: asked.map(({ value }) => (typeof value === "string" ? value : (value?.value ?? "")).replaceAll(/\s+/g, " ")).join(": "),
      question: textOf(children.filter((child) => !answers.some((answer) => answer === child))),
      answer: textOf(answers.flatMap(({ children }) => children)),
    };
  }),
);

test("no prediction comes twice", () => {
  expect(predictions.length).toBeGreaterThan(60);
  const byQuestion = Map.groupBy(predictions, ({ asked, question }) => (asked === "sectors: {}" ? question : asked));
  expect([...byQuestion.values()].filter(({ length }) => length > 1)).toEqual([]);
});

test("every prediction's answer says why", () => {
  const bare = predictions.filter(({ answer }) => (answer.match(/[\p{L}’']{2,}/gu) ?? []).length < 6);
  expect(bare.map(({ lesson, question, answer }) => `${lesson}: ${question} → ${answer}`)).toEqual([]);
});

test("one prediction in three asks for the reason: of three, one is right, and the wrong ones have replies", () => {
  const all = lessonFiles().flatMap(({ tree }) => tree.elements("Predict"));
  const asking = all.filter(({ attributes }) => attributes.some(({ name }) => name === "because"));
  expect(asking.length).toBeGreaterThanOrEqual(all.length / 3);
  const reasons = asking.map((element) => {
    const because = element.attributes.filter(({ name }) => name === "because");
    return propertiesOf<{ because: readonly { text: string; right?: boolean; reply?: string }[] }>({ ...element, attributes: because })
      .because;
  });
  for (const three of reasons) {
    expect(three.map(({ right = false, reply }) => right !== (reply !== undefined))).toEqual([true, true, true]);
    expect(three.filter(({ right }) => right)).toHaveLength(1);
  }
  // A reader who always chooses the same place learns nothing, and is right no more often than by chance.
  const places = [0, 1, 2].map((place) => reasons.filter((three) => three[place]?.right).length);
  expect(Math.max(...places)).toBeLessThan(asking.length / 2);
  const texts = reasons.flat().map(({ text }) => text);
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.filter((text) => /\.$/.test(text))).toEqual([]);
});

test("every lesson says what one can do after it, and ends with a kernel to try it on", () => {
  const without = lessonFiles().filter(({ matter }) => (matter.objectives?.length ?? 0) < 2 || matter.kernel === undefined);
  expect(without.map(({ id }) => id)).toEqual([]);
  const kernels = lessonFiles().map(({ matter }) => matter.kernel);
  expect(new Set(kernels).size).toBe(kernels.length);
});

test("“we don't know” stands where it matters to the reader, twice in a part at most; elsewhere, on the page “How we know”", () => {
  const unknown = lessonFiles().flatMap(({ matter, tree }) =>
    [
      ...textOf(tree.nodes.filter(({ type }) => type === "text")).matchAll(
        /\bwe (can|do|could)(n['’]t| ?not) (know|say|name|tell|explain)\b/gi,
      ),
    ].map(([words]) => ({ part: matter.part, words })),
  );
  const counts = [...Map.groupBy(unknown, ({ part }) => part)].map(([part, { length }]) => ({ part, length }));
  expect(counts.filter(({ length }) => length > 2)).toEqual([]);
});
