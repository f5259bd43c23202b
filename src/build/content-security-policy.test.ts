import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { frameDocument } from "#notebook/sandbox/frame-document.ts";
import { withPolicy } from "./content-security-policy.ts";

const page = (body: string) => `<!doctype html><html><head><meta charset="utf-8"><title>A page</title></head><body>${body}</body></html>`;
const hash = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

/** The sources of a directive of a page's policy. */
function sources(html: string, directive: string): string[] {
  const [, policy = ""] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html) ?? [];
  const found = policy.split("; ").find((part) => part.startsWith(`${directive} `));
  return found?.split(" ").slice(1) ?? [];
}

const [, frameScript = ""] = /<script>(.*)<\/script>/s.exec(frameDocument) ?? [];
const always = ["'self'", "'unsafe-eval'"];

it.each<[string, string, string[]]>([
  ["no script", "<p>One line.</p>", []],
  ["two inline scripts", `<script>let $& = 1</script><script type="module">\nimport "a";\n</script>`, ["let $& = 1", `\nimport "a";\n`]],
  ["the same script twice", "<script>a</script><script>a</script>", ["a"]],
  ["a script of a file, and JSON", `<script type="module" src="/a.js"></script><script type="application/json">{}</script>`, []],
])("a page with %s runs what it was built with, the site's files and the sandbox's frame", (_, body, scripts) => {
  const html = withPolicy(page(body), "own-site");
  expect(sources(html, "script-src")).toEqual([...always, ...scripts.map(hash), hash(frameScript)]);
  expect(html).toContain(body);
});

it("comes before everything that it applies to", () => {
  expect(withPolicy(page(""), "own-site")).toMatch(/<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy"/);
});

it("lets a page reach other sites only where it must", () => {
  expect(sources(withPolicy(page(""), "own-site"), "connect-src")).toEqual(["'self'"]);
  expect(sources(withPolicy(page(""), "any-site"), "connect-src")).toEqual(["'self'", "https:", "http:"]);
});

it("has no plugins, no other base and no form that is sent", () => {
  for (const directive of ["object-src", "base-uri", "form-action"])
    expect(sources(withPolicy(page(""), "own-site"), directive)).toEqual(["'none'"]);
});

it("refuses a page that does not say that it is UTF-8", () => {
  expect(() => withPolicy("<p>One line.</p>", "own-site")).toThrow('<meta charset="utf-8">');
});
