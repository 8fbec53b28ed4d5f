/** Dark or light: what the system says, until the reader says otherwise; remembered in the browser. */

type Theme = "dark" | "light";

const KEY = "grundy.theme";

function remembered(): Theme | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === "dark" || value === "light" ? value : null;
  } catch {
    // Browsers may forbid it; then nothing is remembered.
    return null;
  }
}

function system(): Theme {
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Sets what is remembered. The style sheet follows the system where the attribute is missing. */
export function applyTheme(): void {
  const theme = remembered();
  if (theme) document.documentElement.dataset["theme"] = theme;
}

/** The one that is seen. */
export function theme(): Theme {
  return (document.documentElement.dataset["theme"] as Theme | undefined) ?? system();
}

/** The other one from now on. Views that paint by hand hear of it by the event `themechange` of the window. */
export function switchTheme(): void {
  const next: Theme = theme() === "dark" ? "light" : "dark";
  document.documentElement.dataset["theme"] = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Remembered while the page is open.
  }
  dispatchEvent(new Event("themechange"));
}
