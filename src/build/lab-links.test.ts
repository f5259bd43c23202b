import { markdownToHtml } from "satteri";
import { expect, test } from "vitest";
import { decodeFragment } from "#classroom/assignment/fragment.ts";
import { labLinks } from "./lab-links.ts";

const lesson = new URL("file:///course/content/lessons/1-part/01-lesson.mdx");
const KERNEL = "__global__ void fill(float* out, float value) { out[threadIdx.x] = value; }";

async function html(text: string, fileURL = lesson): Promise<string> {
  return (await markdownToHtml(text, { mdastPlugins: [labLinks("/course/")], fileURL })).html;
}

test("below a whole kernel stands the way to the lab, with the text and the launch that its fence describes", async () => {
  const written = await html(`\`\`\`cpp launch="grid = 2; block = 64; out = 128; value = 3"\n${KERNEL}\n\`\`\``);
  const [, fragment = ""] = /<a href="\/course\/lab\/#kernel=([^"]+)">Open in the lab<\/a>/.exec(written) ?? [];
  expect(await decodeFragment(fragment)).toMatchObject({
    title: "fill",
    source: `${KERNEL}\n`,
    launch: { kernel: "fill", grid: [2, 1, 1], block: [64, 1, 1], arguments: [{ array: "out", length: 128 }, { value: 3 }] },
  });
});

test.each([
  ["two lines of a kernel", `\`\`\`cpp\nint i = threadIdx.x;\nout[i] = 0;\n\`\`\``],
  ["a kernel in another language", `\`\`\`ts\n${KERNEL}\n\`\`\``],
])("below %s stands nothing", async (_, text) => expect(await html(text)).not.toContain("<a"));

test("outside of lessons stands nothing", async () => {
  expect(await html(`\`\`\`cpp\n${KERNEL}\n\`\`\``, new URL("file:///course/content/guide/01-guide.mdx"))).not.toContain("<a");
});

test("a launch that does not fit its kernel ends the build", async () => {
  await expect(async () => html(`\`\`\`cpp launch="n = 3"\n${KERNEL}\n\`\`\``)).rejects.toThrow("has no parameter `n`");
});
