import { normalize } from './normalize.ts'

/**
 * The word of the list that was probably meant, whatever its capitals and accents; null when none
 * is close enough.
 */
export function closestMatch(text: string, words: Iterable<string>): string | null {
  let best: string | null = null
  let fewestEdits = Number.POSITIVE_INFINITY
  for (const word of words) {
    const edits = editsBetween(normalize(text), normalize(word))
    if (edits > Math.max(1, Math.floor(word.length / 3)) || edits >= fewestEdits) continue
    best = word
    fewestEdits = edits
  }
  return best
}

/**
 * How many letters must be added, dropped, changed or swapped with their neighbour to make one word
 * of the other.
 */
function editsBetween(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let row = 1; row <= from.length; row++) {
    const here = [row]
    rows.push(here)
    for (let column = 1; column <= to.length; column++) {
      const changed = at(row - 1, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1)
      const swapped =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1]
      here[column] = Math.min(
        changed,
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return at(from.length, to.length)
}
