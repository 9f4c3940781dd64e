/** The server's own wire API, as any other program calls it. No other module knows a path or a header. */

import { legible } from "./elements.js";
import { local } from "./storage.js";

export const PLACE = "projects/local/locations/global";
const RAG = "v1beta1";

/**
 * The server said no, or could not be reached (`status` 0). `message` is for people; `retryAfter` are the
 * seconds after which the server wants to be asked again, 0 where it does not say.
 */
export class Refusal extends Error {
  constructor(status, message, reason = "", retryAfter = 0) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}

const SIGNED_IN = "sureground.signed-in"; // the key itself lies in a cookie that no script can read
let signIns = 0; // how often somebody signed in since the page was opened
let askForKey = async () => null; // set by main.js

export const hasKey = () => local.getItem(SIGNED_IN) !== null;

/** `ask(message)` shows a form and returns `{key, remember}`, or null when the person cancels. */
export function onKeyNeeded(ask) {
  askForKey = ask;
}

async function refusal(response) {
  let error = {};
  try {
    error = (await response.json()).error ?? {};
  } catch {
    // Not our JSON: a proxy answered.
  }
  const reason = error.details?.find((detail) => detail.reason)?.reason ?? "";
  const after = response.status === 429 ? Number(response.headers.get("Retry-After")) || 0 : 0;
  return new Refusal(response.status, error.message ?? `The server answered ${response.status}.`, reason, after);
}

const LONGEST_WAIT = 60; // seconds, whatever the server asks for

/** Waits as long as a busy server asks for, telling the seconds left each second, and 0 at the end. */
async function waitFor({ retryAfter }, onWait, signal) {
  for (let left = Math.min(Math.ceil(retryAfter), LONGEST_WAIT); left > 0; left -= 1) {
    onWait(left);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    if (signal?.aborted) break;
  }
  onWait(0);
  signal?.throwIfAborted();
}

let sayBusy = () => {}; // set by main.js

/** `say(seconds)` tells people that a request waits for the server; 0 says that it goes on. */
export function onBusy(say) {
  sayBusy = say;
}

let asking = null; // one form for all requests that meet a closed door at once

/** True once somebody has signed in with a key that the server knows; false when they cancel. */
function newKey(refused) {
  asking ??= signIn(refused.message).finally(() => (asking = null));
  return asking;
}

async function signIn(message) {
  for (;;) {
    const given = await askForKey(message);
    if (!given) return false;
    const response = await fetch("/sign-in", json("POST", given));
    if (response.ok) {
      signIns += 1;
      local.setItem(SIGNED_IN, "yes");
      return true;
    }
    message = (await refusal(response)).message;
  }
}

const wantsKey = (refused) => refused.status === 403 && /\bkey\b/i.test(`${refused.reason} ${refused.message}`);

/** A response that is fine; anything else is thrown as a Refusal. */
async function request(path, options = {}) {
  for (;;) {
    const before = signIns;
    let response;
    try {
      response = await fetch(path, options);
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Refusal(0, "The server cannot be reached. Is it still running?");
    }
    if (response.ok) return response;
    const refused = await refusal(response);
    if (refused.retryAfter) {
      await waitFor(refused, sayBusy, options.signal);
      continue;
    }
    if (!wantsKey(refused)) throw refused;
    if (before === signIns && !(await newKey(refused))) throw refused;
  }
}

const json = (method, body) => ({ method, body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });

const read = async (path, options) => (await request(path, options)).json();

/** A page of a list, `{items, next}`; `next` is the token of the page after it, empty at the end. */
async function pageOf(path, member, token, options = "") {
  const page = await read(`${path}?pageSize=100${options}${token && `&pageToken=${encodeURIComponent(token)}`}`);
  return { items: page[member] ?? [], next: page.nextPageToken ?? "" };
}

/** Every page of a list. */
async function all(path, member) {
  const found = [];
  let page = { next: "" };
  do {
    page = await pageOf(path, member, page.next);
    found.push(...page.items);
  } while (page.next);
  return found;
}

/** The value of each server-sent event, as it comes. */
async function* events(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    rest += value ?? (done ? "\n\n" : "");
    const parts = rest.split(/\r?\n\r?\n/);
    rest = parts.pop();
    for (const part of parts) {
      const data = part.split(/\r?\n/).filter((line) => line.startsWith("data:")).map((line) => line.slice(5).trim());
      if (data.length) yield JSON.parse(data.join("\n"));
    }
    if (done) return;
  }
}

