/** The documents pane: collections and the files that are stored in them. */

import { watchDrops } from "./drops.js";
import { announce, byId, bytes, confirmed, counted, el, legible, notice, opened } from "./elements.js";
import { fileLink } from "./links.js";
import { followReading, stopFollowing } from "./reading.js";
import { hasGaps, reportOf } from "./report.js";
import { local } from "./storage.js";
import { addFiles, openUploads } from "./uploads.js";
import * as wire from "./wire.js";

const CHOSEN = "sureground.collection";
export const DEFAULT = { id: "default", title: "My documents" };

let collections = [];
let chosen = local.getItem(CHOSEN) ?? DEFAULT.id; // a new browser begins with its own documents
let changed = () => {}; // set by main.js: the collection or its files are others now
let files = []; // of the chosen collection, oldest first: those that are shown
let following = ""; // where the next ones begin; empty when all are shown
let listed = false; // whether `files` is what the server said of the chosen collection
let looks = 0; // an answer that comes after a later look was begun is of no use any more

/** The collection that questions go to. */
export const collection = () => withDefault().find((one) => one.id === chosen) ?? { id: chosen, title: chosen };
export const allCollections = () => collections;
export const isEmpty = () => listed && !files.length;

/** Fills the pane. `onChange()` runs whenever the collection or its files change. */
export async function openDocuments(onChange) {
  changed = onChange;
  byId("collection").addEventListener("change", (event) => choose(event.target.value));
  byId("new-collection").addEventListener("click", newCollection);
  byId("more-documents").addEventListener("click", showMore);
  byId("find-document").addEventListener("input", findDocument);
  byId("delete-collection").addEventListener("click", deleteCollection);
  byId("choose-files").addEventListener("click", chooseFiles);
  byId("choose-folder").addEventListener("click", () => byId("folder").click());
  byId("folder").addEventListener("change", (event) => {
    addFiles([...event.target.files].filter((file) => !file.webkitRelativePath.includes("/.")), collection());
    event.target.value = "";
  });
  byId("files").addEventListener("change", (event) => {
    addFiles([...event.target.files], collection(), replacing);
    event.target.value = replacing = "";
  });
  watchDrops((dropped) => addFiles(dropped, collection()));
  openUploads({ prepare, stored, refused: refresh });
  await refresh();
}

/** Asks for files to add. */
export function chooseFiles() {
  replacing = "";
  byId("files").multiple = true;
  byId("files").click();
}

