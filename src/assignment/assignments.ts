import { computed, signal } from "@preact/signals";
import { z } from "zod";
import { withheldBy } from "#classroom/assignment/withheld.ts";
import { instantOf } from "#classroom/assignment/lateness.ts";
import { assignmentFromLink } from "#classroom/assignment/link.ts";
import { publicAssignmentSchema, type PublicAssignment } from "#classroom/assignment/assignment.ts";
import { reasonOf } from "#notebook/reason-of.ts";
import {
  removeAssignment,
  replacing,
  saveAssignment,
  savedAssignments,
  type SavedAssignment,
} from "#notebook/storage/saved-assignments.ts";

const LINK = "#a=";
/** The site's own fragments, such as "#_top", do not match. */
const ID = /^#([a-z0-9][a-z0-9-]*)$/;

/** The assignments in this browser, and which one the page shows. It does not touch the DOM. */
export class Assignments {
  /** The most recently opened first. */
  readonly saved = signal<readonly SavedAssignment[]>([]);
  /** What went wrong last, for the student. */
  readonly complaint = signal<string | undefined>(undefined);
  readonly shown = computed(() => this.saved.value.find(({ assignment }) => assignment.id === this.#shownId.value) ?? this.saved.value[0]);
  readonly #shownId = signal<string | undefined>(undefined);

  /** Reads what earlier visits saved. If the storage cannot be read, this is reported, and the page goes on without it. */
  async restore(): Promise<void> {
    try {
      this.saved.value = await savedAssignments();
    } catch (error) {
      this.complaint.value = `What is saved in this browser cannot be read (${reasonOf(error)}).`;
    }
  }

  /** Does what the page's fragment asks for: opens the assignment of a link, or shows a saved one. */
  async follow(fragment: string): Promise<void> {
    if (fragment.startsWith(LINK)) return this.#open(() => assignmentFromLink(fragment));
    const id = ID.exec(fragment)?.[1];
    if (id === undefined) return;
    this.complaint.value = undefined;
    this.#shownId.value = id;
    if (!this.saved.value.some(({ assignment }) => assignment.id === id)) {
      this.complaint.value = `No assignment ${id} is saved in this browser. Open the link that your instructor gave you.`;
    }
  }

  openFile(file: File): Promise<void> {
    return this.#open(async () => assignmentFromFile(await file.text(), file.name));
  }

  /** Shows the former copy of the assignment that is shown; the two are swapped. */
  async goBack(): Promise<void> {
    const former = this.shown.value?.former;
    if (former !== undefined) await this.#save(former);
  }

  /** Removes an assignment from the page. Code and hand-ins stay. */
  async remove(id: string): Promise<void> {
    try {
      await removeAssignment(id);
    } catch (error) {
      this.complaint.value = `The assignment ${id} could not be removed (${reasonOf(error)}).`;
      return;
    }
    // Not before: it would come back in a page that is loaded anew meanwhile.
    this.saved.value = this.saved.value.filter(({ assignment }) => assignment.id !== id);
    this.#shownId.value = undefined;
  }

  async #open(read: () => Promise<PublicAssignment>): Promise<void> {
    this.complaint.value = undefined;
    try {
      await this.#save(await read());
    } catch (error) {
      this.complaint.value = reasonOf(error);
    }
  }

  async #save(assignment: PublicAssignment): Promise<void> {
    const { id, opens } = assignment;
    const saved: SavedAssignment = {
      assignment,
      openedAt: Date.now(),
      ...(opens !== undefined && { opensAt: instantOf(opens, assignment) }),
      withheld: withheldBy(assignment),
    };
    const before = this.saved.value.find((one) => one.assignment.id === id);
    this.saved.value = [replacing(before, saved), ...this.saved.value.filter((one) => one !== before)];
    this.#shownId.value = id;
    try {
      await saveAssignment(saved);
    } catch (error) {
      this.complaint.value = `The assignment could not be saved in this browser (${reasonOf(error)}): keep its link, so that you can come back to it.`;
    }
  }
}

/** A file that is not a public copy of an assignment. Its message is for the student who chose it. */
export class FileInvalid extends Error {
  override name = "FileInvalid";
}

/**
 * The assignment in a file that an instructor gave out, `<id>.public.yaml`.
 *
 * @param file the file's name, for the messages
 * @throws FileInvalid where it is anything else
 */
export async function assignmentFromFile(text: string, file: string): Promise<PublicAssignment> {
  const contents = await parsed(text, file);
  const result = publicAssignmentSchema.safeParse(contents);
  if (result.success) return result.data;
  if (typeof contents === "object" && contents !== null && "secret" in contents) {
    throw new FileInvalid(
      `${file} is the instructor's own file: it contains the secret of the hidden cases, so it was not saved. ` +
        "Tell your instructor that you received it, and ask for the public copy.",
    );
  }
  throw new FileInvalid(`${file} is not a public copy of an assignment.\n${z.prettifyError(result.error)}`);
}

async function parsed(text: string, file: string): Promise<unknown> {
  const { parse } = await import("yaml");
  try {
    return parse(text);
  } catch (error) {
    throw new FileInvalid(`${file} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}
