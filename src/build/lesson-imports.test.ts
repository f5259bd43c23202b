import { globSync, readFileSync } from "node:fs";
import { mdxToJs } from "satteri";
import { expect, test } from "vitest";
import { lessonImports, valueNames } from "./lesson-imports.ts";

const compiled = async (mdx: string, page: string): Promise<string> =>
  (await mdxToJs(mdx, { mdastPlugins: [lessonImports()], fileURL: new URL(`file:///course/content/${page}`) })).code;

const MDX = 'export const here = percent(0.5);\n\n<Keep>A <Cost show="sectors" />.</Keep>\n\n<GcdClock client:visible />\n';

test("a lesson has its components, figures and values without an import", async () => {
  const code = await compiled(MDX, "lessons/1-part/01-lesson/index.mdx");
  expect(code).toContain('import Keep from "#components/Keep.astro";');
  expect(code).toContain('import Cost from "#components/Cost.astro";');
  expect(code).toContain('import GcdClock from "#figures/gcd-clock/figure.tsx";');
  expect(code).toMatch(/import \{[^}]*\bpercent\b[^}]*\} from "#components\/lesson-values.ts"/);
  expect(code).not.toContain("Try.astro");
});

test("other pages import what they use", async () => {
  expect(await compiled(MDX, "guide/01-guide.mdx")).not.toContain("import Keep");
});

test("each value is used by a page", () => {
  const pages = globSync("content/{lessons/*/*/index,how-we-know,asked-answered}.mdx").map((file) => readFileSync(file, "utf8"));
  const words = new Set(pages.join("\n").match(/[A-Za-z_]\w*/g));
  expect(valueNames().filter((name) => !words.has(name))).toEqual([]);
});
