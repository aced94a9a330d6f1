// What is wrong with a text that is no XML, in words of the person who wrote it. Most of these people wrote a guard:
// `&&` and `<` have to be escaped in XML, and parsers notice that late and elsewhere.

interface Explained {
  readonly message: string;
  readonly offset: number;
  readonly hint?: string;
}

/** `closed`: the element that a wrong end tag has closed, if that is the problem. */
export function explain(
  complaint: string,
  text: string,
  offset: number,
  closed: { readonly name: string; readonly start: number } | null,
): Explained {
  const words = complaint.replace(/^(?:\S+:)?\d+:\d+:\s*/, "").replace(/\.$/, "");
  if (/entity/.test(words)) return aboutEntity(text, offset);
  if (/tag name|in attribute name|attribute without value/.test(words)) return aboutLess(text, offset);
  if (/unexpected close tag/.test(words)) return aboutCrossing(text, offset, closed);
  const unclosed = /unclosed tag: (\S+)/.exec(words);
  if (unclosed !== null) {
    const at = text.lastIndexOf(`<${unclosed[1]}`);
    return {
      message: `\`<${unclosed[1]}>\` is never closed`,
      offset: Math.max(0, at),
      hint: `write \`</${unclosed[1]}>\``,
    };
  }
  const before = text.lastIndexOf("<", offset - 1);
  const quotes = before < 0 ? 0 : text.slice(before, offset).split('"').length - 1;
  if (text[offset] === "<" && quotes % 2 === 1) {
    return { message: "a quote in this tag is never closed", offset: before, hint: 'attributes look like `ref="id0"`' };
  }
  return { message: `this is not well-formed XML: ${words}`, offset };
}

function aboutEntity(text: string, offset: number): Explained {
  let at = text.lastIndexOf("&", offset);
  while (text[at - 1] === "&") at--;
  const named = /^&(\w+);/.exec(text.slice(at, at + 40));
  if (named !== null) {
    return { message: `XML knows no \`&${named[1]};\``, offset: at, hint: "write the character itself" };
  }
  const double = text[at + 1] === "&";
  return {
    message: "`&` has a meaning of its own in XML",
    offset: at,
    hint: double ? "write `&amp;&amp;`, or `and`" : "write `&amp;`",
  };
}

function aboutLess(text: string, offset: number): Explained {
  const at = Math.max(0, text.lastIndexOf("<", offset));
  const written = /^<[=<?]?/.exec(text.slice(at, at + 2))![0];
  return {
    message: "`<` opens a tag in XML",
    offset: at,
    hint: `write \`${written.replaceAll("<", "&lt;")}\` for \`${written}\``,
  };
}

function aboutCrossing(text: string, offset: number, closed: { name: string; start: number } | null): Explained {
  const at = Math.max(0, text.lastIndexOf("</", offset));
  const end = /^<\/[^\s>]*/.exec(text.slice(at, at + 60))?.[0] ?? "</";
  if (closed === null) return { message: `\`${end}>\` closes nothing`, offset: at, hint: "leave it out" };
  const line = text.slice(0, closed.start).split("\n").length;
  return {
    message: `\`${end}>\` stands where \`</${closed.name}>\` is due`,
    offset: at,
    hint: `\`<${closed.name}>\` of line ${line} is still open`,
  };
}
