/** Drag and drop, of files and of folders. */

import { byId } from "./elements.js";

/** `take(files)` runs with the files of each drop anywhere on the page. */
export function watchDrops(take) {
  const drop = byId("drop");
  const over = (on) => drop.classList.toggle("over", on);
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files"); // words are dropped into a field as ever
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault(); // else the browser would leave the page and open the file
    over(true);
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && over(false));
  addEventListener("drop", async (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    over(false);
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const plain = [...event.dataTransfer.files];
    const found = entries.length ? (await Promise.all(entries.map(filesUnder))).flat() : plain;
    if (found.length) take(found);
  });
}

/** The files of a dropped entry; of a folder, all below it. Hidden ones, and those that cannot be opened, are left out. */
async function filesUnder(entry) {
  if (entry.name.startsWith(".")) return [];
  try {
    if (entry.isFile) return [await new Promise((resolve, reject) => entry.file(resolve, reject))];
    const reader = entry.createReader();
    const found = [];
    for (;;) {
      const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (!some.length) return found;
      for (const one of some) found.push(...(await filesUnder(one)));
    }
  } catch {
    return [];
  }
}
