import type { FieldProblem } from '@silla/errors'

/**
 * A text of a body as it is kept: trimmed, `''` when absent. Counted in characters, as the database
 * counts (D3); composed and storable it is already (plugins/body.ts). What is wrong with it is
 * added to `problems`.
 */
export function parseBodyText(
  field: string,
  written: string | undefined,
  rule: { atMost?: number; required?: boolean },
  problems: FieldProblem[],
): string {
  const text = (written ?? '').trim()
  const problem = problemOf(text, rule)
  if (problem) problems.push({ field, problem })
  return text
}

function problemOf(
  text: string,
  { atMost = Number.POSITIVE_INFINITY, required = false },
): FieldProblem['problem'] | null {
  if (text === '') return required ? 'required' : null
  return [...text].length > atMost ? { keyword: 'too_long', limit: atMost } : null
}
