import { type LocalSpan, parseSpan } from '@silla/slots'
import { type Language, languages, type Translated } from '../../../catalog/catalog.ts'
import type { Mode } from '../../salon.ts'
import type { Path } from './yaml-document.ts'

/**
 * What every part of the file is read with: where to tell a problem, and what the rest of the file
 * has settled.
 */
export interface ParseContext {
  /** Tells a problem at a place of the file and goes on, so that one reading finds all of them. */
  addProblem(path: Path, message: string, at?: 'key' | 'value'): void
  mode: Mode
  mainLanguage: Language
}

/** A text written plainly is in the salon's main language. */
export function parseText(
  written: string | Translated | undefined,
  { mainLanguage }: ParseContext,
): Translated {
  if (written === undefined) return {}
  if (typeof written === 'string') return { [mainLanguage]: written }
  const text: Translated = {}
  for (const language of languages)
    if (written[language] !== undefined) text[language] = written[language]
  return text
}

/** `10:00-14:00`, whose form the schema has checked; reports an end that is not after the start. */
export function readSpan(written: string, path: Path, reading: ParseContext): LocalSpan {
  const span = parseSpan(written)
  if (span === null) throw new RangeError(`the schema accepted a span that is none: ${written}`)
  if (span.endMinute <= span.startMinute)
    reading.addProblem(path, `${written} ends before it starts`)
  return span
}

/** `10:00-14:00, 16:00-20:00`, sorted by start; reports spans that overlap. */
export function readSpans(written: string, path: Path, reading: ParseContext): LocalSpan[] {
  const spans = written.split(',').map((part) => readSpan(part.trim(), path, reading))
  spans.sort((a, b) => a.startMinute - b.startMinute)
  if (spans.some((span, index) => span.startMinute < (spans[index - 1]?.endMinute ?? 0))) {
    reading.addProblem(path, `the times of ${written} overlap`)
  }
  return spans
}

/**
 * 18.5 -> 1850, by its decimal text: multiplying by 100 would turn 1.15 into 114.99999999999999.
 */
export function parseCents(written: number, path: Path, reading: ParseContext): number {
  const [matched, units = '', fraction = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(String(written)) ?? []
  if (matched === undefined)
    reading.addProblem(path, `a price has at most two decimals, found ${written}`)
  return Number(units) * 100 + Number(fraction.padEnd(2, '0'))
}