/** A long-running operation, once it is done. */
async function finished(operation) {
  for (let wait = 250; !operation.done; wait = Math.min(2 * wait, 4000)) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    operation = await read(`/${RAG}/${operation.name}`);
  }
  if (operation.error) throw new Refusal(400, operation.error.message);
  return operation.response;
}

const idOf = (name) => name.split("/").at(-1);
const corpus = (id) => `${PLACE}/ragCorpora/${encodeURIComponent(id)}`;

/** The collections, as `{id, title}`. */
export async function listCollections() {
  const corpora = await all(`/${RAG}/${PLACE}/ragCorpora`, "ragCorpora");
  return corpora.map((one) => ({ id: idOf(one.name), title: legible(one.displayName || idOf(one.name)) }));
}

/** Makes a collection with an id of the server's choosing and returns that id. */
export async function createCollection(title) {
  const made = await finished(await read(`/${RAG}/${PLACE}/ragCorpora`, json("POST", { displayName: title })));
  return idOf(made.name);
}

/** Makes sure that a collection with this very id exists (only a data store may be named by its maker). */
export async function ensureCollection(id, title) {
  const path = `/v1/${PLACE}/collections/default_collection/dataStores?dataStoreId=${encodeURIComponent(id)}`;
  try {
    await finished(await read(path, json("POST", { displayName: title })));
  } catch (error) {
    if (error.status !== 409) throw error;
  }
}

export async function deleteCollection(id) {
  await finished(await read(`/${RAG}/${corpus(id)}?force=true`, { method: "DELETE" }));
}

/** A hundred stored files as the wire gives them, with page counts and page reports, and where the next begin. */
export const listFiles = (collection, token = "") => pageOf(`/${RAG}/${corpus(collection)}/ragFiles`, "ragFiles", token, "&view=full");

export async function deleteFile(collection, id) {
  const path = `/${RAG}/${corpus(collection)}/ragFiles/${encodeURIComponent(id)}`;
  await finished(await read(path, { method: "DELETE" }));
}

/**
 * Sends a file. `onSent(fraction)` while bytes travel, `onStage({stage, done, total})` while the server
 * reads and embeds, `onWait(seconds)` while it is too busy to take the file; returns `{ragFile, outcome}`, the
 * outcome being "created", "replaced" or "unchanged". `replaces` is the id of a file that gives way.
 * XMLHttpRequest, because fetch does not tell how much was sent.
 */
export async function uploadFile(collection, file, { onSent, onStage, onWait, signal, replaces = "", password = "" }) {
  const form = new FormData();
  const name = replaces && { name: `${corpus(collection)}/ragFiles/${replaces}` };
  const config = password && { uploadRagFileConfig: { password } };
  form.append("metadata", JSON.stringify({ ragFile: { displayName: file.name, ...name }, ...config }));
  form.append("file", file, file.name);
  for (;;) {
    const before = signIns;
    const uploadId = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
    const stopFollowing = new AbortController();
    follow(uploadId, onStage, stopFollowing.signal);
    try {
      const path = `/upload/${RAG}/${corpus(collection)}/ragFiles:upload?view=full&uploadId=${uploadId}`;
      return await send(path, form, onSent, signal, () => giveUp(uploadId));
    } catch (error) {
      if (error.retryAfter) {
        await waitFor(error, onWait, signal);
        continue;
      }
      if (!wantsKey(error)) throw error;
      if (before === signIns && !(await newKey(error))) throw error;
    } finally {
      stopFollowing.abort();
    }
  }
}

/** An aborted `signal` takes the file back: what is not wholly sent is not sent on, else `whenSent()` sees to it. */
function send(path, form, onSent, signal, whenSent) {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open("POST", path);
    let sent = false;
    xhr.upload.addEventListener("progress", (event) => event.lengthComputable && onSent(event.loaded / event.total));
    xhr.upload.addEventListener("load", () => (sent = true));
    xhr.addEventListener("error", () => reject(new Refusal(0, "The connection broke while the file was sent. Try again.")));
    xhr.addEventListener("abort", () => reject(new DOMException("Cancelled.", "AbortError")));
    signal.addEventListener("abort", () => (sent ? whenSent() : xhr.abort()));
    xhr.addEventListener("load", async () => {
      const headers = { "Retry-After": xhr.getResponseHeader("Retry-After") ?? "" };
      const response = new Response(xhr.responseText, { status: xhr.status, headers });
      if (signal.aborted && !response.ok) return reject(new DOMException("Cancelled.", "AbortError"));
      if (!response.ok) return reject(await refusal(response));
      try {
        const body = await response.json();
        // The upload call of the RAG API may report a refusal inside a 200.
        if (body.error) reject(new Refusal(body.error.code, body.error.message));
        else resolve(body);
      } catch {
        reject(new Refusal(xhr.status, "The server's answer could not be read."));
      }
    });
    xhr.send(form);
  });
}

