/** What the browser keeps; where it may keep nothing, since storage is blocked, it is kept while the page is open. */

function keeper(name) {
  try {
    return window[name];
  } catch {
    const kept = new Map();
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, String(value)),
      removeItem: (key) => void kept.delete(key),
    };
  }
}

export const local = keeper("localStorage");
export const session = keeper("sessionStorage");
