// One signal for everybody: whoever runs a thread or a process for each core listens to it. Node takes more than ten
// listeners for a leak, and would say so on the user's screen.

import { setMaxListeners } from "node:events";

export function abortForMany(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
