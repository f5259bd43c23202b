import type { Assignment } from "../assignment/assignment.ts";
import { firstLateInstant } from "../assignment/lateness.ts";
import { isProjectFile, readAnswers, type AnswerProblem, type NamedFile } from "./answer-files.ts";
import { answerName } from "./answer-name.ts";
import { readHandInFile, type HandInFile } from "./hand-in-files.ts";
import {
  LAYOUT_TITLES,
  detectLayout,
  isSystemFile,
  attributionOf,
  type LayoutFacts,
  type LayoutName,
  type Owner,
  type Attribution,
} from "./layouts.ts";
import { People, type Person } from "./people.ts";
import { identityKey, squashed, type Roster, type RosterEntry } from "./roster.ts";
import { byCodeUnits, type Collected, type Submission, type SubmissionProblem, type UnreadWork } from "./submission.ts";
import { findFiles, type EmptyFolder, type FoundFiles, type HandedFile } from "./submitted-files.ts";
import { TextPack } from "./text-pack.ts";
import { readGradescope, readNbgrader, readWorksheetTimes, type SystemFacts } from "./system-files.ts";

export interface ReadOptions {
  /** When the instructor received each student's work, in milliseconds since 1970, by student id: it overrides what files claim. */
  readonly received?: ReadonlyMap<string, number>;
  /** The current content hash of each exercise: answers to another version are reported. */
  readonly versions?: ReadonlyMap<string, string>;
  readonly roster?: Roster;
  /** The layout of the folders; detected if it is left out. */
  readonly layout?: LayoutName;
}

/** The hand-ins of a class as read, and the layout that was used. */
export interface ReadClass extends Collected {
  readonly layout: LayoutName;
  readonly unread: readonly UnreadWork[];
}

/**
 * Reads the hand-ins of a class: the files that "Hand in" wrote (`.json`), and answers (`<exercise>.ts`), in folders or ZIP archives, laid
 * out as an LMS exports them.
 *
 * The student follows from the roster and from the folder or the name that the LMS gave. A file's own words are a claim: one that
 * contradicts its location is reported and graded for nobody. Only if the location names no student does the claim decide.
 *
 * A student's answers in one folder are one hand-in, with the time of the newest file; a hand-in file contains its own time. A file that
 * cannot be read is reported as a problem, and the others are read. Each student on the roster, and each folder of a student, has at least
 * one submission, if only one without answers.
 */
export async function readSubmissions(paths: readonly string[], assignment: Assignment, options: ReadOptions = {}): Promise<ReadClass> {
  const found = await findFiles(paths);
  const reading = new Reading(found, await readGradescope(found.files), assignment, options);
  await reading.read();
  const submissions = reading.withEverybody();
  const problems = [...found.problems, ...reading.problems, ...similarIds(submissions)];
  const received = options.received && receivedById(options.received, reading.people);
  if (received) problems.push(...receiptProblems(submissions, received));
  return {
    layout: reading.layout,
    submissions: submissions.map((submission) => ({
      ...submission,
      handedInAt: (submission.answers.length > 0 ? received?.get(submission.student.id) : undefined) ?? submission.handedInAt,
    })),
    problems: problems.sort((a, b) => byCodeUnits(a.origin, b.origin) || byCodeUnits(a.message, b.message)),
    unread: reading.unread,
  };
}

/** The most bytes of hand-in files that are read of one person: two thousand hand-ins with long answers. */
const MOST_HAND_IN_BYTES = 32_000_000;

interface AttributedFile {
  readonly file: HandedFile;
  readonly attribution: Attribution;
}

interface AttributedHandIn extends AttributedFile {
  readonly read: HandInFile;
}

/** The reading of one class. */
class Reading {
  readonly layout: LayoutName;
  readonly people: People;
  readonly problems: SubmissionProblem[] = [];
  readonly unread: UnreadWork[] = [];
  private readonly found: FoundFiles;
  private readonly assignment: Assignment;
  private readonly options: ReadOptions;
  readonly #submissions: Submission[] = [];
  /** Everybody whom a location names, with the folder or file that does. */
  readonly #locations = new Map<Person, string>();
  readonly #facts: LayoutFacts;
  readonly #exercises: readonly string[];
  readonly #pack = new TextPack();
  /** When the system received a hand-in, if it says so. */
  #times: ReadonlyMap<string, number> = new Map();
  /** When Moodle received each student's hand-in, by its worksheet. */
  #worksheetTimes: ReadonlyMap<RosterEntry, number> = new Map();

