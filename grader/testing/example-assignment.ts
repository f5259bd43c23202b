import { readAssignment } from "#classroom/assignment/assignment-file.ts";

/** An assignment with all that its copy for students must carry over or leave out: letters of several scripts, hidden checks, weights, a secret. */
export const exampleAssignment = readAssignment(
  `schema: coalesce/assignment/v1
id: week-1
title: Żółw & "Übung" – 合并访问
timeZone: Europe/Berlin
due: 2026-10-24T23:59
late: { policy: per-day, percent: 10 }
secret: nobody-is-to-know-this
exercises:
  - { id: straight-copy, points: 10, hideChecks: [in-bounds] }
  - { id: row-walk, points: 20, checks: { read-sectors: 1 } }
`,
  "a.yaml",
);
