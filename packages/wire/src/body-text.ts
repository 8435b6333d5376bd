import type { FieldProblem } from '@silla/errors'

/**
 * A text of a body: trimmed, `''` when absent. Its length is counted in characters, as in the
 * database (D3); http/body.ts has already normalized it and rejected invalid characters.
 * Problems are added to `problems`.
 */
export function parseBodyText(
  field: string,
  value: string | undefined,
  rule: { maxLength?: number; required?: boolean },
  problems: FieldProblem[],
): string {
  const text = (value ?? '').trim()
  const problem = problemOf(text, rule)
  if (problem) problems.push({ field, problem })
  return text
}

function problemOf(
  text: string,
  { maxLength = Number.POSITIVE_INFINITY, required = false },
): FieldProblem['problem'] | null {
  if (text === '') return required ? 'required' : null
  return [...text].length > maxLength ? { keyword: 'too_long', limit: maxLength } : null
}
