import { readdirSync } from "node:fs";
import { partName } from "#components/course/lesson.ts";

const REFERENCE = [
  ["Map of the course", "/map/"],
  ["Claims", "/claims/"],
  ["Figures", "/figures/"],
  ["Glossary", "/glossary/"],
];

/** The sidebar: one group of lessons per part of the course, then practice, assignment, the instructor's guide and reference. */
export function courseSidebar() {
  const parts = readdirSync(new URL("../../content/lessons/", import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((folder) => ({ label: partName(folder), items: [{ autogenerate: { directory: `content/lessons/${folder}` } }] }));
  return [
    ...parts,
    { label: "Practice", link: "/practice/" },
    { label: "Assignment", link: "/assignment/" },
    { label: "For instructors", items: [{ autogenerate: { directory: "content/guide" } }] },
    { label: "Reference", items: REFERENCE.map(([label, link]) => ({ label, link })) },
  ];
}
