import { count, decimal, percent } from "#pictures/format.ts";
import { agreementOf, type ComparedLaunch, type HeldOutLaunch } from "#hardware/compared-launches.ts";
import { calibrated, notCountedSince, repositoryOf } from "./calibration.ts";

/**
 * The report on the model, as Markdown: where it agrees, where it does not, and what it leaves out.
 *
 * @param byOthers the held-out launches, with constants of the clock chosen without their own repository
 */
export function modelReport(
  launches: readonly ComparedLaunch[],
  heldOut: readonly HeldOutLaunch[],
  byOthers: readonly ComparedLaunch[],
): string {
  const groups: readonly (readonly [title: string, launches: readonly ComparedLaunch[]])[] = (["h200", "h100"] as const).flatMap(
    (device) => {
      const own = launches.filter((launch) => launch.device === device);
      const on = `on the ${device.toUpperCase()}`;
      const others = Map.groupBy(
        heldOut.filter((launch) => launch.device === device),
        ({ round }) => round,
      );
      return [
        ...[...others].map(
          ([round, group]) => [`Kernels of other people ${on}, predicted before they were measured, round ${round}`, group] as const,
        ),
        [`The gallery's kernels ${on}`, own.filter(({ param }) => param === undefined)],
        [`The probes' kernels ${on}`, own.filter(({ param }) => param !== undefined)],
      ] as const;
    },
  );
  const byDevice = (others: readonly ComparedLaunch[], how: string): (readonly [title: string, launches: readonly ComparedLaunch[]])[] =>
    [...Map.groupBy(others, ({ device }) => device)].map(
      ([device, group]) => [`Kernels of other people on the ${device.toUpperCase()}, ${how}`, group] as const,
    );
  const calibratedGroups = [
    ...byDevice(byOthers, "each with constants that ours and the kernels of other repositories have chosen"),
    ...byDevice(calibrated(heldOut), "with the constants as they are, which all rounds have chosen"),
  ];
  const third = heldOut.filter(({ round }) => round === 3);
  const { meanTimeError, worstTimeRatio } = agreementOf(third);
  const repositories = new Set(third.map(repositoryOf)).size;
  return [
    "# The model and the hardware",
    "",
    "Written by `coalesce hardware report`; do not edit. Requests and sectors are counted, not modelled: `agreement.test.ts` and",
    "`grader/cuda/profile/measured-kernels.test.ts` compare them exactly. Here is what comes after: L1, L2 and DRAM (`grader/memory`) and",
    "the clock (`grader/clock`).",
    "",
    "| launches | number | time: mean error | median | worst ratio | DRAM bytes within 10 % | L1 hit rate within 5 points |",
    "|---|--:|--:|--:|--:|--:|--:|",
    ...[...groups, ...calibratedGroups].map(([title, group]) => {
      const { launches: number, meanTimeError, medianTimeError, worstTimeRatio, dramWithinTenth, l1WithinFivePoints } = agreementOf(group);
      const share = (value: number | undefined): string => (value === undefined ? "–" : percent(value));
      const cells = [
        title,
        number,
        percent(meanTimeError),
        percent(medianTimeError),
        decimal(worstTimeRatio),
        share(dramWithinTenth),
        share(l1WithinFivePoints),
      ];
      return `| ${cells.join(" | ")} |`;
    }),
    "",
    "What was calibrated with what: first, the clock's constants with the probes' and the gallery's kernels on the H200; no constant",
    "belongs to a kernel. The kernels of other people were held out: their predictions were saved before the GPU ran them, and the rows",
    "that say so show those predictions, whatever the model says now. After round 1, instructions were estimated by what each operation",
    "takes (integer divisions above all). After round 2, both rounds on the H200 were used to choose how waiting and the rest overlap, and",
    `what a warp waits for. Round 3, with kernels of ${repositories} other repositories on an H100, found times ${percent(meanTimeError)} off on average and one by a factor`,
    `of ${decimal(worstTimeRatio)}: what the first two rounds had chosen did not hold for other people's habits. What it showed was isolated by probes`,
    "(`probes/memory-system/waiting.cu`) and modelled: loops that nvcc does not unroll, or unrolls by four; loads that wait for others, or for",
    "a line that another warp has asked for; places that a loop comes back to, kept in registers; a warp's own instructions, which it waits",
    "for when few warps are resident; what L2 takes of stores; additions to one floating-point number. Round 4 missed register tiles, sines,",
    "conversions and grids of tiny blocks. What functions take, and what starting blocks takes, is measured now",
    "(`probes/memory-system/functions.cu`); loops are unrolled as nvcc unrolls them, what does not change in them is computed once, tiles and",
    "small arrays stay in registers. Round 5 had other kernels again; its predictions are what the course states beside its times. After it,",
    "`__restrict__` was taken at its word, also across barriers; loads from constant memory take what `probes/memory-system/constants.cu` measured,",
    "arrays of a thread's own are in local memory where ptxas has them there (`probes/memory-system/unrolling.py`), and L1 joins a warp's stores to",
    "the same sectors (`joined-stores.cu`), few lines at a time. Stores wait while DRAM brings another part of their line",
    "(`probes/memory-system/pending-fills.cu`), and a load goes before a store that is known to be beside it. All kernels were counted again since,",
    "but the following, whose texts were changed to be measured and were no longer at hand:",
    `${notCountedSince()
      .map((name) => `\`${name}\``)
      .join(", ")}.`,
    "What",
    "instructions wait for each other is measured (`functions.cu`, by one warp). All rounds have chosen the latencies of L2 and DRAM in full kernels,",
    "the share of its instructions that a warp waits for, and what it waits for at a barrier. In the rows that say so, these",
    "are chosen anew for each repository by what our kernels and those of the other repositories took (`calibration.ts`), from what the model",
    "counts of each kernel (`data/held-out-work.json`). The last rows show how well the model fits what, for the most part, chose its constants;",
    "that is no prediction. For the A100, the RTX 4070, the RTX 4090 and the B200 the model uses their data sheets, and nothing was measured.",
    "",
    "## Not modelled",
    "",
    "- Sectors that are written in part: L2 of the H200 writes some of them back before the rest comes, and reads them again",
    "  (`transpose_strided_write`, `walk_write` with one lane per row). The probe `write_halves_…` finds a quarter of them gone when the",
    "  second half follows 512 sectors later, and nine tenths 2²¹ sectors later, without a step at any capacity: no policy that we know of",
    "  does that. Where the parts follow each other at once, a fortieth is read back, be they of one block or of eight, and a fifth where each",
    "  warp writes four sectors of a line (`write_sectors_…`). The model keeps them until they are whole, or until too many lines have such",
    "  sectors.",
    "- Requests of SMs for one line at about the same time, which the H200 joins before L2: of 34.6 million sectors that 132 blocks read in",
    "  step (`read_together`), L2 was asked for 9.1 million, and for 23.7 million when each block was 64 KiB ahead of the one before. The",
    "  model's L2 hit rate is higher there.",
    "- Registers: how many a kernel needs is the compiler's affair. The model takes it that they do not limit what is resident.",
    "- What variables that something points to move in local memory, `__ldcg` and the other cache hints, and the TLB.",
    "- The compiler's unrolling and reordering, beyond what `unrolling.ts`, `load-order.ts` and `joined-loads.ts` know of it.",
    "- SMs and warps that have more to do than others, beyond whole blocks and the warp that waits for most loads.",
    "- How many of a warp's instructions need the one before: the same share for all programs (`parboil-cp-potential` gets 0.6 of its time,",
    "  `sgemm-practice-v7` 1.7 times its own).",
    "- Parts of a vector in memory that are loaded one by one: the compiler loads them together (`packt-nbody`).",
    "- Why stores wait while DRAM brings another part of their line, and how long where warps are few or the stores come late: the probe has both",
    "  (`lines_changed_…`); the model takes the same for each such fill. Nor does it know that a warp's load misses L1 behind another warp's store to",
    "  the same sector (`columns_changed_…` hits 13 to 17 points less).",
    "- What differs from day to day: between two H200s, small launches take about a microsecond more or less (`data/gallery-times-h200.csv`).",
    "- Time: instructions are estimated from the program's steps, without the compiler. Tensor cores cost what others do.",
    "",
    ...groups.flatMap(([title, group]) => [`## ${title}`, "", ...table(group), ""]),
    "## Where the kernels of other people come from",
    "",
    "Their texts are not part of the project; their launches are in `data/held-out.json`.",
    "",
    ...new Set(
      heldOut.map(
        ({ name, source, licence, predictedAt }) => `- \`${name}\`: <${source}> (${licence}), predicted ${predictedAt.slice(0, 16)}Z`,
      ),
    ),
    "",
  ].join("\n");
}

function table(launches: readonly ComparedLaunch[]): string[] {
  return [
    "| launch | time measured, µs | model, µs | model ÷ measured | bound by | DRAM measured, B | model, B | L1 hits measured | model |",
    "|---|--:|--:|--:|---|--:|--:|--:|--:|",
    ...launches.map(({ name, param, measured, model }) => {
      const cells = [
        param === undefined ? `\`${name}\`` : `\`${name}\` ${count(param)}`,
        decimal(measured.microseconds),
        decimal(model.microseconds),
        decimal(model.microseconds / measured.microseconds),
        model.boundBy,
        measured.dramBytes === undefined ? "–" : count(measured.dramBytes),
        count(model.dramBytes),
        measured.l1HitRate === undefined ? "–" : percent(measured.l1HitRate),
        percent(model.l1HitRate),
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  ];
}
