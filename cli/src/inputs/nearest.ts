/** The word that somebody most likely meant; null when none is near. */
export function nearest(text: string, words: readonly string[]): string | null {
  if (text === '') return null
  let best: string | null = null
  let leastEdits = Math.max(2, Math.floor(text.length / 3)) + 1
  for (const word of words) {
    const edits = editsBetween(text, word)
    if (edits < leastEdits) [best, leastEdits] = [word, edits]
  }
  return best
}

/** How many characters must be put in, left out or replaced to make one text of the other (Levenshtein). */
function editsBetween(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[to.length] ?? 0
}
