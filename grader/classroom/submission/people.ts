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
 * The people of a class. The roster, if there is one, decides whom a folder or a file's name means; a file's own claim is only compared
 * with that.
 */
export class People {
  readonly #roster: Roster | undefined;
  readonly #byId = new Map<string, Person>();
  readonly #byKey = new Map<string, Person>();
  readonly #byEntry = new Map<RosterEntry, Person>();
  /** People by the part of their e-mail addresses before the @. */
  readonly #byAddressName = new Map<string, readonly Person[]>();
  /** Namesakes that were told apart, by the layout's name for them. */
  readonly #identified = new Map<string, Person>();

  constructor(roster: Roster | undefined) {
    this.#roster = roster;
    for (const entry of roster?.entries ?? []) {
      const { id, name, email, section } = entry;
      const person = { student: { id, name, ...(email !== undefined && { email }), ...(section !== undefined && { section }) }, entry };
      this.#byId.set(id, person);
      this.#byEntry.set(entry, person);
      if (email === undefined) continue;
      const addressName = identityKey(email.split("@")[0] ?? "");
      this.#byAddressName.set(addressName, [...(this.#byAddressName.get(addressName) ?? []), person]);
    }
  }

  /** Everybody on the roster, in its order. */
  get onRoster(): readonly Person[] {
    return [...this.#byEntry.values()];
  }

  /**
   * Those on the roster who may be meant if the layout gives a name that several have, and no id that tells them apart; otherwise nobody.
   */
  namesakes(owner: Owner): readonly Person[] {
    if (this.#identified.has(owner.id) || this.#entryOf(owner) !== undefined) return [];
    const all = [owner.name, squashed(owner.name), owner.id].map((called) => this.#roster?.findAll(called) ?? []);
    const entries = all.find((found) => found.length > 1) ?? [];
    return entries.flatMap((entry) => this.#byEntry.get(entry) ?? []);
  }

  /** Notes that the layout means this person by this id. */
  identify({ id }: Owner, person: Person): void {
    this.#identified.set(id, person);
  }

  /** The person whom the layout names. Somebody who is not on the roster is a person, too. */
  ofOwner(owner: Owner): Person {
    const { id, name } = owner;
    const identified = this.#identified.get(id);
    if (identified !== undefined) return identified;
    const entry = this.#entryOf(owner);
    const person = (entry && this.#byEntry.get(entry)) ?? this.#newcomer({ id: this.#freeId(id, name), name });
    for (const key of [id, name, squashed(name)].map(identityKey)) if (key !== "" && !this.#byKey.has(key)) this.#byKey.set(key, person);
    return person;
  }

  /**
   * The roster's entry for an owner. A number of the system may by accident be the school's id of somebody else: unless the roster has it
   * as an account, it counts only for somebody of that name.
   */
  #entryOf({ id, name, isNumber = false }: Owner): RosterEntry | undefined {
    const byId = this.#roster?.find(id);
    if (byId === undefined || !isNumber || isAccountOf(byId, id)) return byId ?? this.#byName(name);
    return this.#byName(name) ?? (mayBeCalled(byId, name) ? byId : undefined);
  }

  #byName(name: string): RosterEntry | undefined {
    return this.#roster?.find(name) ?? this.#roster?.find(squashed(name));
  }

  /** An id for somebody who is not on the roster, if the roster has their id for another. */
  #freeId(id: string, name: string): string {
    return this.#byId.get(id)?.entry === undefined ? id : `${name} (${id})`;
  }

  /** The person whom a file without an owner claims to be from. */
  ofClaim(claim: Student): Person {
    return this.known(claim.id) ?? this.#newcomer(claim);
  }

  /** The person with an id, an account, a name or an address, if the roster or the layout knows one. */
  known(called: string): Person | undefined {
    const entry = this.#roster?.find(called);
    return (entry && this.#byEntry.get(entry)) ?? this.#byKey.get(identityKey(called));
  }

  /**
   * The one person on the roster whose e-mail address begins with this before the @: Moodle's worksheet has only that of a school's ids.
   */
  withAddressName(called: string): Person | undefined {
    const [found, ...others] = this.#byAddressName.get(identityKey(called)) ?? [];
    return others.length > 0 ? undefined : found;
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

/** Whether somebody of the roster may have the name that a system gives: a word of either is in the other. */
function mayBeCalled(entry: RosterEntry, name: string): boolean {
  const words = (text: string): string[] =>
    text
      .split(/[\s,]+/)
      .map(squashed)
      .filter((word) => word.length > 1);
  const own = words(entry.name);
  const given = words(name);
  return own.length === 0 || own.some((word) => squashed(name).includes(word)) || given.some((word) => squashed(entry.name).includes(word));
}
