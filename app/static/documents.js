/** The documents pane: collections, files on their way in, files that are stored. */

import { announce, byId, bytes, confirmed, counted, el, notice, opened } from "./elements.js";
import * as wire from "./wire.js";

const CHOSEN = "sureground.collection";
export const DEFAULT = { id: "default", title: "default" };

let collections = [];
let chosen = localStorage.getItem(CHOSEN) ?? DEFAULT.id;
let changed = () => {}; // set by main.js: the collection or its files are others now
let files = [];

/** The collection that questions go to. */
export const collection = () => collections.find((one) => one.id === chosen) ?? { id: chosen, title: chosen };
export const allCollections = () => collections;
export const storedFiles = () => files;

/** Fills the pane. `onChange()` runs whenever the collection or its files change. */
export async function openDocuments(onChange) {
  changed = onChange;
  byId("collection").addEventListener("change", (event) => choose(event.target.value));
  byId("new-collection").addEventListener("click", newCollection);
  byId("delete-collection").addEventListener("click", deleteCollection);
  byId("choose-files").addEventListener("click", () => {
    replacing = "";
    byId("files").multiple = true;
    byId("files").click();
  });
  byId("choose-folder").addEventListener("click", () => byId("folder").click());
  byId("folder").addEventListener("change", (event) => {
    addFiles([...event.target.files].filter((file) => !file.webkitRelativePath.includes("/.")));
    event.target.value = "";
  });
  byId("files").addEventListener("change", (event) => {
    addFiles([...event.target.files], replacing);
    event.target.value = replacing = "";
  });
  watchDrops();
  await refresh();
}

/** Reads collections and files again. */
export async function refresh() {
  try {
    collections = await wire.listCollections();
    if (!collections.some((one) => one.id === chosen)) chosen = (collections.find((one) => one.id === DEFAULT.id) ?? collections[0] ?? DEFAULT).id;
    files = collections.length ? await wire.listFiles(chosen) : [];
    notice("");
  } catch (error) {
    notice(error.message);
  }
  draw();
  changed();
}

/** Goes to another collection. */
export async function choose(id) {
  chosen = id;
  localStorage.setItem(CHOSEN, id);
  await refresh();
}

async function newCollection() {
  byId("collection-name").value = "";
  if (!(await opened(byId("collection-dialog")))) return;
  const title = byId("collection-name").value.trim();
  if (!title) return;
  try {
    await choose(await wire.createCollection(title));
    announce(`Collection ${title} created`);
  } catch (error) {
    notice(error.message);
  }
}

async function deleteCollection() {
  const { id, title } = collection();
  const sure = await confirmed(`Delete “${title}”?`, `The collection and its ${counted(files.length, "document")} are deleted for good: files, passages and search index.`, "Delete collection");
  if (!sure) return;
  try {
    await wire.deleteCollection(id);
    announce(`Collection ${title} deleted`);
    await choose(DEFAULT.id);
  } catch (error) {
    notice(error.message);
  }
}

function draw() {
  const known = collections.length ? collections : [DEFAULT];
  byId("collection").replaceChildren(...known.map((one) => el("option", { value: one.id, selected: one.id === chosen }, one.title)));
  byId("delete-collection").hidden = !collections.some((one) => one.id === chosen);
  byId("documents-note").textContent = files.length ? counted(files.length, "document") : "No documents yet.";
  byId("document-list").replaceChildren(...files.map(fileItem));
}

const STATES = { ACTIVE: ["✓", "ready"], ERROR: ["✕", "could not be read"] };

function fileItem(file) {
  const id = file.name.split("/").at(-1);
  const name = file.displayName || id;
  const [sign, state] = STATES[file.fileStatus?.state] ?? ["…", "being read"];
  const facts = [
    file.pageCount ? counted(Number(file.pageCount), "page") : null,
    file.sizeBytes ? bytes(Number(file.sizeBytes)) : null,
  ].filter(Boolean);
  const address = wire.fileAddress(collection().id, id);
  return el("li", {},
    el("a", {
      href: address,
      target: "_blank",
      rel: "noopener",
      class: "name",
      dir: "auto",
      click: async (event) => {
        if (!wire.hasKey()) return;
        event.preventDefault();
        await wire.openFile(address, name).catch((error) => notice(error.message));
      },
    }, name),
    el("p", { class: "facts row" },
      el("span", { class: "grow" },
        el("span", { class: `state ${file.fileStatus?.state === "ERROR" ? "bad" : ""}` }, el("span", { "aria-hidden": "true" }, `${sign} `), state),
        facts.map((fact) => ` · ${fact}`)),
      el("button", { type: "button", class: "quiet", click: () => replaceFile(id) }, "Replace", el("span", { class: "unseen" }, ` ${name}`)),
      el("button", { type: "button", class: "quiet", click: (event) => deleteFile(id, name, event.target) }, "Delete", el("span", { class: "unseen" }, ` ${name}`))),
    file.fileStatus?.errorStatus && el("p", { class: "problem", dir: "auto" }, file.fileStatus.errorStatus),
    pageReport(file));
}

