/** From the check's wire response to verdicts with string offsets. Pure: no request, no element. */

import { byteOffsets } from "./spans.js";
import { legible, percent } from "./elements.js";

export const THRESHOLD = 0.6; // the API's default for a citation
export const ANTI_THRESHOLD = 0.8; // and for a contradiction

/** Each verdict's sign, words and order in a summary. The sign and the words say it without colour. */
export const VERDICTS = {
  supported: { sign: "✓", label: "supported" },
  disputed: { sign: "⇄", label: "disputed" },
  contradicted: { sign: "✕", label: "contradicted" },
  uncovered: { sign: "?", label: "not covered" },
  unchecked: { sign: "–", label: "no check needed" },
};

/** What a failed span's kind means to a reader. */
const FAILURES = {
  not_found: "not in any passage",
  contradicted: "a passage says otherwise",
  number: "a number the passages do not give",
  name: "a name the passages do not give",
  negation: "the passages say the opposite",
};

/**
 * The claims of `answer` at a threshold.
 *
 * Each is `{start, end, text, verdict, score, contradiction, supports, against, closest, failed, unmeasured}`;
 * offsets are string offsets of `answer`. `supports` and `against` list `{chunk, score, marks}`, best first:
 * `chunk` indexes `response.citedChunks`, `marks` are ranges of its text that carry the evidence. `closest` is
 * the best passage below the threshold where the response lists it (`returnAllScores`). `counterparts` pair words of
 * the claim with those of a passage that contradicts it, `correction` is `{text, wrong}`.
 */
export function readClaims(response, answer, threshold = THRESHOLD) {
  const at = byteOffsets(answer);
  const chunks = (response.citedChunks ?? []).map((chunk) => ({ ...chunk, at: byteOffsets(chunk.chunkText) }));
  return (response.claims ?? []).map((claim) => {
    const marksOf = (chunk) =>
      (claim.evidence ?? [])
        .filter((mark) => (mark.citedChunkIndex ?? 0) === chunk)
        .map((mark) => ({ start: chunks[chunk].at(mark.startPos ?? 0), end: chunks[chunk].at(mark.endPos), bytes: mark, pages: mark.pageSpan }));
    const passages = (indices, scores) =>
      (indices ?? [])
        .map((chunk, i) => ({ chunk, score: scores?.[i] ?? null, marks: marksOf(chunk) }))
        .sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
    const looked = passages(claim.scoredIndices ?? claim.citationIndices, claim.citationScores);
    const doubted = passages(claim.scoredIndices ?? claim.antiCitationIndices, claim.antiCitationScores);
    const against = doubted.filter((passage) => passage.score === null || passage.score >= ANTI_THRESHOLD);
    // A passage that contradicts supports nothing, however low the threshold is set.
    const supports = looked.filter((passage) => (passage.score === null || passage.score >= threshold)
      && !against.some((other) => other.chunk === passage.chunk));
    // Where no passage alone is sure enough, those that were read together may be: the claim's score is theirs.
    if (!supports.length && claim.score >= threshold) {
      supports.push(...passages(claim.jointIndices).map((passage) => ({ ...passage, score: claim.score })));
    }
    const required = claim.groundingCheckRequired ?? true;
    const score = claim.score ?? (supports.length ? supports[0].score : null);
    const verdict = !required ? "unchecked"
      : against.length ? (supports.length ? "disputed" : "contradicted")
        : supports.length ? "supported" : "uncovered";
    return {
      start: at(claim.startPos ?? 0),
      end: at(claim.endPos),
      text: claim.claimText,
      verdict,
      score: required ? score : null,
      contradiction: required ? (claim.contradictionScore ?? null) : null,
      supports,
      against,
      closest: supports.length ? null : (looked[0] ?? null),
      // A span as long as the claim says no more than the verdict does, and without a verdict there is none.
      failed: (verdict === "supported" || claim.unmeasuredLanguage ? [] : claim.failedSpans ?? [])
        .filter((span) => (span.startPos ?? 0) > (claim.startPos ?? 0) || span.endPos < claim.endPos)
        .map((span) => ({ start: at(span.startPos ?? 0), end: at(span.endPos), meaning: verdict === "disputed" ? "not what the other passage says" : FAILURES[span.kind] ?? span.kind })),
      unmeasured: Boolean(claim.unmeasuredLanguage),
      counterparts: (claim.counterparts ?? []).map((words) => {
        const chunk = words.citedChunkIndex ?? 0;
        return { start: at(words.startPos ?? 0), end: at(words.endPos), chunk, stated: { start: chunks[chunk].at(words.chunkStartPos ?? 0), end: chunks[chunk].at(words.chunkEndPos) } };
      }),
      correction: verdict === "contradicted" && claim.correction
        ? { text: claim.correction.text, wrong: answer.slice(at(claim.correction.startPos ?? 0), at(claim.correction.endPos)) }
        : null,
    };
  });
}

