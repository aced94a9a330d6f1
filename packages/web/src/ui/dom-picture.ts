// Pictures as elements of the page. Text from models becomes text nodes and attributes, never markup. Elements that
// stay are kept, so that focus and hovering survive a redraw.

import { asVariable, type Shape } from "@tracehound/core";

const SVG = "http://www.w3.org/2000/svg";

export function renderShapes(parent: Element, shapes: readonly (Shape | string)[]): void {
  let node = parent.firstChild;
  for (const shape of shapes) {
    if (typeof shape === "string") {
      if (node?.nodeType === Node.TEXT_NODE) {
        if (node.nodeValue !== shape) node.nodeValue = shape;
        node = node.nextSibling;
      } else {
        parent.insertBefore(document.createTextNode(shape), node);
      }
      continue;
    }
    if (node instanceof Element && node.localName === shape.tag) {
      update(node, shape);
      node = node.nextSibling;
    } else {
      const element = document.createElementNS(SVG, shape.tag);
      update(element, shape);
      parent.insertBefore(element, node);
    }
  }
  while (node !== null) {
    const next: ChildNode | null = node.nextSibling;
    node.remove();
    node = next;
  }
}

function update(element: Element, { attributes, children }: Shape): void {
  for (const name of element.getAttributeNames()) {
    if (attributes[name] === undefined) element.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    const text = asVariable(String(value));
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
  renderShapes(element, children);
}
