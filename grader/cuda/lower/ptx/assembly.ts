import type { CheckedAssembly } from "../../check/checked-tree.ts";
import {
  isRefusedPtx,
  ptxDeclaredTwice,
  ptxDefinedAgain,
  ptxInstruction,
  ptxLabel,
  ptxOperandKind,
  ptxRegisterType,
  ptxRefused,
} from "../../errors/ptx-errors.ts";
import type { Register, Step } from "../../ir/program.ts";
import { comparison, constant, not, read } from "../../ir/values.ts";
import type { PtxInstruction, PtxItem } from "../../ptx/ptx-tree.ts";
import type { Span } from "../../source-error.ts";
import { lvalueOf, scalarOf, scalarOfType, store, valueOf, valueOperand } from "../access.ts";
import type { Lowering } from "../lowering.ts";
import type { Lvalue } from "../operand.ts";
import { INSTRUCTIONS, nearestInstruction } from "./instructions.ts";
import { Operation, PTX_TYPES, sameBits, type GivenOperand, type PtxNames } from "./operation.ts";

/**
 * An `asm` statement as steps. Its inputs are read first; its outputs are registers until it ends, and are stored then. Each instruction is
 * what the table says (`instructions.ts`), under an `if` where it has a guard.
 */
export function lowerAssembly({ items, operands, isVolatile, clobbersMemory, span }: CheckedAssembly, lowering: Lowering): void {
  const { locate, finish } = lowering.lower;
  const places: (Lvalue | undefined)[] = [];
  const registers: GivenOperand[] = [];
  for (const { use, expression, span: own, tiedTo, isImmediate } of operands) {
    if (use === "input") {
      const value = scalarOf(finish(expression, locate(expression, lowering), lowering, own), lowering, own);
      const tied = tiedTo === undefined ? undefined : registers[tiedTo];
      if (tied && !("kind" in tied)) lowering.add({ kind: "set", register: tied, value: sameBits(value, tied.type) ?? value, span: own });
      places.push(undefined);
      const isKnown = isImmediate && value.kind === "constant";
      registers.push(isKnown ? { kind: "immediate", number: value.value } : lowering.temporary(value, own));
      continue;
    }
    const place = lvalueOf(finish(expression, locate(expression, lowering), lowering, own), lowering, own);
    const fixedPlace: Lvalue = place.kind === "memory" ? { ...place, address: lowering.temporary(place.address, own) } : place;
    const register = lowering.builder.register(scalarOfType(expression.type));
    if (use === "both") {
      const value = scalarOf(valueOf(fixedPlace, lowering, own), lowering, own);
      lowering.add({ kind: "set", register, value, span: own });
    }
    places.push(fixedPlace);
    registers.push(register);
  }
  if (clobbersMemory) lowering.add({ kind: "compilerBarrier", span });
  new AssemblyBody(registers, lowering, isVolatile).lower(items);
  if (clobbersMemory) lowering.add({ kind: "compilerBarrier", span });
  for (const [index, place] of places.entries()) {
    const register = registers[index]!;
    if (place && !("kind" in register)) store(place, valueOperand(place.type, read(register)), lowering, operands[index]!.span);
  }
}

/** The names of a text's braces. */
class Scope {
  readonly #registers = new Map<string, Register>();
  readonly #around: Scope | undefined;

  constructor(around?: Scope) {
    this.#around = around;
  }

  declare(name: string, register: Register, span: Span): void {
    if (this.#registers.has(name)) throw ptxDeclaredTwice(span, name);
    this.#registers.set(name, register);
  }

  find(name: string): Register | undefined {
    return this.#registers.get(name) ?? this.#around?.find(name);
  }
}

/** The number of a label's segment: see `AssemblyBody.#segments`. */
type Labels = ReadonlyMap<string, number>;

/** A jump's way: sets where to go on, and goes there. */
interface Jumps {
  readonly labels: Labels;
  jump(segment: number, lowering: Lowering, span: Span): void;
}

class AssemblyBody {
  readonly #operands: readonly GivenOperand[];
  readonly #lowering: Lowering;
  readonly #isVolatile: boolean;

  constructor(operands: readonly GivenOperand[], lowering: Lowering, isVolatile: boolean) {
    this.#operands = operands;
    this.#lowering = lowering;
    this.#isVolatile = isVolatile;
  }

  lower(items: readonly PtxItem[]): void {
    this.#declare(items);
    this.#list(items, new Scope(), undefined, this.#lowering);
  }

  /** Declares what stands outside of braces: ptxas finds it in the function around the statement, once for each place where that is inlined. */
  #declare(items: readonly PtxItem[]): void {
    const { assemblyNames } = this.#lowering.builder;
    const namesOf = (item: PtxItem): readonly string[] =>
      item.kind === "registers" ? item.names : item.kind === "label" ? [item.name] : [];
    for (const item of items) {
      const again = namesOf(item).find((name) => assemblyNames.has(name));
      if (again !== undefined) throw ptxDefinedAgain(item.span, again);
    }
    for (const name of items.flatMap(namesOf)) assemblyNames.add(name);
  }