/**
 * A response with `returnAllScores`, cut to what `readClaims` shows at the usual thresholds: the passages that
 * support or contradict, and for a claim that nothing supports the closest one. This is what history keeps.
 */
export function compacted(response) {
  const places = new Map(); // old index in citedChunks -> new one
  const place = (chunk) => {
    if (!places.has(chunk)) places.set(chunk, places.size);
    return places.get(chunk);
  };
  const claims = (response.claims ?? []).map(({ jointIndices, ...claim }) => {
    const scores = claim.citationScores ?? [];
    const doubts = claim.antiCitationScores ?? [];
    const best = Math.max(...scores);
    const kept = (claim.scoredIndices ?? []).map((chunk, i) => i)
      .filter((i) => scores[i] >= THRESHOLD || doubts[i] >= ANTI_THRESHOLD || (best < THRESHOLD && scores[i] === best));
    return {
      ...claim,
      scoredIndices: kept.map((i) => place(claim.scoredIndices[i])),
      citationScores: kept.map((i) => scores[i]),
      antiCitationScores: kept.map((i) => doubts[i]),
      citationIndices: (claim.citationIndices ?? []).map(place),
      antiCitationIndices: (claim.antiCitationIndices ?? []).map(place),
      evidence: (claim.evidence ?? [])
        .filter((mark) => places.has(mark.citedChunkIndex ?? 0))
        .map((mark) => ({ ...mark, citedChunkIndex: place(mark.citedChunkIndex ?? 0) })),
      counterparts: (claim.counterparts ?? []).map((words) => ({ ...words, citedChunkIndex: place(words.citedChunkIndex ?? 0) })),
      ...(claim.correction && { correction: { ...claim.correction, citedChunkIndex: place(claim.correction.citedChunkIndex ?? 0) } }),
    };
  });
  const { citedFacts, ...rest } = response;
  return { ...rest, claims, citedChunks: [...places.keys()].map((chunk) => response.citedChunks[chunk]) };
}

/** "supported 97 %", "supported by 3 passages, 97 %", "contradicted", "not covered", "no check needed". */
export function labelOf(claim) {
  if (claim.unmeasured) return "language not measured";
  if (claim.verdict !== "supported") return VERDICTS[claim.verdict].label;
  const sure = claim.score === null ? "" : ` ${percent(claim.score)}`;
  return claim.supports.length > 1 ? `supported by ${claim.supports.length} passages,${sure}` : `supported${sure}`;
}

