/**
 * Positions. The wire counts UTF-8 bytes, JavaScript counts UTF-16 units; this is the only place that converts.
 */

/** How many UTF-8 bytes a code point takes. */
const width = (code) => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);

/**
 * A function from byte offsets of `text` to string offsets. An offset inside a character goes to the
 * character's start, one past the end to the end: `text.slice(at(s), at(e))` is the span.
 */
export function byteOffsets(text) {
  const units = []; // units[b]: string offset of the character that byte b belongs to
  let unit = 0;
  for (const character of text) {
    for (let b = width(character.codePointAt(0)); b > 0; b--) units.push(unit);
    unit += character.length;
  }
  units.push(unit);
  return (offset) => units[Math.max(0, Math.min(offset, units.length - 1))];
}

/** Sorted ranges with overlapping and touching ones made one. */
export function merged(ranges) {
  const result = [];
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else if (end > start) result.push({ start, end });
  }
  return result;
}

/** Cuts `text` into pieces, each in or out of the (merged) ranges. */
export function pieces(text, ranges) {
  const result = [];
  let at = 0;
  for (const { start, end } of merged(ranges)) {
    if (start > at) result.push({ text: text.slice(at, start), start: at, marked: false });
    result.push({ text: text.slice(start, end), start, marked: true });
    at = end;
  }
  if (at < text.length) result.push({ text: text.slice(at), start: at, marked: false });
  return result;
}