/** Asks the server to leave a file that it is taking in; should that come too late, the file is stored. */
const giveUp = (uploadId) => fetch(`/progress/${uploadId}`, { method: "DELETE" }).catch(() => {});

/** Progress is a courtesy: when it cannot be had, the upload itself still tells how it ended. */
async function follow(uploadId, onStage, signal) {
  try {
    const response = await fetch(`/progress/${uploadId}`, { signal });
    if (response.ok) for await (const event of events(response)) onStage(event);
  } catch {
    // Aborted at the end of the upload, or not to be had.
  }
}

/** How far all files are that come into a collection, by whomever: `{file, stage, done, total}`, then `{file, state}`. */
export async function* reading(collection, signal) {
  const response = await fetch(`/progress?corpus=${encodeURIComponent(corpus(collection))}`, { signal });
  if (response.ok) yield* events(response);
}

/** Streams an answer: yields each GenerateContentResponse. `turns` are the earlier `{question, answer}`. */
export async function* generate(collection, turns, question, signal) {
  const contents = turns.flatMap((turn) => [
    { role: "user", parts: [{ text: turn.question }] },
    { role: "model", parts: [{ text: turn.answer }] },
  ]);
  contents.push({ role: "user", parts: [{ text: question }] });
  const tools = [{ retrieval: { vertexRagStore: { ragResources: [{ ragCorpus: corpus(collection) }] } } }];
  const path = `/${RAG}/${PLACE}/publishers/sureground/models/default:streamGenerateContent?alt=sse`;
  const response = await request(path, { ...json("POST", { contents, tools }), signal });
  try {
    for await (const event of events(response)) {
      if (event.error) throw new Refusal(event.error.code, event.error.message);
      yield event;
    }
  } catch (error) {
    if (error.name === "AbortError" || error instanceof Refusal) throw error;
    throw new Refusal(0, "The connection broke before the answer was complete.");
  }
}

export const CHECK = `/v1/${PLACE}/groundingConfigs/default_grounding_config:check`;

/** The grounding source of a collection. */
export const searchSource = (collection) => ({
  searchSource: {
    servingConfig: `${PLACE}/collections/default_collection/dataStores/${encodeURIComponent(collection)}/servingConfigs/default_search`,
  },
});

export const checkAnswer = (body, signal) => read(CHECK, { ...json("POST", body), signal });

/** The sample collection as `{collection, questions}`, whether it is stored or not. */
export const readSamples = () => read("/samples");

/** Questions that the documents of a collection suggest. */
export const suggestions = async (collection) => (await read(`/suggestions?corpus=${encodeURIComponent(corpus(collection))}`)).questions;

/** Takes the sample documents in; those that are there stay. */
export const takeSamples = () => read("/samples", { method: "POST" });

/** What files the server reads, and how large they may be: `{formats: [{name, endings}], limits: {uploadBytes, …}}`. */
export const readAbilities = () => read("/healthz");

/** Where a stored document stands, from its resource name; null for anything else. */
export function placeOf(documentName = "") {
  const found = documentName.match(
    /^projects\/([^/]+)\/locations\/([^/]+)\/(?:collections\/[^/]+\/)?dataStores\/([^/]+)\/branches\/[^/]+\/documents\/([^/]+)$/,
  );
  return found && `/files/${found.slice(1).map((part) => encodeURIComponent(decodeURIComponent(part))).join("/")}`;
}

/** The address of a stored file in a collection of this page. */
export const fileAddress = (collection, id) => `/files/local/global/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`;

/**
 * The picture of a page with words marked: `{address, marks}`; marks are `[left, top, right, bottom]` in
 * fractions of the picture. Fetched by us, not by `<img src>`, because the marks come in a header.
 */
export async function pagePicture(address) {
  const response = await request(address);
  const marks = JSON.parse(response.headers.get("Sureground-Marks") ?? "[]");
  return { address: URL.createObjectURL(await response.blob()), marks };
}
