/** Listed files that are still being read: sent by an import, by another page or by another program. */

import { counted } from "./elements.js";
import * as wire from "./wire.js";

const PAUSE = 1000; // milliseconds between the end of a file and a new look at the list
const LONGEST = 15_000; // milliseconds after which the list is looked at in any case

let stopper = new AbortController();

/** Tells how far files are by `tell(name, words)`; `again()` when the list should be read anew. */
export async function followReading(collection, tell, again) {
  stopFollowing();
  const { signal } = stopper;
  const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
  const events = async () => {
    for await (const { file, stage, done, total, state } of wire.reading(collection, signal)) {
      if (state) return pause(PAUSE);
      if (stage === "parsing") tell(file, `reading page ${done} of ${total}`);
      if (stage === "embedding") tell(file, done ? `embedding passage ${done} of ${total}` : `embedding ${counted(total, "passage")}`);
    }
    return pause(LONGEST);
  };
  await Promise.race([events().catch(() => pause(LONGEST)), pause(LONGEST)]);
  if (!signal.aborted) again();
}

export function stopFollowing() {
  stopper.abort();
  stopper = new AbortController();
}
