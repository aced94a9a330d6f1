// The theme that was chosen on the page; without one the system decides.
try {
  const theme = localStorage.getItem("tracehound-theme");
  if (theme !== null) document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows the system.
}
