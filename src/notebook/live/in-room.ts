// Pages that `coalesce live` serves say so in their heads. Anywhere else nothing of a room is loaded, and nothing is asked for.
if (document.querySelector('meta[name="coalesce-live"]') !== null && window.parent === window) void import("./room-badge.ts");
