// Starts the page.

import { mount } from "svelte";
import App from "./ui/App.svelte";
import { adoptPalette } from "./ui/theme.ts";
import "./ui/page.css";
import "./ui/documents.css";
import "./ui/numbers.css";
import "./ui/drawing-table.css";

adoptPalette();
mount(App, { target: document.getElementById("page")! });

// Once loaded, the page works without a network. Where workers of that kind are not to be had, it works all the same.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("./offline.js").catch(() => {});
