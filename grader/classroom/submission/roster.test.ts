import { describe, expect, test } from "vitest";
import { InputError } from "../assignment/input-error.ts";
import { readRoster } from "./roster.ts";

const read = (text: string) => readRoster(Buffer.from(text), "roster.csv");

describe("a roster", () => {
  test.each<[string, string, object]>([
    [
      "of one's own",
      "id,name,email,section,account\nada,Ada Lovelace,ada@school.example,A,al17\n",
      { id: "ada", name: "Ada Lovelace", email: "ada@school.example", section: "A", accounts: ["al17"] },
    ],
    ["of a school in Germany", "Matrikel;Name;E-Mail\n17;Ada;ada@school.example\n", { id: "17", name: "Ada", email: "ada@school.example" }],
    ["of ids alone", "id\nada\n", { id: "ada", name: "", accounts: [] }],
    ["as a spreadsheet saves it", '\uFEFFID;Name\r\nada;"Lovelace; Ada"\r\n', { id: "ada", name: "Lovelace; Ada" }],
    [
      "that is Canvas' gradebook",
      'Student,ID,SIS User ID,SIS Login ID,Section,Week 1 (12)\n    Points Possible,,,,,100\n"Lovelace, Ada",4711,S17,al17,A,\n"Student, Test",,,,A,\n',
      { id: "al17", name: "Lovelace, Ada", section: "A", accounts: ["4711", "S17"] },
    ],
    [
      "that is Moodle's grading worksheet",
      'Identifier,"Full name","Email address",Status,Grade\n"Participant 4711","Ada Lovelace",ada@school.example,,\n',
      { id: "Participant 4711", name: "Ada Lovelace", email: "ada@school.example", accounts: ["4711"] },
    ],
    [
      "that is Gradescope's",
      "First Name,Last Name,SID,Email,Sections\nAda,Lovelace,4711,ada@school.example,A\n",
      { id: "4711", name: "Ada Lovelace", email: "ada@school.example", section: "A" },
    ],
    [
      "that is GitHub Classroom's",
      '"identifier","github_username","github_id","name"\n"ada","adal","99",""\n',
      { id: "ada", accounts: ["adal", "99"] },
    ],
  ])("%s", (_, text, entry) => {
    expect(read(text).entries).toEqual([expect.objectContaining(entry)]);
  });

  test("finds a student by each id, name and address, however it is written", () => {
    const roster = read('id,name,email,account\nada,"Lovelace, Ada",ada@school.example,4711\nbob,Bob Ross,,\n');
    for (const called of ["ada", "ADA", " 4711", "Lovelace, Ada", "Ada Lovelace", "lovelaceada", "ada@school.example"])
      expect([called, roster.find(called)?.id]).toEqual([called, "ada"]);
    for (const called of ["bob ross", "rossbob"]) expect([called, roster.find(called)?.id]).toEqual([called, "bob"]);
    expect(roster.find("eve")).toBeUndefined();
  });

  test("does not guess which of two students of one name is meant", () => {
    const roster = read("id,name\na1,Kim Lee\na2,Kim Lee\n");
    expect([roster.find("Kim Lee"), roster.find("a2")?.id]).toEqual([undefined, "a2"]);
  });

  test.each([
    ["a student twice", "id\nada\nADA\n", "roster.csv:3: ADA stands in line 2 already"],
    ["a line without a student", "id,name\n,Ada\n", "roster.csv:2: names no student"],
    ["nothing", "id\n", "roster.csv: names no student"],
    [
      "no column of ids",
      "Name;Telefon\nAda;1\n",
      'roster.csv:1: has no column that tells students apart: it has "Name", "Telefon". Call the one',
    ],
    ["no CSV", 'id\n"ada', "roster.csv: is no CSV"],
  ])("with %s is refused", (_, text, message) => {
    expect(() => read(text)).toThrow(InputError);
    expect(() => read(text)).toThrow(message);
  });
});
