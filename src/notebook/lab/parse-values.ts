/** The most numbers that are read. */
const MOST_NUMBERS = 2 ** 24;

/**
 * Reads the numbers that an array should hold: as JSON, as the table that "Save as .csv" writes, or just numbers with commas or spaces
 * between them. The numbers of vectors and structs come one after the other.
 *
 * @throws RangeError naming what is no number, and where it stands
 */
export function parseValues(text: string): (number | bigint)[] {
  const trimmed = text.trim();
  if (trimmed === "") throw new RangeError("There are no values.");
  const numbers = trimmed.startsWith("[") ? jsonNumbers(trimmed) : tableNumbers(trimmed);
  if (numbers.length > MOST_NUMBERS) throw new RangeError(`There are more than ${MOST_NUMBERS} values.`);
  return numbers;
}

function jsonNumbers(text: string): (number | bigint)[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new RangeError(`This is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const numbers: (number | bigint)[] = [];
  const collect = (part: unknown, place: string): void => {
    if (Array.isArray(part)) for (const [i, one] of part.entries()) collect(one, `${place}[${i}]`);
    else if (typeof part === "object" && part !== null) for (const [name, one] of Object.entries(part)) collect(one, `${place}.${name}`);
    else numbers.push(numberOf(String(part), `value${place}`));
  };
  collect(value, "");
  return numbers;
}

function tableNumbers(text: string): (number | bigint)[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  // A table has a head that says so, and counts its rows.
  const isTable = /^\s*"?index"?\s*,/i.test(lines[0] ?? "");
  return (isTable ? lines.slice(1) : lines).flatMap((line, number) => {
    const parts = line.split(isTable || line.includes(",") ? "," : /[\s;]+/).map((part) => part.trim());
    const values = isTable ? parts.slice(1) : parts.filter((part, i) => part !== "" || i < parts.length - 1);
    return values.map((part) => numberOf(part, `line ${number + (isTable ? 2 : 1)}`));
  });
}

const SPECIAL: Readonly<Record<string, number>> = { nan: NaN, inf: Infinity, infinity: Infinity, true: 1, false: 0 };

function numberOf(text: string, place: string): number | bigint {
  if (/^-?\d+$/.test(text)) {
    const number = Number(text);
    return Number.isSafeInteger(number) ? number : BigInt(text);
  }
  const [, sign = "", word = ""] = /^([-+]?)(\w+)$/.exec(text) ?? [];
  const special = SPECIAL[word.toLowerCase()];
  const value = special === undefined ? (text === "" ? undefined : Number(text.replace(/f$/i, ""))) : sign === "-" ? -special : special;
  if (value === undefined || (Number.isNaN(value) && special === undefined)) throw new RangeError(`“${text}” in ${place} is no number.`);
  return value;
}
