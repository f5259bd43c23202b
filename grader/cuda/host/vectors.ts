import { noVectorElement } from "../errors/host-errors.ts";
import { VOID, bytesOf, type CudaType } from "../check/types.ts";
import type { Span } from "../source-error.ts";
import type { HostMachine } from "./host-machine.ts";
import { READ, WRITE } from "./host-memory.ts";
import type { Native, NativeCall, Natives } from "./native.ts";

/** A vector in memory, as the header lays it out: the address of its elements, their count, and for how many there is room. */
class VectorAt {
  readonly #machine: HostMachine;
  readonly #span: Span;
  readonly #element: CudaType;
  readonly #bytes: number;

  constructor({ machine, span, self }: NativeCall) {
    this.#machine = machine;
    this.#span = span;
    this.#element = elementOf(self);
    this.#bytes = bytesOf(this.#element);
  }

  get element(): CudaType {
    return this.#element;
  }

  get elementBytes(): number {
    return this.#bytes;
  }

  #word(vector: number, offset: number): number {
    const { memory } = this.#machine;
    return Number(READ.u64(memory.locate(vector, 24, this.#span, false), memory.offset + offset));
  }

  data(vector: number): number {
    return this.#word(vector, 0);
  }

  count(vector: number): number {
    return this.#word(vector, 8);
  }

  capacity(vector: number): number {
    return this.#word(vector, 16);
  }

  setCount(vector: number, count: number): void {
    const { memory } = this.#machine;
    WRITE.u64(memory.locate(vector, 24, this.#span, true), memory.offset + 8, count);
  }

  /** Gives it memory of its own for so many elements. */
  fill(vector: number, count: number): void {
    const { memory } = this.#machine;
    const data = this.#machine.allocate(count * this.#bytes, this.#span, true);
    const view = memory.locate(vector, 24, this.#span, true);
    const at = memory.offset;
    WRITE.ptr(view, at, data);
    WRITE.u64(view, at + 8, count);
    WRITE.u64(view, at + 16, count);
  }

  /** Gives it room for more elements, and takes those that it has along. */
  grow(vector: number, capacity: number): void {
    const { memory } = this.#machine;
    const data = this.data(vector);
    const count = this.count(vector);
    memory.held.add(data);
    this.fill(vector, capacity);
    memory.held.delete(data);
    if (count > 0) this.#machine.copy(this.data(vector), data, count * this.#bytes, this.#span);
    this.setCount(vector, count);
  }

  /** Moves elements within it. */
  move(to: number, from: number, count: number): void {
    if (count > 0) this.#machine.copy(to, from, count * this.#bytes, this.#span);
  }
}

function elementOf(self: CudaType | undefined): CudaType {
  const given = self?.kind === "struct" ? self.struct.given?.[0] : undefined;
  return given?.kind === "type" ? given.type : VOID;
}

const RESERVED_NOTE = "A vector has no elements where the program uses some: `reserve` only makes room for them. C++ wants `resize` there.";

function method(run: (at: VectorAt, call: NativeCall) => (vector: number, ...values: number[]) => number): Native {
  return (call) => {
    const own = run(new VectorAt(call), call);
    return (vector, a, b) => own(Number(vector), Number(a), Number(b));
  };
}

/** @param isUnchecked as C++ does it: in a vector without elements the room that `reserve` made can be used */
function element(isUnchecked: boolean): Native {
  return ({ machine, span, self }) => {
    const { memory } = machine;
    const size = bytesOf(elementOf(self));
    return (vector, index) => {
      const i = Number(index);
      const view = memory.locate(Number(vector), 24, span, false);
      const { offset } = memory;
      const count = Number(READ.u64(view, offset + 8));
      if (i >= count || i < 0) {
        const isReserved = isUnchecked && count === 0 && i >= 0 && i < Number(READ.u64(view, offset + 16));
        if (!isReserved) throw noVectorElement(span, count, `no element ${i > 2 ** 63 ? i - 2 ** 64 : i}`);
        machine.notes.add(RESERVED_NOTE);
      }
      return Number(READ.ptr(view, offset)) + i * size;
    };
  };
}

/** The methods of vectors that headers/containers.ts declares without bodies. */
export const VECTORS: Natives = {
  "vector::operator[]": element(true),
  "vector::at": element(false),
  "vector::front": (call) => {
    const at = element(false)(call);
    return (vector) => at(vector!, 0);
  },
  "vector::back": (call) => {
    const at = element(false)(call);
    const own = new VectorAt(call);
    return (vector) => at(vector!, own.count(Number(vector)) - 1);
  },
  "vector::size": method((own) => (vector) => own.count(vector)),
  "vector::capacity": method((own) => (vector) => own.capacity(vector)),
  "vector::empty": method((own) => (vector) => (own.count(vector) === 0 ? 1 : 0)),
  "vector::data": method((own) => (vector) => own.data(vector)),
  "vector::begin": method((own) => (vector) => own.data(vector)),
  "vector::end": method((own) => (vector) => own.data(vector) + own.count(vector) * own.elementBytes),
  "vector::clear": method((own) => (vector) => (own.setCount(vector, 0), 0)),
  "vector::pop_back": method((own, { span }) => (vector) => {
    const count = own.count(vector);
    if (count === 0) throw noVectorElement(span, 0, "nothing to remove");
    own.setCount(vector, count - 1);
    return 0;
  }),
  "vector::reserve": method((own) => (vector, wanted) => {
    if (wanted! > own.capacity(vector)) own.grow(vector, wanted!);
    return 0;
  }),
  "vector::push_back": method((own, { machine, copying, given }) => {
    const copy = copying(own.element, given[0]!.isVariable);
    return (vector, value) => {
      const count = own.count(vector);
      if (count === own.capacity(vector)) {
        const before = own.data(vector);
        machine.memory.held.add(before);
        own.grow(vector, Math.max(8, 2 * count));
        machine.memory.held.delete(before);
      }
      copy(own.data(vector) + count * own.elementBytes, value!);
      own.setCount(vector, count + 1);
      return 0;
    };
  }),
  "vector::erase": method((own, { span }) => (vector, first, last) => {
    const data = own.data(vector);
    const count = own.count(vector);
    const end = data + count * own.elementBytes;
    if (first! < data || last! > end || last! < first!) throw noVectorElement(span, count, "nothing to erase here");
    own.move(first!, last!, (end - last!) / own.elementBytes);
    own.setCount(vector, count - (last! - first!) / own.elementBytes);
    return first!;
  }),
  "vector::__construct": method((own, { defaulting, machine, span }) => {
    const set = defaulting(own.element);
    return (vector, from) => {
      if (!set) return 0;
      const data = own.data(vector);
      const count = own.count(vector);
      machine.work((count - from!) * 256, span);
      for (let i = from!; i < count; i++) set(data + i * own.elementBytes);
      return 0;
    };
  }),
  "vector::__place": (call) => {
    const own = new VectorAt(call);
    const { machine, span } = call;
    const copy = call.copying(own.element, true);
    const isPlain = own.element.kind === "scalar" || own.element.kind === "pointer";
    return (vector, at, from, count) => {
      const to = own.data(Number(vector)) + Number(at) * own.elementBytes;
      machine.work(Number(count) * 16, span);
      if (isPlain) own.move(to, Number(from), Number(count));
      else for (let i = 0; i < Number(count); i++) copy(to + i * own.elementBytes, Number(from) + i * own.elementBytes);
      return 0;
    };
  },
  "vector::__fill": method((own) => (vector, count) => (own.fill(vector, count!), 0)),
  "vector::__set": method((own, { machine, span, copying }) => {
    const copy = copying(own.element, true);
    return (vector, from, value) => {
      const data = own.data(vector);
      const count = own.count(vector);
      machine.work((count - from!) * own.elementBytes, span);
      for (let i = from!; i < count; i++) copy(data + i * own.elementBytes, value!);
      return 0;
    };
  }),
  "vector::__copy": method((own, { copying, machine, span }) => {
    const copy = own.element.kind === "struct" || own.element.kind === "array" ? copying(own.element, true) : undefined;
    return (vector, other) => {
      const data = own.data(other!);
      const count = own.count(other!);
      own.fill(vector, count);
      const to = own.data(vector);
      machine.work(count * 16, span);
      if (copy) for (let i = 0; i < count; i++) copy(to + i * own.elementBytes, data + i * own.elementBytes);
      else if (count > 0) machine.copy(to, data, count * own.elementBytes, span);
      return 0;
    };
  }),
  "vector::__resize": method((own) => (vector, wanted) => {
    const count = own.count(vector);
    if (wanted! > count) own.grow(vector, wanted!);
    own.setCount(vector, wanted!);
    return wanted! > count ? 1 : 0;
  }),
  "vector::__open": method((own, { span }) => (vector, place, more) => {
    const before = own.count(vector);
    const index = (place! - own.data(vector)) / own.elementBytes;
    if (!(index >= 0 && index <= before)) throw noVectorElement(span, before, "no such place to insert at");
    if (before + more! > own.capacity(vector)) own.grow(vector, 2 * (before + more!));
    const at = own.data(vector) + index * own.elementBytes;
    own.move(at + more! * own.elementBytes, at, before - index);
    own.setCount(vector, before + more!);
    return index;
  }),
};