  constructor(found: FoundFiles, gradescope: SystemFacts, assignment: Assignment, options: ReadOptions) {
    this.found = found;
    this.assignment = assignment;
    this.options = options;
    this.#exercises = assignment.exercises.map(({ id }) => id);
    this.people = new People(options.roster);
    this.#facts = {
      assignment: assignment.id,
      submitters: gradescope.submitters,
      isSection: (name) => (options.roster?.hasSection(name) ?? false) && options.roster?.find(name) === undefined,
      classFolders: classFolders(found, this.#exercises),
    };
    this.layout = options.layout ?? detectLayout([...found.files, ...found.emptyFolders], this.#facts);
    if (this.layout === "gradescope") this.#times = gradescope.times;
    this.problems.push(...gradescope.problems);
  }

  async read(): Promise<void> {
    if (this.layout === "nbgrader") {
      const { times, problems } = await readNbgrader(this.found.files);
      this.#times = times;
      this.problems.push(...problems);
    }
    if (this.layout === "moodle" && this.options.roster !== undefined) {
      const { times, problems } = readWorksheetTimes(this.options.roster, this.assignment.timeZone);
      this.#worksheetTimes = times;
      this.problems.push(...problems);
    }
    const all = this.found.files.filter((file) => !isSystemFile(this.layout, file)).flatMap((file) => this.#attributed(file) ?? []);
    const allBroken = this.found.broken.flatMap(({ file, message }) => {
      const attribution = this.#attributed(file);
      return attribution === undefined ? [] : [{ ...attribution, message }];
    });
    await this.#tellNamesakesApart([...all, ...allBroken]);
    const attributed = all.filter(this.#isOwnerKnown);
    const broken = allBroken.filter(this.#isOwnerKnown);
    for (const folder of this.found.emptyFolders) {
      const attribution = this.#attributionOf({ ...folder, name: "" });
      if (attribution && this.#isOwnerKnown({ attribution })) this.#ownersOf(attribution, { ...folder, origin: `${folder.origin}/` });
    }
    for (const { attribution, file } of [...attributed, ...broken]) this.#ownersOf(attribution, file);
    for (const { file, attribution, message } of broken)
      this.#leaveOpen(this.#ownersOf(attribution, file), { origin: file.origin, message });
    const [handIns, others] = partition(attributed, ({ file }) => file.name.toLowerCase().endsWith(".json"));
    await this.#readAnswers(others);
    await this.#readHandIns(handIns);
  }

  /** The submissions, and an empty one for everybody who has none: on the roster, or with a folder. */
  withEverybody(): Submission[] {
    const submitted = new Set(this.#submissions.map(({ student }) => student.id));
    const empty = (person: Person, origin: string): void => {
      if (submitted.has(person.student.id)) return;
      submitted.add(person.student.id);
      this.#submissions.push({ student: person.student, handedInAt: null, answers: [], origin });
    };
    for (const [person, origin] of this.#locations) {
      if (!submitted.has(person.student.id)) this.#problem(origin, person, "holds no answer to anything that was assigned");
      empty(person, origin);
    }
    for (const person of this.people.onRoster) empty(person, person.entry?.origin ?? "");
    return this.#submissions.sort(
      (a, b) => byCodeUnits(a.student.id, b.student.id) || (a.handedInAt ?? 0) - (b.handedInAt ?? 0) || byCodeUnits(a.origin, b.origin),
    );
  }

  #attributionOf(file: Pick<HandedFile, "folders" | "name" | "given">): Attribution | undefined {
    return attributionOf(this.layout, file, this.#facts);
  }

  /** The owner and hand-in of a file, with the student that the file's name gives if no folder does. */
  #attributed(file: HandedFile): AttributedFile | undefined {
    const attribution = this.#attributionOf(file);
    if (attribution === undefined) {
      if (!isProjectFile(file.name))
        this.problems.push({
          origin: file.origin,
          message: `isn't as ${LAYOUT_TITLES[this.layout]} has it, so it is nobody's, and was not graded`,
        });
      return undefined;
    }
    if (attribution.owners.length > 0) return { file, attribution };
    const before = answerName(file.name, this.#exercises)?.before;
    if (before !== undefined && !file.name.endsWith(".json"))
      return {
        file,
        attribution: { ...attribution, owners: [{ id: before, name: "" }], handIn: `${file.given.path} ${before}`, isNamedByFile: true },
      };
    return { file, attribution };
  }

  /** Whether the owner is known, even if several have the same name. */
  readonly #isOwnerKnown = ({ attribution }: Pick<AttributedFile, "attribution">): boolean =>
    attribution.owners.every((owner) => this.people.namesakes(owner).length === 0);

  /**
   * If several on the roster have the name that the layout gives, the id in the hand-in files there decides among them. Failing that, the
   * work is graded for nobody, and they all get no score rather than 0, except those whose work was found.
   */
  async #tellNamesakesApart(attributed: readonly AttributedFile[]): Promise<void> {
    const doubtful = attributed.filter((file) => !this.#isOwnerKnown(file));
    const groups = [...Map.groupBy(doubtful, ({ attribution }) => attribution.handIn).values()];
    const found: { readonly owner: Owner; readonly files: readonly AttributedFile[]; readonly claimants: ReadonlySet<Person> }[] = [];
    for (const files of groups) {
      const owner = files[0]?.attribution.owners.find((one) => this.people.namesakes(one).length > 0);
      if (owner === undefined) continue;
      const candidates = this.people.namesakes(owner);
      const claims = await Promise.all(files.map(({ file }) => this.#claimOf(file)));
      const claimants = new Set(
        claims.flatMap((id) => candidates.find((person) => id !== undefined && this.people.known(id) === person) ?? []),
      );
      found.push({ owner, files, claimants });
    }
    const isOnlyOne = (person: Person): boolean => found.filter(({ claimants }) => claimants.has(person)).length === 1;
    const undecided = found.filter(({ owner, claimants: [person, ...others] }) => {
      if (person === undefined || others.length > 0 || !isOnlyOne(person)) return true;
      this.people.identify(owner, person);
      return false;
    });
    const decided = new Set(found.filter((one) => !undecided.includes(one)).flatMap(({ claimants }) => [...claimants]));
    for (const { owner, files } of undecided) {
      const candidates = this.people.namesakes(owner);
      const [{ file, attribution }] = files as [AttributedFile];
      const origin = this.#folderOf(file, attribution);
      const ids = candidates.map(({ student }) => student.id).join(" or ");
      const message = `is from ${ids}, who have the same name, and holds no hand-in with the id of one of them: it was graded for nobody`;
      this.#leaveOpen(
        candidates.filter((person) => !decided.has(person)),
        { origin, message },
      );
    }
  }

  /** The id of the student whom a hand-in file claims to be from. */
  async #claimOf(file: HandedFile): Promise<string | undefined> {
    if (!file.name.toLowerCase().endsWith(".json")) return undefined;
    const read = await readHandInFile(file, this.assignment, this.#pack);
    return read.status === "read" ? read.claim.id : read.claim;
  }

  #ownersOf(attribution: Attribution, file: EmptyFolder): readonly Person[] {
    return attribution.owners.map((owner) => {
      const person = this.people.ofOwner(owner);
      if (this.#locations.has(person)) return person;
      const folder = this.#folderOf(file, attribution);
      this.#locations.set(person, folder);
      if (this.options.roster !== undefined && person.entry === undefined) this.#problem(folder, person, "is of nobody on the roster");
      return person;
    });
  }

  /** The folder of a hand-in's files, for messages, or the file itself if its name tells the student. */
  #folderOf({ origin, folders, given }: EmptyFolder, attribution: Attribution): string {
    const parts = origin.split("/");
    if (this.layout === "canvas" || attribution.isNamedByFile) return origin;
    if (parts.length === 1) return folders.at(-1) ?? given.name;
    return parts.slice(0, Math.max(1, parts.length - 1 - attribution.depth)).join("/");
  }

  async #readAnswers(attributed: readonly AttributedFile[]): Promise<void> {
    const groups = new Map<string, { person: Person; attribution: Attribution; files: NamedFile[] }>();
    for (const { file, attribution } of attributed) {
      const people = this.#ownersOf(attribution, file);
      if (people.length === 0) this.#reportStray(file);
      const before = answerName(attribution.name, this.#exercises)?.before;
      for (const person of people) {
        const named = before === undefined ? undefined : this.people.known(before);
        if (named !== undefined && named !== person) {
          this.#contradiction(person, file.origin, `names ${named.student.id} and lies where ${person.student.id} hands in`);
          continue;
        }
        const key = `${person.student.id}\0${attribution.handIn}`;
        const group = groups.get(key) ?? { person, attribution, files: [] };
        group.files.push({ file, name: attribution.name, depth: attribution.depth });
        groups.set(key, group);
      }
    }
    const firstFolder = new Map<Person, string>();
    for (const { person, attribution, files } of groups.values()) {
      const read = await readAnswers(files, this.#exercises, this.#pack);
      for (const problem of read.problems) this.#report(person, problem);
      if (read.answers.length === 0) continue;
      const [{ file }] = files as [NamedFile];
      const origin = this.#folderOf(file, attribution);
      const former = firstFolder.get(person);
      if (former === undefined) firstFolder.set(person, origin);
      else this.#problem(origin, person, `is another folder of ${person.student.id}'s beside ${former}; each counts as a hand-in`);
      const handedInAt = this.#receivedAt(person, origin, { attribution, claimedAt: read.changedAt });
      this.#submissions.push({ student: person.student, handedInAt, answers: read.answers, origin });
    }
  }

  /**
   * A file beside the students' work. Even a readme.txt is reported: it is in no project, and a student may have meant it for the
   * instructor.
   */
  #reportStray({ name, origin }: HandedFile): void {
    const exercise = answerName(name, this.#exercises)?.exercise;
    const message =
      exercise === undefined
        ? "is neither a hand-in (.json) nor an answer (.ts), and was not graded"
        : `lies beside the students' work, so it is nobody's, and was not graded: put it into a folder with the student's name, or call it <student>_${exercise}.ts`;
    this.problems.push({ origin, message });
  }

  async #readHandIns(attributed: readonly AttributedFile[]): Promise<void> {
    const read: AttributedHandIn[] = [];
    const candidates = attributed.filter(({ file, attribution }) => !(isProjectFile(file.name) && attribution.owners.length > 0));
    const tooMuch = this.#excessHandIns(candidates);
    for (const { file, attribution } of candidates) {
      if (tooMuch.has(file)) continue;
      read.push({ file, attribution, read: await readHandInFile(file, this.assignment, this.#pack, this.options.versions) });
    }
    const [owned, loose] = partition(read, ({ attribution }) => attribution.owners.length > 0);
    const byPerson = new Map<Person, AttributedHandIn[]>();
    for (const handIn of owned)
      for (const person of this.#ownersOf(handIn.attribution, handIn.file)) byPerson.set(person, [...(byPerson.get(person) ?? []), handIn]);
    for (const [person, handIns] of byPerson) this.#readOwned(person, handIns);
    this.#readLoose(loose);
  }

  /** The hand-in files of one person beyond the limit of bytes: the largest, since no hand-in is large. They are reported. */
  #excessHandIns(attributed: readonly AttributedFile[]): ReadonlySet<HandedFile> {
    const left = new Set<HandedFile>();
    const owned = attributed.filter(({ attribution }) => attribution.owners.length > 0);
    for (const ofOwners of Map.groupBy(owned, ({ attribution }) => attribution.owners.map(({ id }) => id).join("\0")).values()) {
      let bytes = 0;
      const excess = ofOwners.toSorted((a, b) => a.file.size - b.file.size).filter(({ file }) => (bytes += file.size) > MOST_HAND_IN_BYTES);
      const [smallest] = excess;
      if (smallest === undefined) continue;
      for (const { file } of excess) left.add(file);
      const { file, attribution } = smallest;
      const origin = this.#folderOf(file, attribution);
      const message = `holds more than ${MOST_HAND_IN_BYTES / 1e6} MB of .json files; ${excess.length === 1 ? "the largest was" : `the largest ${excess.length} were`} not read, ${file.origin} and what is larger: leave what "Hand in" wrote`;
      this.#leaveOpen(this.#ownersOf(attribution, file), { origin, message });
    }
    return left;
  }

  /** Reads the hand-in files of one person's folder. */
  #readOwned(person: Person, handIns: readonly AttributedHandIn[]): void {
    const claimed = (claim: { id: string; name?: string }): "agrees" | "contradicts" | "unknown" => {
      const other = this.people.known(claim.id) ?? this.people.withAddressName(claim.id);
      const { id, name } = person.student;
      if (other === person || [id, name].some((own) => own !== "" && squashed(own) === squashed(claim.id))) return "agrees";
      if (other !== undefined) return "contradicts";
      if (!claim.name || name === "") return "unknown";
      if (this.people.isName(person, claim.name)) return "agrees";
      return this.people.known(claim.name) === undefined ? "unknown" : "contradicts";
    };
    const judged = handIns.map((handIn) => ({
      ...handIn,
      says: handIn.read.status === "read" ? claimed(handIn.read.claim) : handIn.read.claim ? claimed({ id: handIn.read.claim }) : "agrees",
    }));
    const strangers = new Set(
      judged.flatMap(({ says, read }) => (says === "unknown" && read.status === "read" ? [identityKey(read.claim.id)] : [])),
    );
    const isOneself = judged.some(({ says, read }) => says === "agrees" && read.status === "read");
    const hashes = new Map<string, string>();
    for (const { file, attribution, read, says } of judged) {
      const { origin } = file;
      if (read.status === "refused") this.#leaveOpen([person], { origin, message: read.message }, read.isStray);
      else if (says === "contradicts" || (says === "unknown" && (isOneself || strangers.size > 1))) {
        this.#contradiction(person, origin, `says that it is from "${read.claim.id}", and lies where ${person.student.id} hands in`);
      } else {
        if (says === "unknown") this.#problem(origin, person, `says that it is from "${read.claim.id}"; its place counts`);
        const handedInAt = this.#receivedAt(person, origin, { attribution, claimedAt: read.handedInAt });
        this.#take(person, origin, { ...read, handedInAt }, hashes);
      }
    }
  }

  /** When a hand-in was received: the system's time counts more than a file's claim. */
  #receivedAt<Time extends number | null>(
    person: Person,
    origin: string,
    { attribution, claimedAt }: { attribution: Attribution; claimedAt: Time },
  ): number | Time {
    const known = this.#times.get(attribution.handIn) ?? (person.entry && this.#worksheetTimes.get(person.entry));
    if (known !== undefined) return known;
    const late = firstLateInstant(this.assignment);
    if (attribution.isLate !== true || claimedAt === null || claimedAt >= late) return claimedAt;
    this.#problem(
      origin,
      person,
      "is late by its name, which Canvas gave it, and claims a time before the due date: it counts as just late; --received says when it came",
    );
    return late;
  }

  /** Reads hand-in files whose student only the file itself tells. */
  #readLoose(handIns: readonly AttributedHandIn[]): void {
    const byPerson = new Map<Person, { origin: string; read: HandInFile & { status: "read" } }[]>();
    for (const { file, read } of handIns) {
      const { origin } = file;
      if (read.status === "read") {
        const person = this.people.ofClaim(read.claim);
        byPerson.set(person, [...(byPerson.get(person) ?? []), { origin, read }]);
        continue;
      }
      const person = read.claim === undefined ? undefined : this.people.known(read.claim);
      if (person) this.#leaveOpen([person], { origin, message: read.message }, true);
      else this.problems.push({ origin, ...(read.claim !== undefined && { student: read.claim }), message: read.message });
    }
    for (const [person, files] of byPerson) this.#readClaims(person, files);
  }

  #readClaims(person: Person, files: readonly { readonly origin: string; readonly read: HandInFile & { status: "read" } }[]): void {
    const { student, entry } = person;
    const location = this.#locations.get(person);
    const names = new Set(files.map(({ read }) => identityKey(read.claim.name)).filter((name) => name !== ""));
    const isDoubtful = (name: string): boolean => names.size > 1 && !(entry && name !== "" && this.people.isName(person, name));
    const hashes = new Map<string, string>();
    for (const { origin, read } of files) {
      if (entry === undefined && this.options.roster !== undefined)
        this.#problem(origin, person, `"${student.id}" is nobody on the roster`);
      if (location !== undefined)
        this.#contradiction(
          person,
          origin,
          `says that it is from ${student.id}, but only its own words do, and ${student.id} handed in ${location}`,
        );
      else if (isDoubtful(read.claim.name))
        this.#contradiction(
          person,
          origin,
          `has the id ${student.id} and the name "${read.claim.name}", and another file has another name`,
        );
      else this.#take(person, origin, read, hashes);
    }
    if (this.#submissions.every(({ student: { id } }) => id !== student.id))
      this.#submissions.push({ student, handedInAt: null, answers: [], origin: files[0]?.origin ?? "" });
  }

  #take(person: Person, origin: string, read: HandInFile & { status: "read" }, hashes: Map<string, string>): void {
    const twin = hashes.get(read.hash);
    if (twin !== undefined) return this.#problem(origin, person, `is the same file as ${twin}, and counts once`);
    hashes.set(read.hash, origin);
    for (const message of read.messages) this.#problem(origin, person, message);
    const student =
      person.student.name === "" && person.entry === undefined ? { ...person.student, name: read.claim.name } : person.student;
    this.#submissions.push({ student, handedInAt: read.handedInAt, answers: read.answers, origin });
  }

  /** A file that contradicts its location is graded for nobody; a student without other work gets no score rather than 0. */
  #contradiction(person: Person, origin: string, message: string): void {
    this.#leaveOpen([person], { origin, message: `${message}: it was graded for nobody` }, true);
  }

