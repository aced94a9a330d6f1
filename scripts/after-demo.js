// What `npm run demo` says at the end.

console.log(`
To see it instead of reading it: npx tracehound serve examples/fischer-weakened.xml
opens the page in your browser; everything runs there, nothing leaves your machine.`);
