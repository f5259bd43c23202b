import { readFileSync, readdirSync } from "node:fs";
import { partName } from "#components/course/lesson.ts";
import { splitFrontMatter } from "./front-matter.ts";

const LESSONS = new URL("../../content/lessons/", import.meta.url);

const REFERENCE = [
  ["Map of the course", "/map/"],
  ["Claims", "/claims/"],
  ["How we know", "/how-we-know/"],
  ["Asked, answered", "/asked-answered/"],
  ["Figures", "/figures/"],
  ["Kernels of the lab", "/lab/kernels/"],
  ["Errors of the lab", "/lab/errors/"],
  ["Measurements", "/measurements/"],
  ["My GPU", "/my-gpu/"],
  ["Atlas of GPUs", "/atlas/"],
  ["Glossary", "/glossary/"],
];

/** A link of the sidebar to a lesson. The script of the ticks reads its attributes. */
interface LessonLink {
  readonly label: string;
  readonly link: string;
  readonly attrs: {
    /** Part and place in the part, both from 1: "1.3". */
    readonly "data-number": string;
    /** "<part folder>/<nn-slug>". */
    readonly "data-lesson": string;
    /** Ids of its exercises, separated by spaces. */
    readonly "data-exercises": string;
  };
}

/** The sidebar: one group of lessons per part of the course, then placement, warm-up, case files, capstones, practice, assignment, the instructor's guide and reference. */
export function courseSidebar() {
  const parts = readdirSync(LESSONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((folder) => ({ label: `${Number.parseInt(folder, 10)} ${partName(folder)}`, items: lessonsOf(folder) }));
  return [
    ...parts,
    { label: "Where to start", link: "/placement/" },
    { label: "Warm-up", link: "/warm-up/" },
    { label: "Case files", link: "/cases/" },
    { label: "Capstones", link: "/capstones/" },
    { label: "Practice", link: "/practice/" },
    { label: "Assignment", link: "/assignment/" },
    { label: "For instructors", collapsed: true, items: [{ autogenerate: { directory: "content/guide" } }] },
    { label: "Reference", items: REFERENCE.map(([label, link]) => ({ label, link })) },
  ];
}

function lessonsOf(folder: string): LessonLink[] {
  return readdirSync(new URL(`${folder}/`, LESSONS))
    .sort()
    .map((name, place) => {
      const lesson = `${folder}/${name}`;
      const { matter } = splitFrontMatter(lesson, readFileSync(new URL(`${lesson}/index.mdx`, LESSONS), "utf8"));
      const { title, exercises = [] } = matter as { readonly title: string; readonly exercises?: readonly string[] };
      return {
        label: title,
        link: `/lessons/${lesson}/`,
        attrs: {
          "data-number": `${Number.parseInt(folder, 10)}.${place + 1}`,
          "data-lesson": lesson,
          "data-exercises": exercises.join(" "),
        },
      };
    });
}
