/** Markdown of an answer as blocks and runs: what is shown of it, with the string offsets where it stands. Pure. */

const LINE = /^(\s*)(#{1,6}\s+|[-*•+]\s+|\d+[.)]\s+|>\s?)?/;
const FENCE = /^\s*(?:```|~~~)/;
const RULER = /^[\s|:-]+$/;
const LINK = /\[([^[\]\n]{1,300})\]\(\s{0,9}<?([^\s()<>]{1,2000}(?:\([^\s()<>]{0,200}\))?[^\s()<>]{0,2000})>?(?:\s{1,9}"[^"\n]{0,300}")?\s{0,9}\)/y;
const ADDRESS = /https?:\/\/[^\s<>"'()[\]]{1,2000}/y;
const FOLLOWED = /^(?:https?:\/\/|mailto:)/i; // no other kind of address leads anywhere

/**
 * The blocks of a text, `{kind, start, end}`: heading, item (with its `label`), quote, paragraph, code, and table
 * with `rows` of `{start, end, head, cells: [{start, end}]}`. `start` is after the list, heading or quote sign.
 */
export function blocks(text) {
  const lines = [];
  let at = 0;
  for (const line of text.split("\n")) {
    lines.push({ line, start: at, end: at + line.length });
    at += line.length + 1;
  }
  const found = [];
  for (let i = 0; i < lines.length; i++) {
    const { line, start, end } = lines[i];
    if (FENCE.test(line)) {
      let last = i + 1;
      while (last < lines.length && !FENCE.test(lines[last].line)) last += 1;
      found.push({ kind: "code", start: Math.min(end + 1, text.length), end: lines[last - 1].end, outer: start });
      i = last;
    } else if (line.includes("|") && isRuler(lines[i + 1]?.line)) {
      const rows = [row(lines[i], true)];
      let last = i + 2;
      while (last < lines.length && lines[last].line.includes("|")) rows.push(row(lines[last++], false));
      found.push({ kind: "table", start, end: rows.at(-1).end, rows });
      i = last - 1;
    } else if (line.trim()) {
      const [whole, , sign = ""] = line.match(LINE);
      const kind = sign.startsWith("#") ? "heading" : sign.startsWith(">") ? "quote" : sign ? "item" : "paragraph";
      found.push({ kind, start: start + whole.length, end, label: /\d/.test(sign) ? sign.trim() : "•" });
    }
  }
  return found;
}

const isRuler = (line = "") => RULER.test(line) && line.includes("-") && line.includes("|");

function row({ line, start, end }, head) {
  const cells = [];
  let from = line.trimStart().startsWith("|") ? line.indexOf("|") + 1 : 0;
  for (let at = from; at <= line.length; at++) {
    if (at < line.length && (line[at] !== "|" || line[at - 1] === "\\")) continue;
    if (at === line.length && !line.slice(from).trim()) break;
    const cell = line.slice(from, at);
    const lead = cell.length - cell.trimStart().length;
    cells.push({ start: start + from + lead, end: start + from + Math.max(lead, cell.trimEnd().length) });
    from = at + 1;
  }
  return { start, end, head, cells };
}

/** What is shown of `text[start:end]`, signs left out: `{start, end, strong, em, code, href}` in order. */
export function runs(text, start, end) {
  const found = [];
  const style = { strong: false, em: false };
  let from = start; // of the plain words that are not in `found` yet
  let at = start;
  const flush = (to) => to > from && found.push({ start: from, end: to, ...style });
  const skip = (to) => {
    from = at = to;
  };
  const closed = (sign, after) => {
    const place = text.indexOf(sign, after);
    return place > after && place < end;
  };
  while (at < end) {
    const sign = text[at];
    if (sign === "\\" && /[!-/:-@[-`{-~]/.test(text[at + 1] ?? "")) {
      flush(at);
      from = at + 1;
      at += 2;
    } else if (sign === "`" && closed("`", at + 1)) {
      flush(at);
      const last = text.indexOf("`", at + 1);
      found.push({ start: at + 1, end: last, ...style, code: true });
      skip(last + 1);
    } else if (text.startsWith("**", at)) {
      flush(at);
      style.strong = !style.strong;
      skip(at + 2);
    } else if (sign === "*" && (style.em || (/\S/.test(text[at + 1] ?? " ") && closed("*", at + 1)))) {
      flush(at);
      style.em = !style.em;
      skip(at + 1);
    } else if (sign === "[" && matchAt(LINK, text, at, end)) {
      const [whole, label, address] = matchAt(LINK, text, at, end);
      flush(text[at - 1] === "!" && at > from ? at - 1 : at); // of a picture only its name is shown
      const href = FOLLOWED.test(address) && text[at - 1] !== "!" ? address : undefined;
      found.push({ start: at + 1, end: at + 1 + label.length, ...style, href });
      skip(at + whole.length);
    } else if (sign === "h" && !/\w/.test(text[at - 1] ?? "") && matchAt(ADDRESS, text, at, end)) {
      const address = matchAt(ADDRESS, text, at, end)[0].replace(/[.,;:!?*`]{1,9}$/, "");
      flush(at);
      found.push({ start: at, end: at + address.length, ...style, href: address });
      skip(at + address.length);
    } else at += 1;
  }
  flush(end);
  return found;
}

function matchAt(pattern, text, at, end) {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match && at + match[0].length <= end ? match : null;
}
