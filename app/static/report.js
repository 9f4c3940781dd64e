/** How reading a document went, page by page. */

import { counted, el } from "./elements.js";

const STATES = {
  ok: "read well",
  repaired: "read again another way",
  empty: "empty",
  needs_ocr: "a picture without text: needs text recognition (OCR), not searchable",
  suspect: "the text may be wrong",
  failed: "could not be read",
};
const GAPS = [
  ["needs_ocr", (n, all) => `${n} of ${counted(all, "page")} ${n === 1 ? "is a picture and needs" : "are pictures and need"} text recognition (OCR): not searchable.`],
  ["failed", (n, all) => `${n} of ${counted(all, "page")} could not be read.`],
  ["suspect", (n, all) => `The text of ${counted(n, "page")} may be wrong; answers from there may be, too.`],
];

/** Runs of pages that went the same way: `{first, last, status, reason}`. */
function runs(pages) {
  const found = [];
  for (const { number, status, reason = "" } of pages) {
    const last = found.at(-1);
    if (last && last.status === status && last.reason === reason && last.last === number - 1) last.last = number;
    else found.push({ first: number, last: number, status, reason });
  }
  return found;
}

const pagesOf = (file) => (file.pageReport ?? []).map((page) => ({ ...page, status: (page.status || "ok").toLowerCase() }));

/** True when a part of the file is not searchable, or may be wrong. */
export const hasGaps = (file) => pagesOf(file).some((page) => GAPS.some(([status]) => status === page.status));

/** What a reader must know in plain words, and every page a click away; nothing for a file without pages. */
export function reportOf(file) {
  const pages = pagesOf(file);
  if (pages.length < 2 && pages.every((page) => page.status === "ok")) return null;
  const well = pages.filter((page) => page.status === "ok" || page.status === "repaired").length; // the second try was good
  return el("div", { class: "report" },
    GAPS.map(([status, say]) => [pages.filter((page) => page.status === status).length, say])
      .filter(([n]) => n)
      .map(([n, say]) => el("p", { class: "gap" }, say(n, pages.length))),
    el("details", {},
      el("summary", {}, well === pages.length ? "All pages read well" : `${well} of ${counted(pages.length, "page")} read well`),
      el("dl", {}, runs(pages).map(({ first, last, status, reason }) => el("div", { class: status === "ok" ? null : "odd" },
        el("dt", {}, first === last ? `Page ${first}:` : `Pages ${first}–${last}:`), " ",
        el("dd", {}, STATES[status] ?? status, reason && el("span", { dir: "auto" }, ` (${reason})`)))))));
}
