import type { FieldProblem } from '@silla/errors'

/**
 * A text of a body as it is kept: NFC, trimmed, `''` when absent. Counted in characters, as the database counts (D3).
 * What is wrong with it is added to `problems`.
 */
export function readBodyText(
  field: string,
  written: string | undefined,
  rule: { atMost?: number; required?: boolean },
  problems: FieldProblem[],
): string {
  const text = (written ?? '').normalize('NFC').trim()
  const problem = problemOf(text, rule)
  if (problem) problems.push({ field, problem })
  return text
}

function problemOf(
  text: string,
  { atMost = Number.POSITIVE_INFINITY, required = false },
): FieldProblem['problem'] | null {
  if (text === '') return required ? 'required' : null
  // half a surrogate pair and NUL cannot be stored
  if (text.includes('\0') || !text.isWellFormed()) return 'bad_characters'
  return [...text].length > atMost ? { keyword: 'too_long', limit: atMost } : null
}