  #leaveOpen(people: readonly Person[], { origin, message }: AnswerProblem, isStray = false): void {
    if (people.length === 0) this.problems.push({ origin, message });
    for (const person of people) this.#report(person, { origin, message, unread: { isStray } });
  }

  #report(person: Person, { origin, message, unread }: AnswerProblem): void {
    this.#problem(origin, person, message);
    if (unread) this.unread.push({ student: person.student.id, origin, reason: message, ...unread });
  }

  #problem(origin: string, { student }: Person, message: string): void {
    this.problems.push({ origin, student: student.id, message });
  }
}

/** Given folders that hold the work of several students: folders, hand-in files, or answers that name their student. */
function classFolders({ files, emptyFolders }: FoundFiles, exercises: readonly string[]): ReadonlySet<string> {
  const holdsSeveral = files.filter(
    ({ folders, name }) => folders.length > 0 || name.endsWith(".json") || answerName(name, exercises)?.before !== undefined,
  );
  return new Set([...holdsSeveral, ...emptyFolders].filter(({ given }) => !given.isFile).map(({ given }) => given.path));
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

const receivedById = (received: ReadonlyMap<string, number>, people: People): Map<string, number> =>
  new Map([...received].map(([called, time]) => [people.known(called)?.student.id ?? called, time]));

/** Students without a time received, and times received without a hand-in. */
function receiptProblems(submissions: readonly Submission[], received: ReadonlyMap<string, number>): SubmissionProblem[] {
  const submitted = submissions.filter(({ answers, handedInAt }) => answers.length > 0 || handedInAt !== null);
  const known = new Set(submitted.map(({ student }) => student.id));
  return [
    ...submitted
      .filter(({ student }) => !received.has(student.id))
      .map(({ origin, student }) => ({
        origin,
        student: student.id,
        message: "has no time among the times received, so the time that it claims itself counts",
      })),
    ...[...received.keys()]
      .filter((id) => !known.has(id))
      .map((id) => ({ origin: id, student: id, message: "is among the times received, but nothing that could be read was handed in" })),
  ];
}

/** Ids that differ only in case and blanks: they may have been mistyped. */
function similarIds(submissions: readonly Submission[]): SubmissionProblem[] {
  const problems: SubmissionProblem[] = [];
  const firstByLetters = new Map<string, string>();
  const ids = new Map(submissions.map((submission) => [submission.student.id, submission] as const));
  for (const [id, { origin }] of ids) {
    const letters = id.toLowerCase().replaceAll(/\s/g, "");
    const first = firstByLetters.get(letters);
    if (first === undefined) firstByLetters.set(letters, id);
    else
      problems.push({
        origin,
        student: id,
        message: `"${id}" differs from "${first}" in case or blanks only; the two are graded as two students`,
      });
  }
  return problems;
}
