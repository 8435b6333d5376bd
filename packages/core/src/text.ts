/** A text in lower case without accents: `Barbería Núñez` and `barberia nunez` become equal. */
export const normalize = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The first few names and the number of the others: `a, b, c, d, e and 7 businesses more`. */
export function formatList(names: readonly string[], what = ''): string {
  const shown = names.slice(0, mostShown).join(', ')
  const more = names.length - mostShown
  return more <= 0 ? shown : `${shown} and ${more} ${what === '' ? '' : `${what} `}more`
}

const mostShown = 5

/**
 * The word of the list that was probably meant, compared without case and accents; null when none
 * is close enough.
 */
export function closestMatch(text: string, words: Iterable<string>): string | null {
  let best: string | null = null
  let fewestEdits = Number.POSITIVE_INFINITY
  for (const word of words) {
    const edits = editDistance(normalize(text), normalize(word))
    if (edits > Math.max(1, Math.floor(word.length / 3)) || edits >= fewestEdits) continue
    best = word
    fewestEdits = edits
  }
  return best
}

/**
 * The number of letters that must be added, dropped, changed or swapped with their neighbour to
 * turn one word into the other (optimal string alignment distance).
 */
function editDistance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    rows.push(current)
    for (let column = 1; column <= to.length; column++) {
      const changed = at(row - 1, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1)
      const swapped =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1]
      current[column] = Math.min(
        changed,
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return at(from.length, to.length)
}
