import type { LocalSpan } from '@silla/slots'
import { type Language, languages, type Translated } from '../../../catalog/catalog.ts'
import type { Mode } from '../../salon.ts'
import type { Path } from './yaml-document.ts'

/**
 * What every part of the file is read with: where to tell a problem, and what the rest of the file
 * has settled.
 */
export interface ParseContext {
  /** Tells a problem at a place of the file and goes on, so that one reading finds all of them. */
  wrong(path: Path, message: string, at?: 'key' | 'value'): void
  mode: Mode
  mainLanguage: Language
}

/** A text written plainly is in the salon's main language. */
export function textOf(
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

/** `10:00-14:00` in minutes from midnight; an end that is not after its start is told. */
export function parseSpan(written: string, path: Path, reading: ParseContext): LocalSpan {
  const [start = '', end = ''] = written.split('-')
  const span = { startMinute: parseMinute(start), endMinute: parseMinute(end) }
  if (span.endMinute <= span.startMinute) reading.wrong(path, `${written} ends before it starts`)
  return span
}

/** `10:00-14:00, 16:00-20:00`, sorted; spans that share time are told. */
export function parseSpans(written: string, path: Path, reading: ParseContext): LocalSpan[] {
  const spans = written.split(',').map((part) => parseSpan(part.trim(), path, reading))
  spans.sort((a, b) => a.startMinute - b.startMinute)
  if (spans.some((span, index) => span.startMinute < (spans[index - 1]?.endMinute ?? 0))) {
    reading.wrong(path, `the times of ${written} overlap`)
  }
  return spans
}

/** `10:00`, of which the form has been checked, in minutes from midnight; 24:00 ends the day. */
export function parseMinute(written: string): number {
  const [hours = '', minutes = ''] = written.trim().split(':')
  return Number(hours) * 60 + Number(minutes)
}

/**
 * 18.5 -> 1850, by its decimal text: multiplying by 100 would turn 1.15 into 114.99999999999999.
 */
export function parseCents(written: number, path: Path, reading: ParseContext): number {
  const [matched, units = '', fraction = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(String(written)) ?? []
  if (matched === undefined)
    reading.wrong(path, `a price has at most two decimals, found ${written}`)
  return Number(units) * 100 + Number(fraction.padEnd(2, '0'))
}
