import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { sharedPackages } from "./installation.ts";

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "coalesce-installation-")));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(path.join(folder, "shared", "node_modules"), { recursive: true });
mkdirSync(path.join(folder, "clone"));
symlinkSync(path.join(folder, "shared", "node_modules"), path.join(folder, "clone", "node_modules"));

it.each([
  ["another clone's, by a link: where they really are", "clone", ["shared/node_modules/*"]],
  ["a clone's own: nothing more than is named already", "shared", []],
  ["not installed", "elsewhere", []],
])("processes that run answers may read packages that are %s", (_, clone, more) => {
  expect(sharedPackages(path.join(folder, clone, "node_modules"))).toEqual(more.map((part) => path.join(folder, part)));
});
