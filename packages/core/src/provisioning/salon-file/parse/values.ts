import { type Language, languages } from '@silla/locale'
import { type LocalSpan, parseSpan } from '@silla/slots'
import type { Mode } from '../../../business/business-summary.ts'
import type { Translated } from '../../../catalog/catalog.ts'
import { unknownName } from '../salon-file-error.ts'
import type { Path } from './yaml-document.ts'

/** What the parsers of all sections need. */
export interface ParseContext {
  /** Reports a problem. Parsing continues, so that one run finds all problems. */
  addProblem(path: Path, message: string, at?: 'key' | 'value'): void
  mode: Mode
  mainLanguage: Language
}

/** A plain string is in the salon's main language. */
export function parseText(
  input: string | Translated | undefined,
  { mainLanguage }: ParseContext,
): Translated {
  if (input === undefined) return {}
  if (typeof input === 'string') return { [mainLanguage]: input }
  const text: Translated = {}
  for (const language of languages)
    if (input[language] !== undefined) text[language] = input[language]
  return text
}

/** `10:00-14:00`, whose form the schema has checked; reports an end that is not after the start. */
export function parseSpanAt(input: string, path: Path, context: ParseContext): LocalSpan {
  const span = parseSpan(input)
  if (span === null) throw new RangeError(`the schema accepted an invalid span: ${input}`)
  if (span.endMinute <= span.startMinute)
    context.addProblem(path, `${input} must end after it starts`)
  return span
}

/** `10:00-14:00, 16:00-20:00`, sorted by start; reports spans that overlap. */
export function parseSpansAt(input: string, path: Path, context: ParseContext): LocalSpan[] {
  const spans = input.split(',').map((part) => parseSpanAt(part.trim(), path, context))
  spans.sort((a, b) => a.startMinute - b.startMinute)
  if (spans.some((span, index) => span.startMinute < (spans[index - 1]?.endMinute ?? 0))) {
    context.addProblem(path, `the spans ${input} overlap`)
  }
  return spans
}

/**
 * The handles of a list, in the order of the entries that they name; reports unknown ones and those
 * listed twice.
 * @param kind what is named, for the message
 */
export function parseHandles(
  kind: string,
  input: readonly string[],
  entries: readonly { handle: string }[],
  path: Path,
  context: ParseContext,
): string[] {
  const allHandles = entries.map(({ handle }) => handle)
  const existing = new Set(allHandles)
  const listed = new Set<string>()
  for (const [index, handle] of input.entries()) {
    if (listed.has(handle)) context.addProblem([...path, index], `"${handle}" is listed twice`)
    if (!existing.has(handle))
      context.addProblem([...path, index], unknownName(kind, handle, allHandles))
    listed.add(handle)
  }
  return allHandles.filter((handle) => listed.has(handle))
}

/** Converts a price of 18.5 to 1850 cents. */
export const parseCents = (input: number, path: Path, context: ParseContext): number =>
  parseHundredths('price', input, path, context)

/** Converts a rate of 5.5 percent to 550 hundredths of a percent. */
export const parseBasisPoints = (input: number, path: Path, context: ParseContext): number =>
  parseHundredths('rate', input, path, context)

/** By its decimal text, because 1.15 * 100 is 114.99999999999999. */
function parseHundredths(
  what: 'price' | 'rate',
  input: number,
  path: Path,
  context: ParseContext,
): number {
  const [matched, units = '', fraction = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(String(input)) ?? []
  if (matched === undefined)
    context.addProblem(path, `a ${what} may have at most two decimals, found ${input}`)
  return Number(units) * 100 + Number(fraction.padEnd(2, '0'))
}
