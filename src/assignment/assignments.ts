import { computed, signal } from "@preact/signals";
import { instantOf } from "#classroom/assignment/lateness.ts";
import { assignmentFromLink } from "#classroom/assignment/link.ts";
import type { PublicAssignment } from "#classroom/assignment/assignment.ts";
import { forgetAssignment, keepAssignment, keptAssignments, takingPlaceOf, type KeptAssignment } from "./kept-assignments.ts";
import { assignmentFromFile } from "./public-copy-file.ts";
import { reasonOf } from "#notebook/reason-of.ts";

const LINK = "#a=";
/** Fragments of the site's own, such as "#_top", are none of these. */
const ID = /^#([a-z0-9][a-z0-9-]*)$/;

/** The assignments of this browser, and which of them the page shows. It knows no DOM. */
export class Assignments {
  /** The one opened last first. */
  readonly kept = signal<readonly KeptAssignment[]>([]);
  /** What went wrong last, for the student. */
  readonly complaint = signal<string | undefined>(undefined);
  readonly shown = computed(() => this.kept.value.find(({ assignment }) => assignment.id === this.#shownId.value) ?? this.kept.value[0]);
  readonly #shownId = signal<string | undefined>(undefined);

  /** Reads what earlier visits kept; storage that cannot be read is said, and stops nothing. */
  async restore(): Promise<void> {
    try {
      this.kept.value = await keptAssignments();
    } catch (error) {
      this.complaint.value = `What this browser keeps cannot be read (${reasonOf(error)}).`;
    }
  }

  /** Does what the page's fragment asks for: opens the assignment of a link, or shows one that is kept. */
  async follow(fragment: string): Promise<void> {
    if (fragment.startsWith(LINK)) return this.#open(() => assignmentFromLink(fragment));
    const id = ID.exec(fragment)?.[1];
    if (id === undefined) return;
    this.complaint.value = undefined;
    this.#shownId.value = id;
    if (!this.kept.value.some(({ assignment }) => assignment.id === id)) {
      this.complaint.value = `This browser keeps no assignment ${id}. Open the link that your instructor gave you.`;
    }
  }

  openFile(file: File): Promise<void> {
    return this.#open(async () => assignmentFromFile(await file.text(), file.name));
  }

  /** Shows the former copy of the assignment that is shown; the two change places. */
  async goBack(): Promise<void> {
    const former = this.shown.value?.former;
    if (former !== undefined) await this.#keep(former);
  }

  /** Removes an assignment from the page. Code and hand-ins stay. */
  async remove(id: string): Promise<void> {
    this.kept.value = this.kept.value.filter(({ assignment }) => assignment.id !== id);
    this.#shownId.value = undefined;
    try {
      await forgetAssignment(id);
    } catch (error) {
      this.complaint.value = `The assignment ${id} could not be removed (${reasonOf(error)}).`;
    }
  }

  async #open(read: () => Promise<PublicAssignment>): Promise<void> {
    this.complaint.value = undefined;
    try {
      await this.#keep(await read());
    } catch (error) {
      this.complaint.value = reasonOf(error);
    }
  }

  async #keep(assignment: PublicAssignment): Promise<void> {
    const { id, opens } = assignment;
    const kept: KeptAssignment = {
      assignment,
      openedAt: Date.now(),
      ...(opens !== undefined && { opensAt: instantOf(opens, assignment) }),
    };
    const before = this.kept.value.find((one) => one.assignment.id === id);
    this.kept.value = [takingPlaceOf(before, kept), ...this.kept.value.filter((one) => one !== before)];
    this.#shownId.value = id;
    try {
      await keepAssignment(kept);
    } catch (error) {
      this.complaint.value = `This browser does not keep the assignment (${reasonOf(error)}): keep its link, to come back to it.`;
    }
  }
}
