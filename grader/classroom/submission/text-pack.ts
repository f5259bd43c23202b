import { deflateRawSync, inflateRawSync } from "node:zlib";
import { LRUCache } from "lru-cache";

/** Characters that are packed together: enough to find what answers have in common, few enough to unpack a block for one of them. */
const BLOCK_CHARACTERS = 8_192;
/** Blocks that stay unpacked: readers go through a class in the order in which it was packed. */
const UNPACKED_BLOCKS = 4;

interface Block {
  readonly bytes: Uint8Array;
  readonly unpackedBytes: number;
  readonly encoding: "latin1" | "utf16le";
}

/**
 * Texts in little memory. The answers of a large class do not fit into it as they are, and are much alike: packed, they take about a
 * quarter of their size. Each text comes back exactly, lone surrogates included.
 */
export class TextPack {
  readonly #blocks: Block[] = [];
  /** The texts of the next block. */
  #gathered: string[] = [];
  #characters = 0;
  readonly #unpacked = new LRUCache<number, string>({ max: UNPACKED_BLOCKS });

  add(text: string): PackedText {
    const packed = new PackedText(this, this.#blocks.length, this.#characters, text.length);
    this.#gathered.push(text);
    this.#characters += text.length;
    if (this.#characters >= BLOCK_CHARACTERS) this.#pack();
    return packed;
  }

  /** Bytes that the packed texts have in memory. */
  get packedBytes(): number {
    return this.#blocks.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  /** The characters of a block. */
  read(block: number, start: number, end: number): string {
    const text = block === this.#blocks.length ? this.#gathered.join("") : this.#unpackedBlock(block);
    // A slice would keep the whole block in memory for as long as anybody has it.
    return Buffer.from(text.slice(start, end), "utf16le").toString("utf16le");
  }

  #pack(): void {
    const text = this.#gathered.join("");
    const encoding = /^[\0-\xff]*$/.test(text) ? "latin1" : "utf16le";
    const unpacked = Buffer.from(text, encoding);
    // A copy: what Node returns is the beginning of a larger piece of memory.
    this.#blocks.push({ bytes: new Uint8Array(deflateRawSync(unpacked)), unpackedBytes: unpacked.length, encoding });
    this.#gathered = [];
    this.#characters = 0;
  }

  #unpackedBlock(block: number): string {
    const known = this.#unpacked.get(block);
    if (known !== undefined) return known;
    const { bytes, unpackedBytes, encoding } = this.#blocks[block] ?? noBlock(block);
    const text = inflateRawSync(bytes, { chunkSize: Math.max(64, unpackedBytes) }).toString(encoding);
    this.#unpacked.set(block, text);
    return text;
  }
}

/** A text in a pack. */
export class PackedText {
  readonly #pack: TextPack;
  readonly #block: number;
  readonly #start: number;
  readonly #length: number;

  constructor(pack: TextPack, block: number, start: number, length: number) {
    this.#pack = pack;
    this.#block = block;
    this.#start = start;
    this.#length = length;
  }

  /** The text, made anew each time. */
  toString(): string {
    return this.#pack.read(this.#block, this.#start, this.#start + this.#length);
  }
}

function noBlock(block: number): never {
  throw new RangeError(`the pack has no block ${block}`);
}
