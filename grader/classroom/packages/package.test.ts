import { readFile } from "node:fs/promises";
import path from "node:path";
import { Uint8ArrayReader, ZipReader } from "@zip.js/zip.js";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { parseHTML } from "linkedom";
import { describe, expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { publicCopy } from "../assignment/assignment.ts";
import { readAssignment } from "../assignment/assignment-file.ts";
import { packageFiles, zipped } from "./package.ts";
import { PAGE_DATA_ID, type PageData } from "./page-data.ts";

const SECRET = "nobody-shall-see-this";
const TITLE = 'Week "1": <rows> & ]]> columns';

const week = publicCopy(
  readAssignment(
    `schema: coalesce/assignment/v1
id: 1st-week
title: '${TITLE}'
timeZone: Europe/Berlin
due: 2026-10-24T23:59
secret: ${SECRET}
exercises:
  - { id: row-walk, points: 20 }
  - { id: straight-copy, points: 10 }
`,
    "week.yaml",
  ),
);

const cell = (id: string): string =>
  `<exercise-cell data-exercise="${id}"><a class="term" href="/glossary/#warp" data-definition="32 threads">warp</a></exercise-cell>`;

/** A minimal site with the structure of the built one. */
const site = new Map(
  Object.entries({
    "index.html": `<!doctype html><html><head><link rel="stylesheet" href="/_astro/page.AA.css"></head><body>
      <main><div id="exercises">${["half-warp-guard", "row-walk", "straight-copy"].map(cell).join("")}</div></main>
      <script type="module" src="/_astro/page.BB.js"></script></body></html>`,
    "_astro/page.AA.css": "@font-face { src: url(/_astro/inter.CC.woff2) }",
    "_astro/page.BB.js": ["half-warp-guard", "row-walk", "straight-copy"]
      .flatMap((id) => [
        `import("../exercises/${id}/data.${id}1.js")`,
        `import("../exercises/${id}/solution.${id}2.js")`,
        `import("../exercises/${id}/kernel-in-cuda.${id}3.js")`,
      ])
      .join(";"),
    "_astro/inter.CC.woff2": "font",
    "_astro/other.DD.js": "nothing requests this",
    ...Object.fromEntries(
      ["half-warp-guard", "row-walk", "straight-copy"].flatMap((id) => [
        [`exercises/${id}/data.${id}1.js`, "data"],
        [`exercises/${id}/kernel-in-cuda.${id}3.js`, "kernel"],
        [`exercises/${id}/solution.${id}2.js`, "solution"],
      ]),
    ),
  }).map(([name, text]) => [name, Buffer.from(text)] as const),
);

const packed = (standard: PageData["standard"]) => packageFiles(week, standard, site);
const text = (files: ReadonlyMap<string, Uint8Array>, name: string): string => Buffer.from(files.get(name) ?? []).toString("utf8");
const parsed = (xml: string) => {
  expect(XMLValidator.validate(xml)).toBe(true);
  return new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "@", isArray: (name) => name === "file" }).parse(xml);
};

describe("a package", () => {
  test("contains what its page can request, for the assigned exercises only, and no solution", async () => {
    expect([...(await packed("scorm-1.2")).keys()].sort()).toEqual([
      "_astro/inter.CC.woff2",
      "_astro/page.AA.css",
      "_astro/page.BB.js",
      "exercises/row-walk/data.row-walk1.js",
      "exercises/row-walk/kernel-in-cuda.row-walk3.js",
      "exercises/straight-copy/data.straight-copy1.js",
      "exercises/straight-copy/kernel-in-cuda.straight-copy3.js",
      "imsmanifest.xml",
      "index.html",
    ]);
  });

  test("has the cells in the assignment's order, and the page's data", async () => {
    const { document } = parseHTML(text(await packed("cmi5"), "index.html"));
    const cells = Array.from(document.querySelectorAll("exercise-cell"), (cell) => cell.getAttribute("data-exercise"));
    expect(cells).toEqual(["row-walk", "straight-copy"]);
    const data = JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? "") as PageData;
    expect(data).toMatchObject({ standard: "cmi5", assignment: { id: "1st-week", title: TITLE }, exercises: [{ id: "row-walk" }, {}] });
  });

  test("requests nothing outside itself, and its terms are not links", async () => {
    const files = await packed("scorm-1.2");
    for (const name of ["index.html", "_astro/page.AA.css"]) expect(text(files, name), name).not.toMatch(/(href|src)="\/|url\(\//);
    expect(text(files, "index.html")).toContain('data-definition="32 threads"');
    expect(text(files, "_astro/page.AA.css")).toContain("url(./inter.CC.woff2)");
  });

  test.each(["scorm-1.2", "cmi5"] as const)("for %s does not contain the secret", async (standard) => {
    for (const bytes of (await packed(standard)).values()) expect(Buffer.from(bytes).includes(SECRET)).toBe(false);
  });

  test("is refused for an exercise that the page has no cell for", async () => {
    const other = { ...week, exercises: [{ id: "two-tiles", points: 10, hideChecks: [] }] };
    await expect(packageFiles(other, "cmi5", site)).rejects.toThrow("the built page has no cell of the exercise two-tiles");
  });

  test("brings exercises of the instructor's own in its data, and reports the others; it is refused where there are no others", async () => {
    const own = [{ id: "hot-plate", title: "A plate", version: "v", prompt: "Cool it.", starter: "", cases: [], hints: [] }];
    const assigned = { id: "hot-plate", points: 10, hideChecks: [] };
    const files = await packageFiles({ ...week, exercises: [...week.exercises, assigned], own }, "cmi5", site);
    const data = JSON.parse(parseHTML(text(files, "index.html")).document.getElementById(PAGE_DATA_ID)?.textContent ?? "") as PageData;
    expect([data.assignment.own, data.exercises.map(({ id }) => id)]).toEqual([own, ["row-walk", "straight-copy"]]);
    await expect(packageFiles({ ...week, exercises: [assigned], own }, "cmi5", site)).rejects.toThrow("give out the link");
  });

  test("has the same bytes each time, in sorted order, with every file complete", async () => {
    const files = await packed("scorm-1.2");
    const once = await zipped(files);
    expect(Buffer.compare(once, await zipped(new Map([...files].reverse())))).toBe(0);
    const entries = await new ZipReader(new Uint8ArrayReader(once)).getEntries();
    expect(entries.map(({ filename }) => filename)).toEqual([...files.keys()].sort());
    expect(entries.map(({ uncompressedSize }) => uncompressedSize)).toEqual(entries.map(({ filename }) => files.get(filename)?.length));
  });
});

