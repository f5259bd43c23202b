import { expect, test } from "vitest";
import { zipOf } from "#testing/example-submissions.ts";
import { archiveEntries } from "./archive.ts";

const held = (bytes: Uint8Array) => ({ bytes: () => Promise.resolve(bytes) });

test("the files of an archive", async () => {
  const entries = await archiveEntries(held(await zipOf({ "row-walk.ts": "1", "a/b.ts": "2" })), "student");
  const texts = await Promise.all(entries.map(async ({ path, bytes }) => [path, Buffer.from(await bytes()).toString()]));
  expect(texts).toEqual([
    ["row-walk.ts", "1"],
    ["a/b.ts", "2"],
  ]);
});

test("an entry that unpacks to more than 8 MB is refused", async () => {
  const [entry] = await archiveEntries(held(await zipOf({ "row-walk.ts": "\0".repeat(30_000_000) })), "student");
  await expect(entry?.bytes()).rejects.toThrow("more than 8 MB");
});

test("an entry that is larger than the archive says is not unfolded", async () => {
  const said = await zipOf({ "row-walk.ts": "1".repeat(100_000) });
  const zip = new DataView(said.buffer, said.byteOffset, said.byteLength);
  // The size in the archive's list of contents: APPNOTE.TXT of PKWARE, 4.3.12.
  const list = Buffer.from(said).lastIndexOf("PK\x01\x02");
  expect(zip.getUint32(list + 24, true)).toBe(100_000);
  zip.setUint32(list + 24, 10, true);
  const [entry] = await archiveEntries(held(said), "student");
  expect(entry?.size).toBe(10);
  await expect(entry?.bytes()).rejects.toThrow("Invalid uncompressed size");
});

test("an archive in memory is opened once for its list and once for its files, however many are read", async () => {
  const zip = await zipOf(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${i}.ts`, String(i)])));
  let opened = 0;
  const entries = await archiveEntries({ bytes: () => Promise.resolve(zip).finally(() => opened++) }, "student");
  for (const { path, bytes } of entries) expect(`${Buffer.from(await bytes()).toString()}.ts`).toBe(path);
  expect(opened).toBe(2);
});

test("an archive of more files than a project has is refused", async () => {
  const many = Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`${i}.ts`, ""]));
  await expect(archiveEntries(held(await zipOf(many)), "student")).rejects.toThrow("more than 2000 files");
});

test("an archive with a name that leads out of it is refused", async () => {
  await expect(archiveEntries(held(await zipOf({ "../row-walk.ts": "1" })), "student")).rejects.toThrow("Unsafe filename");
});

test("a file that isn't an archive is refused", async () => {
  await expect(archiveEntries(held(Buffer.from("PK")), "student")).rejects.toThrow();
});
