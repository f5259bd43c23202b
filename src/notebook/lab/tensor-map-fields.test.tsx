import { signal } from "@preact/signals";
import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import type { ArrayArgument } from "#cuda/launch/launch.ts";
import type { LabSession } from "./lab-session.ts";
import { TensorMapFields } from "./tensor-map-fields.tsx";

const map: NonNullable<ArrayArgument["tensorMap"]> = { sizes: [64, 128], box: [64, 8], swizzle: "128B" };
const argument: ArrayArgument = { array: "in", type: "half", length: 64 * 128, tensorMap: map };
const session = { problems: signal(new Map()), noteField: () => {} } as unknown as LabSession;

test("each field of each map has a name of its own for screen readers, with its label in it", () => {
  const html = ["in", "weights", "out"]
    .map((name, position) =>
      renderToString(
        <TensorMapFields session={session} argument={argument} map={map} name={name} place={`arguments.${position}`} onChange={() => {}} />,
      ),
    )
    .join("");
  const fields = [...html.matchAll(/<label[^>]*>([^<]*)<\/label><(?:input|select)([^>]*)/g)].map(([, label = "", attributes = ""]) => ({
    label,
    name: /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? label,
  }));
  expect(fields.slice(4, 8).map(({ name }) => name)).toEqual([
    "CUtensorMap weights, of",
    "weights, sizes",
    "weights, box",
    "weights, swizzle",
  ]);
  expect(new Set(fields.map(({ name }) => name)).size).toBe(12);
  expect(fields.filter(({ label, name }) => !name.includes(label))).toEqual([]);
});