describe("imsmanifest.xml", () => {
  test("names an SCO whose references resolve and which lists all files", async () => {
    const files = await packed("scorm-1.2");
    const { manifest } = parsed(text(files, "imsmanifest.xml"));
    const { organization } = manifest.organizations;
    const { resource } = manifest.resources;
    expect(manifest.metadata).toEqual({ schema: "ADL SCORM", schemaversion: 1.2 });
    expect(manifest.organizations["@default"]).toBe(organization["@identifier"]);
    expect(organization.item["@identifierref"]).toBe(resource["@identifier"]);
    expect(organization.item["adlcp:masteryscore"]).toBe(100);
    expect(organization.title).toBe(TITLE);
    expect(resource).toMatchObject({ "@type": "webcontent", "@adlcp:scormtype": "sco", "@href": "index.html" });
    const listed = resource.file.map((file: { "@href": string }) => file["@href"]);
    expect(listed.toSorted()).toEqual([...files.keys()].filter((name) => name !== "imsmanifest.xml").sort());
    const ids = [manifest, organization, organization.item, resource].map((element) => element["@identifier"]);
    expect(new Set(ids).size).toBe(ids.length);
    // The syntax of an xs:ID.
    for (const id of ids) expect(id).toMatch(/^[A-Za-z_][\w.-]*$/);
  });
});

describe("cmi5.xml", () => {
  test("names a unit whose page is in the package, passed with all points", async () => {
    const files = await packed("cmi5");
    const { courseStructure } = parsed(text(files, "cmi5.xml"));
    const { course, au } = courseStructure;
    expect(courseStructure["@xmlns"]).toBe("https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd");
    expect(Object.keys(au).filter((name) => !name.startsWith("@"))).toEqual(["title", "description", "url"]);
    expect(au).toMatchObject({ "@moveOn": "Completed", "@masteryScore": "1.0", "@launchMethod": "AnyWindow" });
    expect(files.has(path.posix.normalize(au.url))).toBe(true);
    expect(au.title.langstring["#text"]).toBe(TITLE);
    for (const id of [course["@id"], au["@id"]]) expect(URL.canParse(id)).toBe(true);
    expect(course["@id"]).not.toBe(au["@id"]);
  });
});

test("a title that SCORM has no room for is refused, and cmi5 takes it", async () => {
  const long = { ...week, title: "𝒶".repeat(201) };
  await expect(packageFiles(long, "scorm-1.2", site)).rejects.toThrow("has 201 characters, and SCORM 1.2 allows 200: shorten it");
  expect((await packageFiles({ ...long, title: "𝒶".repeat(200) }, "scorm-1.2", site)).has("imsmanifest.xml")).toBe(true);
  expect((await packageFiles(long, "cmi5", site)).has("cmi5.xml")).toBe(true);
});

test.each([
  ["scorm-1.2", "imsmanifest.xml", ["imsmanifest.xsd", "adlcp.xsd"]],
  ["cmi5", "cmi5.xml", ["cmi5.xsd"]],
] as const)("the manifest of a %s package is valid by its schema", async (standard, manifest, [schema, ...imported]) => {
  const schemaFile = async (fileName: string) => ({
    fileName,
    contents: await readFile(new URL(`../../testing/schemas/${fileName}`, import.meta.url), "utf8"),
  });
  const xml = text(await packed(standard), manifest);
  const check = async (contents: string) =>
    (
      await validateXML({
        xml: { fileName: manifest, contents },
        schema: await schemaFile(schema),
        preload: await Promise.all(imported.map(schemaFile)),
      })
    ).errors;
  expect(await check(xml)).toEqual([]);
  expect((await check(xml.replace(/mastery(s|S)core/g, "mastery$1corn"))).length).toBeGreaterThan(0);
});
