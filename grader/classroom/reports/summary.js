// The controls of a class's summary, which are there only where scripts run: tables are sorted by a click on a column's head, and a search
// shows the rows and lines that hold a text. The page is as useful to read without it.

/** The number that a cell begins with, or its text. */
function keyOf(row, column) {
  const text = row.cells[column]?.textContent.trim() ?? "";
  const number = Number.parseFloat(text.replaceAll(",", "").replace(/^[^\d-]*/, ""));
  return { text, number };
}

/** Upwards for direction 1, downwards for -1. Where others have a number, "open" and "excused" come last either way. */
function compare(a, b, direction) {
  if (Number.isNaN(a.number) !== Number.isNaN(b.number)) return Number.isNaN(a.number) ? 1 : -1;
  if (!Number.isNaN(a.number) && a.number !== b.number) return direction * (a.number - b.number);
  return direction * a.text.localeCompare(b.text, "en", { numeric: true });
}

/** Sorts by a column: upwards, and downwards the next time. */
function sortBy(table, head, column) {
  const isDown = head.getAttribute("aria-sort") === "ascending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
  const body = table.tBodies[0];
  const isNumber = head.classList.contains("number") || [...body.rows].every((row) => !Number.isNaN(keyOf(row, column).number));
  const keys = new Map([...body.rows].map((row) => [row, isNumber ? keyOf(row, column) : { ...keyOf(row, column), number: Number.NaN }]));
  body.append(...[...body.rows].sort((a, b) => compare(keys.get(a), keys.get(b), isDown ? -1 : 1)));
}

for (const table of document.querySelectorAll("table")) {
  if (table.tBodies[0].rows.length < 2) continue;
  for (const [column, head] of [...table.tHead.rows[0].cells].entries()) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sortBy(table, head, column));
    head.append(button);
  }
}

const label = document.createElement("label");
label.className = "search";
const search = document.createElement("input");
search.type = "search";
label.append("Show only what has ", search);
document.querySelector("main > header").append(label);

search.addEventListener("input", () => {
  const wanted = search.value.trim().toLowerCase();
  for (const line of document.querySelectorAll("tbody tr, section li")) line.hidden = !line.textContent.toLowerCase().includes(wanted);
  for (const details of document.querySelectorAll("section details")) if (wanted !== "") details.open = true;
});
