/** English. The keys are those of every language. */
export const en = {
  // --- shell ---
  "shell.skip": "To the content",
  "shell.views": "Views",
  "shell.languages": "Languages",
  "shell.theme": "Dark or light",
  "shell.api": "API",
  "error.unreachable": "The server does not answer. Is `grundy serve` still running?",
  "error.suggestion": "Did you mean {text}?",

  // --- position ---
  "position.game": "Game or rules",
  "position.heaps": "Heaps",
  "position.misere": "Misère: whoever takes last loses",
  "position.choose": "Choose a game",
  "position.go": "Go",
  "games.search": "Search",
  "games.close": "Close",
  "games.none": "No game has this name. Rules can be typed too, such as take 1, 3, 4.",

  // --- explain ---
  "explain.title": "Explain",
} as const;
