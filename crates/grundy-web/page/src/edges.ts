/** Boxes that scroll sideways: the edge behind which there is more fades, so that it is seen that they do. */

/** Marks the edges of `box` as it scrolls and changes; give what is in it to the observer too. */
export function edges(box: HTMLElement): ResizeObserver {
  const look = () => {
    const left = box.scrollLeft > 1;
    const right = box.scrollLeft + box.clientWidth < box.scrollWidth - 1;
    box.dataset["more"] = left && right ? "both" : left ? "left" : right ? "right" : "";
  };
  box.addEventListener("scroll", look, { passive: true });
  const observer = new ResizeObserver(look);
  observer.observe(box);
  return observer;
}
