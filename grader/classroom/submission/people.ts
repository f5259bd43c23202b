import { identityKey, squashed, type Roster, type RosterEntry } from "./roster.ts";
import type { Owner } from "./layouts.ts";
import type { Student } from "./submission.ts";

/** A student, as the roster or the layout names them: equal people are the same object. */
export interface Person {
  readonly student: Student;
  /** The student's line of the roster. */
  readonly entry?: RosterEntry;
}

/**
 * The people of a class. Whom a folder or a file's name means is decided here, by the roster if there is one; what a file says of itself
 * is only compared with it.
 */
export class People {
  readonly #roster: Roster | undefined;
  readonly #byId = new Map<string, Person>();
  readonly #byKey = new Map<string, Person>();
  readonly #byEntry = new Map<RosterEntry, Person>();

  constructor(roster: Roster | undefined) {
    this.#roster = roster;
    for (const entry of roster?.entries ?? []) {
      const { id, name, email, section } = entry;
      const person = { student: { id, name, ...(email !== undefined && { email }), ...(section !== undefined && { section }) }, entry };
      this.#byId.set(id, person);
      this.#byEntry.set(entry, person);
    }
  }

  /** Everybody on the roster, in its order. */
  get onRoster(): readonly Person[] {
    return [...this.#byEntry.values()];
  }

  /** The person whom the layout names. Whoever is not on the roster is a person too. */
  ofOwner(owner: Owner): Person {
    const { id, name } = owner;
    const entry = this.#entryOf(owner);
    const person = (entry && this.#byEntry.get(entry)) ?? this.#newcomer({ id: this.#idOfNobodyElse(id, name), name });
    for (const key of [id, name, squashed(name)].map(identityKey)) if (key !== "" && !this.#byKey.has(key)) this.#byKey.set(key, person);
    return person;
  }

  /**
   * The roster's entry for whom a layout names. A number of the system may by accident be the school's id of somebody else: unless the
   * roster has it as an account, it counts only for somebody of that name.
   */
  #entryOf({ id, name, isNumber = false }: Owner): RosterEntry | undefined {
    const byId = this.#roster?.find(id);
    if (byId === undefined || !isNumber || isAccountOf(byId, id)) return byId ?? this.#byName(name);
    return this.#byName(name) ?? (mayBeCalled(byId, name) ? byId : undefined);
  }

  #byName(name: string): RosterEntry | undefined {
    return this.#roster?.find(name) ?? this.#roster?.find(squashed(name));
  }

  /** An id for somebody who is not on the roster, where it has that id for another. */
  #idOfNobodyElse(id: string, name: string): string {
    return this.#byId.get(id)?.entry === undefined ? id : `${name} (${id})`;
  }

  /** The person whom a file without an owner says it is from. */
  ofClaim(claim: Student): Person {
    return this.known(claim.id) ?? this.#newcomer(claim);
  }

  /** The person whom an id, an account, a name or an address means, if the roster or the layout knows one. */
  known(called: string): Person | undefined {
    const entry = this.#roster?.find(called);
    return (entry && this.#byEntry.get(entry)) ?? this.#byKey.get(identityKey(called));
  }

  /** Whether a name may be that of a person: it is the same, or the same without blanks and case. */
  isName(person: Person, name: string): boolean {
    return name === "" || squashed(person.student.name) === squashed(name) || this.known(name) === person;
  }

  #newcomer(student: Student): Person {
    const former = this.#byId.get(student.id);
    if (former !== undefined) return former;
    const person = { student };
    this.#byId.set(student.id, person);
    return person;
  }
}

const isAccountOf = ({ accounts }: RosterEntry, id: string): boolean =>
  accounts.some((account) => identityKey(account) === identityKey(id));

/** Whether somebody of the roster may have a name that a system gives: a word of either is in the other. */
function mayBeCalled(entry: RosterEntry, name: string): boolean {
  const words = (text: string): string[] =>
    text
      .split(/[\s,]+/)
      .map(squashed)
      .filter((word) => word.length > 1);
  const [own, given] = [words(entry.name), words(name)];
  return own.length === 0 || own.some((word) => squashed(name).includes(word)) || given.some((word) => squashed(entry.name).includes(word));
}
