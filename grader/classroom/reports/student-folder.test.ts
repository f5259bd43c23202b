import { describe, expect, test } from "vitest";
import { studentFolders } from "./student-folder.ts";

const folderOf = (id: string): string => studentFolders([id]).get(id) ?? "";

describe("a student's folder", () => {
  test.each(["ada", "Ada.Lovelace", "s_1234567", "2026-17"])("is the id if that is a valid name: %s", (id) => {
    expect(folderOf(id)).toBe(id);
  });

  test.each<[string, RegExp]>([
    ["../x", /^x-[0-9a-f]{8}$/],
    ["..", /^student-[0-9a-f]{8}$/],
    [".hidden", /^hidden-[0-9a-f]{8}$/],
    ["a/b\\c", /^a-b-c-[0-9a-f]{8}$/],
    ["CON", /^con-[0-9a-f]{8}$/],
    ["lpt1.txt", /^lpt1-txt-[0-9a-f]{8}$/],
    ["ends.", /^ends-[0-9a-f]{8}$/],
    ["Zoë Müller", /^zoe-muller-[0-9a-f]{8}$/],
    ["🦜", /^student-[0-9a-f]{8}$/],
    ["x".repeat(200), /^x{32}-[0-9a-f]{8}$/],
    ["nul\0byte", /^nul-byte-[0-9a-f]{8}$/],
    ["ada-0123abcd", /^ada-0123abcd-[0-9a-f]{8}$/],
  ])("is readable and harmless for %j", (id, folder) => {
    expect(folderOf(id)).toMatch(folder);
  });

  test("is unique, even if case is ignored", () => {
    const first = studentFolders(["Ada", "ada", "ADA"]);
    const ids = ["Ada", "ada", "ADA", first.get("Ada") ?? "", "zoë", "zoe\u0308", "zoe"];
    const folders = [...studentFolders(ids).values()].map((folder) => folder.toLowerCase());
    expect(new Set(folders).size).toBe(ids.length);
  });

  test("does not depend on who else is in the class, unless names clash", () => {
    expect(studentFolders(["bob", "../x"]).get("../x")).toBe(folderOf("../x"));
  });
});
