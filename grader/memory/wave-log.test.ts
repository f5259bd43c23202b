import fc from "fast-check";
import { expect, test } from "vitest";
import { L2Cache } from "./l2-cache.ts";
import { WaveLog } from "./wave-log.ts";

const anyLine = fc.record({ line: fc.nat(300), sectors: fc.integer({ min: 1, max: 15 }), bytes: fc.integer() });
const anyRequests = fc.array(
  fc.record({
    operation: fc.constantFrom("load", "store", "atomic"),
    isContested: fc.boolean(),
    lines: fc.array(anyLine, { maxLength: 64 }),
  }),
  { maxLength: 40 },
);

const cache = (): L2Cache => new L2Cache(64 * 128, 64);
const countsOf = ({ dramReadBytes, dramWriteBytes, sectors, hits, touchedSectors }: L2Cache): number[] => [
  dramReadBytes,
  dramWriteBytes,
  sectors,
  hits,
  touchedSectors,
];

test("the requests of one block reach L2 as they were logged, whatever they are, in every wave", () => {
  fc.assert(
    fc.property(anyRequests, (requests) => {
      const log = new WaveLog();
      const logged = cache();
      const direct = cache();
      let contested = 0;
      let contestedDirectly = 0;
      for (let wave = 0; wave < 2; wave++) {
        for (const { operation, isContested, lines } of requests) {
          log.startRequest(lines.length);
          for (const { line, sectors, bytes } of lines) {
            const written = Int32Array.from({ length: 4 }, (_, sector) => ((sectors >> sector) & 1) * bytes);
            if (operation === "load") {
              log.addLoad(line, sectors, isContested);
              contestedDirectly += Number(direct.read(line, sectors) && isContested);
            } else if (operation === "store") {
              const entry = log.nextEntry;
              log.addStore(line);
              log.mergeStore(entry, sectors, written, 0);
              direct.write(line, sectors, written, 0);
            } else {
              log.addAtomic(line, sectors);
              direct.update(line, sectors);
            }
          }
          log.endRequest();
        }
        contested += log.replay(logged);
      }
      expect([contested, ...countsOf(logged)]).toEqual([contestedDirectly, ...countsOf(direct)]);
    }),
    { numRuns: 100 },
  );
});

test("stores that are merged into an earlier entry reach L2 with it, and take no turn", () => {
  const log = new WaveLog();
  const l2 = cache();
  const half = (bytes: number) => Int32Array.of(bytes, 0, 0, 0);
  log.startRequest(1);
  const entry = log.nextEntry;
  log.addStore(7);
  log.mergeStore(entry, 0b0001, half(0x0000ffff), 0);
  log.endRequest();
  log.startRequest(1);
  log.mergeStore(entry, 0b0001, half(-0x10000), 0);
  log.endRequest();
  log.replay(l2);
  // The sector is complete: reading it takes nothing from DRAM.
  l2.read(7, 0b0001);
  expect(l2.dramReadBytes).toBe(0);
});

test("the blocks of a wave take turns, request by request", () => {
  const log = new WaveLog();
  const l2 = cache();
  const order: number[] = [];
  const { read } = l2;
  l2.read = (line, sectors) => {
    order.push(line);
    return read.call(l2, line, sectors);
  };
  for (const lines of [[1, 2], [3], [4, 5]]) {
    log.startBlock();
    for (const line of lines) {
      log.startRequest(1);
      log.addLoad(line, 1, false);
      log.endRequest();
    }
  }
  log.replay(l2);
  expect(order).toEqual([1, 3, 4, 2, 5]);
});
