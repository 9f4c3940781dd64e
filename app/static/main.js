/** The page's start: views, dialogs, and what an empty conversation teaches. */

import { ask, askShared, canAsk, drawIfEmpty, openAsk } from "./ask.js";
import { DEFAULT, allCollections, choose, chooseFiles, collection, openDocuments, showKinds } from "./documents.js";
import { byId, el, notice, opened } from "./elements.js";
import { liveExample } from "./example.js";
import { fromLink } from "./history.js";
import { closeSource } from "./source.js";
import { limitSize } from "./uploads.js";
import * as wire from "./wire.js";

let samples = { collection: "", questions: [] };

wire.onKeyNeeded(async (message) => {
  byId("key-message").textContent = message;
  byId("key").value = "";
  if (!(await opened(byId("key-dialog")))) return null;
  return { key: byId("key").value.trim(), remember: byId("key-remember").checked };
});

wire.onBusy((seconds) => notice(seconds ? `The server is busy. Trying again in ${seconds} s.` : ""));

// --- views: the address says which one, so that back and forward work

let checking = null; // the Check view's module, from when it is first shown

function showView() {
  const check = location.hash === "#check";
  if (check) checking ??= import("./check.js").then((module) => (module.openCheck(byId("check")), module.collectionChanged(), module));
  byId("check").hidden = !check;
  byId("ask").hidden = check;
  for (const [id, here] of [["to-ask", !check], ["to-check", check]]) {
    if (here) byId(id).setAttribute("aria-current", "page");
    else byId(id).removeAttribute("aria-current");
  }
  if (!check) drawIfEmpty();
  closeSource(false);
  showDocuments(false);
}

function showDocuments(on) {
  document.body.classList.toggle("with-documents", on);
  byId("show-documents").setAttribute("aria-expanded", String(on));
}

/** Brings the question and its answers to the front, from wherever they are asked for. */
function showAsk() {
  if (location.hash === "#check") history.pushState(null, "", "#ask");
  showView();
}

async function followAddress() {
  if (!location.hash.startsWith("#answer=")) return showView();
  const linked = await fromLink(location.hash);
  history.replaceState(null, "", "#ask");
  showView();
  if (linked) await askShared(linked);
  else notice("This link is damaged: a part of it is missing. Copy it anew, as a whole.");
}

// --- the empty state teaches

function drawEmpty(place) {
  byId("suggestions").open = true;
  const inSamples = collection().id === samples.collection;
  const stored = allCollections().some((one) => one.id === samples.collection);
  place.replaceChildren(el("div", { class: "empty" },
    el("h2", {}, "See at a glance what to trust"),
    el("p", { class: "hint" }, "Every sentence of an answer is held against your documents. Choose one to read the words that it stands on. One sentence below is wrong:"),
    location.hash !== "#check" && liveExample(),
    el("p", { class: "row" },
      el("button", { type: "button", class: "primary", click: inSamples ? ownDocuments : chooseFiles }, canAsk() && !inSamples ? "Add more of your own files" : "Use your own files"),
      !inSamples && samples.collection && el("button", { type: "button", click: stored ? () => choose(samples.collection) : trySamples },
        stored ? "Open the sample collection" : "Try the sample collection"))));
}

/** Questions that may be asked next: those of the samples, or some that the documents' own headings suggest. */
async function drawSuggestions() {
  const place = byId("suggestions");
  const { id } = collection();
  let questions = [];
  if (id === samples.collection) ({ questions } = samples);
  else if (canAsk() && allCollections().some((one) => one.id === id)) questions = await wire.suggestions(id).catch(() => []);
  if (id !== collection().id) return; // another collection was chosen meanwhile
  place.hidden = !canAsk() || !questions.length;
  place.querySelector("ul").replaceChildren(...questions.map((question) => el("li", {},
    el("button", { type: "button", dir: "auto", click: () => ask(question) }, question))));
}

/** From the samples to a place that holds nothing else. */
async function ownDocuments() {
  chooseFiles(); // first: a browser opens the chooser only at once after a click
  await choose(DEFAULT.id);
}

async function trySamples(event) {
  const button = event.target;
  button.disabled = true;
  button.textContent = "Reading the sample documents…";
  try {
    await wire.takeSamples();
    await choose(samples.collection);
    byId("question").focus();
  } catch (error) {
    notice(error.message);
    drawIfEmpty();
  }
}

/** What the server reads and what it shows first; the page works without. */
async function askAbout() {
  const [abilities, shown] = await Promise.allSettled([wire.readAbilities(), wire.readSamples()]);
  if (shown.status === "fulfilled") samples = shown.value;
  if (abilities.status === "fulfilled") {
    const { formats, limits } = abilities.value;
    limitSize(limits.uploadBytes);
    showKinds(formats);
  }
  drawIfEmpty();
  drawSuggestions();
}

// --- start

byId("show-documents").addEventListener("click", () => {
  const beside = getComputedStyle(byId("documents")).position !== "fixed"; // room for them once the source is closed
  closeSource(false);
  if (beside) byId("collection").focus();
  else showDocuments(!document.body.classList.contains("with-documents"));
});
byId("close-source").addEventListener("click", () => closeSource());
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog[open]")) closeSource();
});
addEventListener("hashchange", followAddress);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // as an address it would lead from one view to the other
  byId("main").focus();
});

openAsk(drawEmpty, showAsk);
showView();
await Promise.all([
  openDocuments(() => {
    checking?.then((module) => module.collectionChanged());
    drawIfEmpty();
    drawSuggestions();
  }),
  askAbout(),
]);
await followAddress();
