/** Making elements: one function, so that no text is ever read as HTML. */

export type Child = Node | string | null | undefined | false | readonly Child[];
type Attribute = string | number | boolean | null | undefined | ((event: never) => void);

const SVG = "http://www.w3.org/2000/svg";

function fill(element: Element, attributes: Record<string, Attribute>, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") {
      // "onclick" listens to "click".
      element.addEventListener(name.slice(2), value as unknown as EventListener);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  append(element, children);
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (typeof child === "string" || child instanceof Node) element.append(child);
    else append(element, child);
  }
}

/** An HTML element. Attributes that are null or false are left out; `onclick` and the like are functions. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Attribute> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/** An SVG element. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, Attribute> = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

/** Puts `children` in place of what an element holds. */
export function refill(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  append(element, children);
}

/** Makes `change` and gives the focus back to the element with the same `data-key`, where it was inside `root`. */
export function keepingFocus(root: Element, change: () => void): void {
  const focused = document.activeElement;
  const key = focused && root.contains(focused) ? focused.getAttribute("data-key") : null;
  const caret = focused instanceof HTMLInputElement && focused.inputMode ? focused.selectionStart : null;
  change();
  if (!key || (focused?.isConnected && document.activeElement === focused)) return;
  for (const element of root.querySelectorAll<HTMLElement>("[data-key]")) {
    if (element.getAttribute("data-key") === key) {
      element.focus();
      if (caret !== null && element instanceof HTMLInputElement) element.setSelectionRange(caret, caret);
      return;
    }
  }
}
