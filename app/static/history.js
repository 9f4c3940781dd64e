/** Conversations kept in this browser, their export, and links to a checked answer. */

import { percent } from "./elements.js";
import { local } from "./storage.js";
import { VERDICTS, labelOf, pagesOf, readClaims, sourceNumbers, sourcesOf, summaryOf, titleOf } from "./verdicts.js";

export const STORE = "sureground.conversations";
const KEPT = 50; // conversations; the oldest go first, also when the browser's room is used up

/**
 * A conversation is `{id, title, time, collection: {id, title}, turns}`, a turn `{question, answer, model, time,
 * check, problem, shared}`; `check` is the check's wire response, so that a reload shows the verdicts it gave.
 */
export function conversations() {
  try {
    const kept = JSON.parse(local.getItem(STORE) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => Array.isArray(one?.turns)) : [];
  } catch {
    return [];
  }
}

/** Keeps a conversation, newest first. False when the browser has no room even for this one. */
export function keep(conversation) {
  const kept = [conversation, ...conversations().filter((one) => one.id !== conversation.id)].slice(0, KEPT);
  for (; kept.length; kept.pop()) {
    try {
      local.setItem(STORE, JSON.stringify(kept));
      return true;
    } catch {
      // Full: try again without the oldest.
    }
  }
  return false;
}

export function forget(id) {
  local.setItem(STORE, JSON.stringify(conversations().filter((one) => one.id !== id)));
}

/** A conversation with its citations as Markdown: verdict after each sentence, sources as numbered notes. */
export function asMarkdown(conversation) {
  const lines = [`# ${conversation.title.replaceAll("\n", " ")}`, "", `Collection: ${conversation.collection.title}. Exported from Sureground on ${day(Date.now())}.`, ""];
  for (const turn of conversation.turns) lines.push(`## ${turn.question.replaceAll("\n", " ")}`, "", turnAsMarkdown(turn), "");
  return lines.join("\n");
}

/** An answer as Markdown, with its verdicts, its sources by number and their words. */
export function turnAsMarkdown(turn) {
  if (!turn.check) return [turn.answer, "", `*Not checked. ${turn.problem ?? ""}*`].join("\n");
  const claims = readClaims(turn.check, turn.answer);
  const sources = sourcesOf(claims, turn.check.citedChunks ?? []);
  const numbers = sourceNumbers(sources);
  let text = "";
  let at = 0;
  for (const claim of claims) {
    text += turn.answer.slice(at, claim.end);
    at = claim.end;
    if (claim.verdict === "unchecked") continue;
    const cited = new Set([...claim.supports, ...claim.against].map((passage) => numbers.get(passage.chunk)));
    text += ` **[${VERDICTS[claim.verdict].sign} ${labelOf(claim)}]**${[...cited].map((n) => `[${n}]`).join("")}`;
    if (claim.correction) text += ` *(${claim.correction.text} instead of ${claim.correction.wrong})*`;
  }
  const { text: said, rest } = summaryOf(claims);
  const lines = [text + turn.answer.slice(at), "", `*${[said, rest].filter(Boolean).join("; ")}. Written by ${turn.model}, ${day(turn.time)}.*`, ""];
  for (const { number, title, pages, chunks } of sources) {
    lines.push(`[${number}] ${[title, pages].filter(Boolean).join(", ")}:`);
    for (const chunk of chunks) lines.push(...turn.check.citedChunks[chunk].chunkText.split("\n").map((line) => `> ${line}`), "");
  }
  return lines.join("\n");
}

const day = (time) => new Date(time).toISOString().slice(0, 10);

/** The same as data: each statement with its verdict, score and sources, beside the check's own response. */
export function asJson(conversation) {
  const turns = conversation.turns.map((turn) => ({
    ...turn,
    statements: turn.check
      ? readClaims(turn.check, turn.answer).map((claim) => ({
          text: claim.text,
          verdict: VERDICTS[claim.verdict].label,
          score: claim.score,
          contradiction: claim.contradiction,
          supportedBy: claim.supports.map((passage) => source(turn.check, passage)),
          correction: claim.correction,
          contradictedBy: claim.against.map((passage) => source(turn.check, passage)),
        }))
      : null,
  }));
  return JSON.stringify({ ...conversation, turns }, null, 2);
}

function source(check, passage) {
  const chunk = check.citedChunks[passage.chunk];
  return {
    title: titleOf(chunk),
    pages: pagesOf(chunk, passage.marks),
    score: passage.score,
    words: passage.marks.map((mark) => chunk.chunkText.slice(mark.start, mark.end)),
    document: chunk.sourceInfo?.searchSource?.documentId ?? null,
  };
}

/** Every statement's share in one line, for the list. */
export function headline(conversation) {
  const last = conversation.turns.findLast((turn) => turn.check);
  if (!last) return "";
  const { count, checked } = summaryOf(readClaims(last.check, last.answer));
  const disputed = count.disputed ? `, ${count.disputed} disputed` : "";
  return checked ? `${percent(count.supported / checked)} supported${disputed}` : "";
}

/**
 * A link that carries question, answer and collection, but no verdict: who opens it has the answer checked
 * anew by this server, so that no link can claim a support that is not there.
 */
export async function linkTo(turn, collection) {
  const record = JSON.stringify({ question: turn.question, answer: turn.answer, collection: collection.id });
  const packed = new Blob([record]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const data = new Uint8Array(await new Response(packed).arrayBuffer());
  const letters = btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(""));
  return `${location.origin}/#answer=${letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** `{question, answer, collection}` of such a link; null when it is damaged. */
export async function fromLink(hash) {
  try {
    const letters = hash.slice("#answer=".length).replaceAll("-", "+").replaceAll("_", "/");
    const data = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    const plain = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const record = JSON.parse(await new Response(plain).text());
    const whole = ["question", "answer", "collection"].every((name) => typeof record[name] === "string");
    return whole && record.answer.trim() ? record : null;
  } catch {
    return null;
  }
}