/** How many claims have each verdict, and the sentence that sums it up. */
export function summaryOf(claims) {
  const count = { ...Object.fromEntries(Object.keys(VERDICTS).map((verdict) => [verdict, 0])), unmeasured: 0 };
  for (const claim of claims) count[claim.unmeasured ? "unmeasured" : claim.verdict] += 1;
  const checked = claims.length - count.unchecked;
  const text = checked
    ? `${count.supported} of ${checked} statement${checked === 1 ? "" : "s"} supported`
    : "Nothing in this answer needs a check";
  const rest = [];
  if (count.disputed) rest.push(`${count.disputed} disputed`);
  if (count.contradicted) rest.push(`${count.contradicted} contradicted`);
  if (count.uncovered) rest.push(`${count.uncovered} not covered`);
  if (count.unmeasured) rest.push(`${count.unmeasured} without a verdict`);
  return { count, checked, text, rest: rest.join(", ") };
}

const OFFICE = "application/vnd.openxmlformats-officedocument";
const UNITS = {
  "application/pdf": "page",
  [`${OFFICE}.presentationml.presentation`]: "slide",
  [`${OFFICE}.spreadsheetml.sheet`]: "sheet",
  "application/epub+zip": "part",
};

/** The numbers of the pages (slides, sheets) that a passage's evidence stands on, or its whole chunk; none for files without. */
export function pageNumbers(chunk, marks) {
  if (!UNITS[chunk.mimeType] || !chunk.pageSpan?.firstPage) return [];
  const spans = marks.length && marks.every((mark) => mark.pages) ? marks.map((mark) => mark.pages) : [chunk.pageSpan];
  const numbers = spans.flatMap(({ firstPage, lastPage }) => Array.from({ length: lastPage - firstPage + 1 }, (_, i) => firstPage + i));
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** True when the pages of the chunk's file can be drawn. */
export const isDrawn = (chunk) => UNITS[chunk.mimeType] === "page";

/** Numbers of pages of the chunk's file in words: "page 3", "slides 3, 4", or nothing. */
const inWords = (chunk, numbers) => (numbers.length ? `${UNITS[chunk.mimeType]}${numbers.length > 1 ? "s" : ""} ${numbers.join(", ")}` : "");

/** The pages of a passage's evidence, in words. */
export const pagesOf = (chunk, marks) => inWords(chunk, pageNumbers(chunk, marks));

/** What to call a chunk's source: the document's title, the fact's own title, or its number. */
export function titleOf(chunk) {
  const stored = chunk.sourceInfo?.searchSource;
  const attributes = chunk.sourceMetadata ?? {};
  if (stored?.documentTitle || chunk.title) return legible(stored?.documentTitle || chunk.title);
  const number = /^\d+$/.test(chunk.source ?? "") ? `Fact ${Number(chunk.source) + 1}` : chunk.source || "Passage";
  return attributes.title ? `${number}: ${attributes.title}` : number;
}

/**
 * What claims are held against: each document (or fact) once, `{number, document, title, page, pages, chunks}` in the
 * order of the claims. `page` is the first, where the file can be opened at a page; `pages` are all of them in words.
 */
export function sourcesOf(claims, chunks) {
  const sources = new Map();
  for (const { chunk, marks } of claims.flatMap((claim) => [...claim.supports, ...claim.against])) {
    const cited = chunks[chunk];
    const title = titleOf(cited);
    const document = cited.sourceInfo?.searchSource?.documentId ?? "";
    const known = sources.get(document || title) ?? { document, title, cited, numbers: [], chunks: new Set() };
    known.numbers = [...new Set([...known.numbers, ...pageNumbers(cited, marks)])].sort((a, b) => a - b);
    known.chunks.add(chunk);
    sources.set(document || title, known);
  }
  return [...sources.values()].map(({ document, title, cited, numbers, chunks }, i) => (
    { number: i + 1, document, title, page: isDrawn(cited) ? numbers[0] : undefined, pages: inWords(cited, numbers), chunks: [...chunks] }));
}

/** The number of the source that each cited chunk is of, as the list of sources, the marks and the export say it. */
export const sourceNumbers = (sources) => new Map(sources.flatMap(({ number, chunks }) => chunks.map((chunk) => [chunk, number])));