/** Offers the files that the server reads, `[{name, endings}]`. */
export function showKinds(formats) {
  byId("files").accept = formats.flatMap(({ endings }) => endings).concat("text/*").join(",");
  const names = formats.map(({ name }) => name);
  byId("kinds").textContent = `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Reads collections and files again. */
export async function refresh() {
  const look = ++looks;
  try {
    const found = await wire.listCollections();
    if (look !== looks) return;
    collections = found;
    if (!withDefault().some((one) => one.id === chosen)) chosen = DEFAULT.id;
    const stored = collections.some((one) => one.id === chosen);
    const page = stored ? await wire.listFiles(chosen) : { items: [], next: "" };
    if (look !== looks) return;
    ({ items: files, next: following } = page);
    listed = true;
    notice("");
  } catch (error) {
    if (look !== looks) return;
    notice(error.message);
  }
  draw();
  changed();
}

async function showMore() {
  const first = files.length;
  if (await loadMore()) byId("document-list").children[first]?.querySelector("a").focus();
}

/** Lists the next documents, too; false where that came to nothing. */
async function loadMore() {
  const look = looks;
  const asked = following;
  try {
    const page = await wire.listFiles(chosen, asked);
    if (look !== looks || asked !== following) return false;
    files.push(...page.items);
    following = page.next;
  } catch (error) {
    notice(error.message);
    return false;
  }
  draw();
  return true;
}

/** How many documents there are, as far as they are listed. */
const howMany = () => (following ? `${files.length}+ documents` : counted(files.length, "document"));

/** A collection is made when its first file comes. */
async function prepare({ id, title }) {
  if (collections.some((one) => one.id === id)) return;
  await wire.ensureCollection(id, title);
  collections.push({ id, title });
}

/** Shows a file that was taken in just now, in its place where it replaces another. */
function stored(to, file) {
  if (to.id === chosen) {
    const list = byId("document-list");
    const place = files.findIndex((one) => one.name === file.name);
    if (place < 0) {
      files.push(file);
      list.append(fileItem(file));
    } else {
      files[place] = file;
      list.children[place].replaceWith(fileItem(file));
    }
    drawChoice();
  }
  changed();
}

/** Goes to another collection. */
export async function choose(id) {
  if (id !== chosen) {
    [files, following, listed] = [[], "", false]; // the files of one collection do not stand under another's name
    chosen = id;
    draw();
  }
  local.setItem(CHOSEN, id);
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
  const sure = await confirmed(`Delete “${title}”?`, `The collection and its ${howMany()} are deleted for good: files, passages and search index.`, "Delete collection");
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
  drawChoice();
  drawFiles();
  if (files.some(isBeingRead)) followReading(chosen, tellStage, refresh);
  else stopFollowing();
}

/** What is told already stays as it is, with its report open and the focus where it was. */
function drawFiles() {
  const list = byId("document-list");
  const focused = document.activeElement;
  const known = new Map([...list.children].map((item) => [item.told, item]));
  list.replaceChildren(...files.map((file) => known.get(JSON.stringify(file)) ?? fileItem(file)));
  if (list.contains(focused)) focused.focus({ preventScroll: true });
  filterFiles();
}

const MANY = 8; // documents: from here on they are searched

/** Searches all documents that there are, also those not listed yet. */
async function findDocument() {
  filterFiles();
  while (byId("find-document").value.trim() && following && (await loadMore()));
}

/** Shows the documents whose name holds what is typed. */
function filterFiles() {
  byId("find-label").hidden = files.length <= MANY && !following;
  const wanted = byId("find-label").hidden ? "" : byId("find-document").value.trim().toLocaleLowerCase();
  for (const item of byId("document-list").children) item.hidden = !item.querySelector(".name").textContent.toLocaleLowerCase().includes(wanted);
}

const isBeingRead = (file) => !STATES[file.fileStatus?.state];

/** Says how far a listed file is that is still being read. */
function tellStage(name, words) {
  const place = files.findIndex((file) => isBeingRead(file) && file.displayName === name);
  if (place >= 0) byId("document-list").children[place].querySelector(".state").lastChild.textContent = words;
}

/** The collections, and how much the chosen one holds. */
function drawChoice() {
  byId("collection").replaceChildren(...withDefault().map((one) => el("option", { value: one.id, selected: one.id === chosen }, one.title)));
  byId("delete-collection").hidden = !collections.some((one) => one.id === chosen);
  byId("documents-note").textContent = files.length ? howMany() : listed ? "No documents yet." : "";
  byId("more-documents").hidden = !following;
}

/** There is always a place for one's own documents, made when the first one comes. */
const withDefault = () => (collections.some((one) => one.id === DEFAULT.id) ? collections : [...collections, DEFAULT]);

const STATES = { ACTIVE: ["✓", "ready"], ERROR: ["✕", "could not be read"] };
const WITH_GAPS = ["!", "ready, with gaps"];

function fileItem(file) {
  const id = file.name.split("/").at(-1);
  const name = legible(file.displayName || id);
  const active = file.fileStatus?.state === "ACTIVE";
  const [sign, state] = active && hasGaps(file) ? WITH_GAPS : STATES[file.fileStatus?.state] ?? ["…", "being read"];
  const facts = [
    file.pageCount ? counted(Number(file.pageCount), "page") : null,
    file.sizeBytes ? bytes(Number(file.sizeBytes)) : null,
  ].filter(Boolean);
  const address = wire.fileAddress(collection().id, id);
  const item = el("li", {},
    fileLink(address, 0, { class: "name", dir: "auto" }, name),
    el("p", { class: "facts row" },
      el("span", { class: "grow" },
        el("span", { class: `state ${file.fileStatus?.state === "ERROR" ? "bad" : state === WITH_GAPS[1] ? "open" : ""}` }, el("span", { "aria-hidden": "true" }, `${sign} `), state),
        facts.map((fact) => ` · ${fact}`)),
      el("button", { type: "button", class: "quiet", click: () => replaceFile(id) }, "Replace", el("span", { class: "unseen" }, ` ${name}`)),
      el("button", { type: "button", class: "quiet", click: (event) => deleteFile(id, name, event.target) }, "Delete", el("span", { class: "unseen" }, ` ${name}`))),
    file.fileStatus?.errorStatus && el("p", { class: "problem", dir: "auto" }, file.fileStatus.errorStatus),
    reportOf(file));
  item.told = JSON.stringify(file);
  return item;
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
