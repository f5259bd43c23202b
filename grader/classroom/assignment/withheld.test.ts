import { expect, test } from "vitest";
import { exampleAssignment } from "#testing/example-assignment.ts";
import { withheldBy } from "./withheld.ts";

const { closes: _, ...open } = exampleAssignment;
const assignment = { ...open, timeZone: "UTC", due: "2026-10-24T23:59" };
const at = (time: string): number => Date.parse(`${time}Z`);

test.each<[string, object, object]>([
  ["solutions until it is due", {}, { what: ["solutions"], until: at("2026-10-24T23:59") }],
  ["solutions until it closes", { closes: "2026-11-01T12:00" }, { what: ["solutions"], until: at("2026-11-01T12:00") }],
  ["what it says", { withhold: ["solutions", "hints"] }, { what: ["solutions", "hints"], until: at("2026-10-24T23:59") }],
  ["nothing, if it says so", { withhold: [] }, { what: [], until: at("2026-10-24T23:59") }],
  ["until when it says", { closes: "2026-11-01T12:00", withholdUntil: "2026-12-01T00:00" }, { until: at("2026-12-01T00:00") }],
])("an assignment withholds %s", (_what, changes, withheld) => expect(withheldBy({ ...assignment, ...changes })).toMatchObject(withheld));