const PAGE_STATES = {
  repaired: "read again another way",
  empty: "empty",
  needs_ocr: "a picture without text: not searchable",
  suspect: "the text may be wrong",
  failed: "could not be read",
};

/** The pages that did not simply go well. */
function pageReport(file) {
  const odd = (file.pageReport ?? []).filter((page) => page.status && page.status.toLowerCase() !== "ok");
  if (!odd.length) return null;
  return el("details", { class: "report" },
    el("summary", {}, `Notes on ${counted(odd.length, "page")}`),
    el("ul", {}, odd.map((page) => el("li", {}, `Page ${page.number}: ${PAGE_STATES[page.status.toLowerCase()] ?? page.status}${page.reason ? ` (${page.reason})` : ""}`))));
}

let replacing = ""; // the id that the next chosen file replaces

function replaceFile(id) {
  replacing = id;
  byId("files").multiple = false;
  byId("files").click();
}

async function deleteFile(id, name, button) {
  const sure = await confirmed(`Delete “${name}”?`, "The file and its passages are deleted for good. Answers already given keep what they showed.", "Delete document");
  if (!sure) return;
  button.disabled = true;
  try {
    await wire.deleteFile(collection().id, id);
    announce(`${name} deleted`);
  } catch (error) {
    notice(error.message);
  }
  await refresh();
  byId("choose-files").focus();
}

// --- files on their way in: one at a time, since the server reads with every core it has

const waiting = [];
let busy = false;

/** Queues files for the collection that is chosen now; `replaces` is the id of the file that gives way, if one does. */
async function addFiles(list, replaces = "") {
  const to = collection();
  const rows = list.map((file) => ({ file, to, replaces, row: uploadRow(file) }));
  byId("uploads").append(...rows.map(({ row }) => row.element));
  waiting.push(...rows);
  if (busy) return;
  busy = true;
  while (waiting.length) await addFile(waiting.shift());
  busy = false;
}

function uploadRow(file) {
  const bar = el("progress", { max: "1", value: "0", "aria-label": `Adding ${file.name}` });
  const state = el("p", { class: "facts" }, "Waiting");
  const element = el("li", {}, el("p", { class: "name", dir: "auto" }, file.name), bar, state);
  return { element, bar, state };
}

async function addFile({ file, to, replaces, row }) {
  const show = (text, fraction) => {
    row.state.textContent = text;
    if (fraction === null) row.bar.removeAttribute("value");
    else row.bar.value = fraction;
  };
  try {
    show("Uploading", 0);
    if (!collections.some((one) => one.id === to.id)) await wire.ensureCollection(to.id, to.title);
    // A third of the bar each for sending, reading and embedding.
    const outcome = await wire.uploadFile(to.id, file, {
      replaces,
      onSent: (fraction) => show(fraction < 1 ? `Uploading ${Math.round(100 * fraction)} %` : "Reading", fraction / 3),
      onStage: ({ stage, done, total }) => {
        const part = total ? done / total : 0;
        if (stage === "parsing") show(`Reading page ${done} of ${total}`, (1 + part) / 3);
        if (stage === "embedding") show(done ? `Embedding passage ${done} of ${total}` : `Embedding ${counted(total, "passage")}`, (2 + part) / 3);
      },
    });
    if (outcome === "unchanged") {
      row.bar.remove();
      row.state.textContent = "✓ Already here, nothing to do";
      setTimeout(() => row.element.remove(), 8000);
    } else row.element.remove();
    announce(outcome === "unchanged" ? `${file.name} was there already` : `${file.name} is ready`);
  } catch (error) {
    row.bar.remove();
    row.state.className = "problem";
    row.state.textContent = error.message;
    row.element.append(
      el("button", { type: "button", class: "quiet", click: () => (row.element.remove(), addFiles([file], replaces)) }, "Try again"),
      el("button", { type: "button", class: "quiet", click: () => row.element.remove() }, "Dismiss", el("span", { class: "unseen" }, ` ${file.name}`)));
    announce(`${file.name} could not be added. ${error.message}`);
  }
  await refresh();
}

// --- drag and drop, of files and of folders

function watchDrops() {
  const drop = byId("drop");
  const over = (on) => drop.classList.toggle("over", on);
  addEventListener("dragover", (event) => {
    event.preventDefault(); // else the browser would leave the page and open the file
    over(event.dataTransfer?.types.includes("Files"));
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && over(false));
  addEventListener("drop", async (event) => {
    event.preventDefault();
    over(false);
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const plain = [...event.dataTransfer.files];
    const found = entries.length ? (await Promise.all(entries.map(filesUnder))).flat() : plain;
    if (found.length) addFiles(found);
  });
}

/** The files of a dropped entry; of a folder, all below it, hidden ones left out. */
async function filesUnder(entry) {
  if (entry.name.startsWith(".")) return [];
  if (entry.isFile) return [await new Promise((resolve, reject) => entry.file(resolve, reject))];
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return found;
    for (const one of some) found.push(...(await filesUnder(one)));
  }
}
