/** Files on their way in: one at a time, since the server reads with every core it has. */

import { announce, bytes, byId, counted, el, legible } from "./elements.js";
import * as wire from "./wire.js";

const waiting = [];
let busy = false;
let largest = Infinity; // bytes; the server says how many
let told = {}; // set by documents.js

/**
 * `tell` has what runs for a file: `prepare(collection)` before it is sent, `stored(collection, ragFile)` when it
 * is taken in, `refused()` when it is not and was to replace another, which says so from now on.
 */
export function openUploads(tell) {
  told = tell;
  addEventListener("beforeunload", (event) => busy && event.preventDefault()); // what waits here would be lost
  byId("cancel-waiting").addEventListener("click", () => {
    for (const row of waiting.splice(0)) row.element.remove();
    countWaiting();
    byId("choose-files").focus();
  });
  byId("retry-refused").addEventListener("click", () => {
    for (const button of byId("uploads").querySelectorAll(".refused .again")) button.click();
  });
  byId("dismiss-refused").addEventListener("click", () => {
    for (const row of byId("uploads").querySelectorAll(".refused")) row.remove();
    countRefused();
    byId("choose-files").focus();
  });
}

/** Files over `most` bytes are refused here, not sent in vain. */
export function limitSize(most) {
  largest = most;
}

/** Queues files for a collection; `replaces` is the id of the file that gives way, if one does. */
export const addFiles = (list, to, replaces = "") => queue(list.map((file) => uploadRow({ file, to, replaces })));

async function queue(rows) {
  byId("uploads").append(...rows.map((row) => row.element));
  waiting.push(...rows);
  countWaiting();
  if (busy) return;
  busy = true;
  while (waiting.length) {
    const row = waiting.shift();
    countWaiting();
    await addFile(row);
  }
  busy = false;
}

/** A file on its way: what is sent where, and the elements that show it. */
function uploadRow({ file, to, replaces, password = "" }) {
  const name = legible(file.name);
  const bar = el("progress", { max: "1", value: "0", "aria-label": `Adding ${name}` });
  const state = el("p", { class: "facts grow" }, "Waiting");
  const cancel = el("button", { type: "button", class: "quiet", click: () => takeBack(row) }, "Cancel", el("span", { class: "unseen" }, ` ${name}`));
  const element = el("li", {}, el("p", { class: "name", dir: "auto" }, name), bar, el("div", { class: "row" }, state, cancel));
  const row = { file, to, replaces, password, stopper: new AbortController(), element, bar, state, cancel };
  return row;
}

function show(row, text, fraction) {
  row.state.textContent = text;
  row.bar.value = fraction;
}

/** Takes a file back, wherever it is on its way. */
function takeBack(row) {
  row.stopper.abort();
  row.cancel.disabled = true;
  const place = waiting.indexOf(row);
  if (place < 0) return; // addFile sees the end of it
  waiting.splice(place, 1);
  countWaiting();
  row.element.remove();
}

async function addFile(row) {
  const { file, to, replaces, password, stopper } = row;
  try {
    if (file.size > largest) throw new wire.Refusal(413, `${file.name} has ${bytes(file.size)}; the server takes files up to ${bytes(largest)}.`);
    show(row, "Uploading", 0);
    await told.prepare(to);
    // A third of the bar each for sending, reading and embedding.
    const { ragFile, outcome } = await wire.uploadFile(to.id, file, {
      replaces, password, signal: stopper.signal,
      onSent: (fraction) => show(row, fraction < 1 ? `Uploading ${Math.round(100 * fraction)} %` : "Reading", fraction / 3),
      onStage: ({ stage, done, total }) => {
        const part = total ? done / total : 0;
        if (stage === "waiting") show(row, "Waiting for other files", 1 / 3);
        if (stage === "parsing") show(row, `Reading page ${done} of ${total}`, (1 + part) / 3);
        if (stage === "embedding") show(row, done ? `Embedding passage ${done} of ${total}` : `Embedding ${counted(total, "passage")}`, (2 + part) / 3);
      },
      onWait: (seconds) => show(row, seconds ? `The server is busy. Trying again in ${seconds} s` : "Uploading", 0),
    });
    if (outcome === "unchanged") {
      row.element.replaceChildren(el("p", { class: "name", dir: "auto" }, legible(file.name)), el("p", { class: "facts" }, "✓ Already here, nothing to do"));
      setTimeout(() => row.element.remove(), 8000);
    } else row.element.remove();
    announce(outcome === "unchanged" ? `${file.name} was there already` : `${file.name} is ready`);
    told.stored(to, ragFile);
  } catch (error) {
    if (error.name === "AbortError") return row.element.remove();
    refuse(row, error);
    if (replaces) told.refused();
  }
}

/** Says why a file was not taken in, and what can be done about it; an encrypted one asks for its password. */
function refuse(row, error) {
  const { file } = row;
  const unseen = el("span", { class: "unseen" }, ` ${legible(file.name)}`);
  const dismiss = el("button", { type: "button", class: "quiet", click: () => (row.element.remove(), countRefused()) }, "Dismiss", unseen);
  row.element.className = "refused";
  const name = el("p", { class: "name", dir: "auto" }, legible(file.name));
  if (error.reason === "ENCRYPTED_DOCUMENT" && /\.pdf$/i.test(file.name)) {
    const id = `password-${Math.random().toString(36).slice(2)}`;
    const input = el("input", { id, type: "password", autocomplete: "off", required: true });
    row.element.replaceChildren(name,
      el("form", { class: "field", submit: (event) => (event.preventDefault(), again(row, input.value)) },
        el("label", { for: id }, row.password ? "This password does not open it. Another one" : "Encrypted: password", unseen.cloneNode(true)),
        input,
        el("div", { class: "row" }, el("button", { type: "submit" }, "Open and add"), dismiss)));
    announce(`${file.name} is encrypted and needs its password`);
  } else {
    row.element.replaceChildren(name,
      el("p", { class: "problem", dir: "auto" }, error.message),
      el("div", { class: "row" },
        el("button", { type: "button", class: "quiet again", click: () => again(row) }, "Try again", unseen.cloneNode(true)),
        dismiss));
    announce(`${file.name} could not be added. ${error.message}`);
  }
  countRefused();
}

function again(row, password = row.password) {
  row.element.remove();
  countRefused();
  byId("choose-files").focus();
  queue([uploadRow({ ...row, password })]);
}

function countWaiting() {
  byId("waiting-note").hidden = waiting.length < 2;
  byId("waiting").textContent = `${counted(waiting.length, "file")} waiting.`;
}

function countRefused() {
  const refused = byId("uploads").querySelectorAll(".refused").length;
  byId("refused-note").hidden = refused < 2;
  byId("refused").textContent = `${counted(refused, "file")} could not be added.`;
}