  #list(items: readonly PtxItem[], scope: Scope, jumps: Jumps | undefined, lowering: Lowering): void {
    if (items.some(({ kind }) => kind === "label")) return this.#segments(items, scope, lowering);
    for (const item of items) this.#item(item, scope, jumps, lowering);
  }

  #item(item: PtxItem, scope: Scope, jumps: Jumps | undefined, lowering: Lowering): void {
    switch (item.kind) {
      case "registers": {
        const type = PTX_TYPES.get(item.type);
        if (type === undefined) throw ptxRegisterType(item.span, item.type);
        // A register of 8 or 16 bits has its bits; what they mean, an instruction says.
        const own = type === "f16" || type === "bf16" || type === "u8" || type === "i8" ? "u16" : type;
        for (const name of item.names) scope.declare(name, lowering.builder.register(own, name), item.span);
        return;
      }
      case "scope":
        return this.#list(item.items, new Scope(scope), jumps, lowering);
      case "label":
        return;
      case "instruction":
        return this.#instruction(item, scope, jumps, lowering);
    }
  }

  /**
   * A list with labels is a loop over its segments, each from one label to the next: a lane runs the segment that it has come to, and a jump
   * sets the next one.
   */
  #segments(items: readonly PtxItem[], scope: Scope, lowering: Lowering): void {
    const segments: PtxItem[][] = [[]];
    const labels = new Map<string, number>();
    const [{ span }] = items as [PtxItem];
    for (const item of items) {
      if (item.kind !== "label") segments.at(-1)!.push(item);
      else if (labels.has(item.name)) throw ptxDeclaredTwice(item.span, item.name);
      else labels.set(item.name, segments.push([]) - 1);
    }
    const label = lowering.builder.label();
    const next = lowering.builder.register("i32", "segment");
    lowering.add({ kind: "set", register: next, value: constant("i32", 0), span });
    const jumps: Jumps = {
      labels,
      jump: (segment, inner, place) => {
        inner.add({ kind: "set", register: next, value: constant("i32", segment), span: place });
        inner.add({ kind: "again", label, span: place });
      },
    };
    const body: Step[] = [];
    for (const [number, segment] of segments.entries()) {
      const then: Step[] = [];
      const inner = lowering.with({ steps: then });
      for (const item of segment) this.#item(item, scope, jumps, inner);
      then.push({ kind: "set", register: next, value: constant("i32", number + 1), span });
      body.push({ kind: "if", test: comparison("==", read(next), constant("i32", number)), then, otherwise: [], span });
    }
    body.push({ kind: "leave", label, span });
    lowering.add({ kind: "loop", label, body, step: [], span });
  }

  #instruction(instruction: PtxInstruction, scope: Scope, jumps: Jumps | undefined, around: Lowering): void {
    const { words, guard, span } = instruction;
    const names: PtxNames = { operands: this.#operands, find: (name) => scope.find(name) };
    const guarded: Step[] = [];
    const lowering = guard ? around.with({ steps: guarded }) : around;
    const [name, meaning] = meaningOf(instruction);
    const operation = new Operation(name, instruction, names, lowering, this.#isVolatile);
    if (name === "bra") jump(operation, jumps);
    else meaning(operation);
    operation.expectNoMore();
    if (!guard) return;
    const test = new Operation(words[0]!.text, instruction, names, around, this.#isVolatile).predicate(guard.register);
    around.add({ kind: "if", test: guard.isNegated ? not(test) : test, then: guarded, otherwise: [], span });
  }
}

function jump(operation: Operation, jumps: Jumps | undefined): void {
  operation.ignore("uni");
  operation.expectOperands(1);
  const [target] = operation.operands;
  if (target?.kind !== "name") throw ptxOperandKind(target!.span, "a label");
  const segment = jumps?.labels.get(target.name);
  if (segment === undefined) throw ptxLabel(target.span, target.name);
  jumps!.jump(segment, operation.lowering, operation.span);
}

const TABLE = new Map(INSTRUCTIONS);

/** The longest name in the table that an instruction begins with. */
function meaningOf({ words, span }: PtxInstruction): readonly [string, (operation: Operation) => void] {
  for (let length = words.length; length > 0; length--) {
    const name = words
      .slice(0, length)
      .map(({ text }) => text)
      .join(".");
    const meaning = TABLE.get(name);
    if (meaning) return [name, meaning];
  }
  const [first] = words;
  if (first && isRefusedPtx(first.text)) throw ptxRefused(first.span, first.text);
  throw ptxInstruction(first?.span ?? span, first?.text ?? "", nearestInstruction(first?.text ?? ""));
}
