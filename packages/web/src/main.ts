// Starts the page.

import { mount } from "svelte";
import App from "./ui/App.svelte";
import { adoptPalette } from "./ui/theme.ts";
import "./ui/page.css";

adoptPalette();
mount(App, { target: document.getElementById("page")! });
