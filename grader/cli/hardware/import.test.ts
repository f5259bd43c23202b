import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Workplace } from "#testing/workplace.ts";

const h200 = fileURLToPath(new URL("../../../content/gpus/nvidia-h200-2026-11-28.json", import.meta.url));

test("measurements of the page “My GPU” are imported as they are, and a file that isn't in order is refused with its place", async () => {
  const place = await Workplace.open();
  try {
    const text = await readFile(h200, "utf8");
    const imported = await place.coalesceHere(["hardware", "import", h200]);
    expect([imported.code, imported.stdout]).toEqual([
      0,
      'NVIDIA H200 is part of the course: content/gpus/nvidia-h200-2026-11-28.json. The page "Atlas" shows it at the next start.\n',
    ]);
    expect(await readFile(h200, "utf8")).toBe(text);
    await writeFile(place.path("hostile.json"), text.replace('"us":', '"us":-'));
    const refused = await place.coalesceHere(["hardware", "import", "hostile.json"]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/hostile\.json: .* at `curves\.reads-by-size\.0\.us`/)]);
  } finally {
    await place.close();
  }
});
