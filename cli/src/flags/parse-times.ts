import { formatSpan, parseSpan } from '@silla/slots'
import { UsageError } from '../errors/report-error.ts'

/** `10:00-14:00` as the salon file writes it. */
export const parseTimeFlag = (what: string, text: string): string => checked(what, text, 1)

/** `10:00-14:00, 16:00-20:00` as the salon file writes it. */
export const parseTimes = (what: string, text: string): string => checked(what, text, 10)

/** For a day without times. */
export const isNoTime = (text: string): boolean =>
  ['off', 'closed'].includes(text.trim().toLowerCase())

function checked(what: string, text: string, most: number): string {
  const spans = text.split(',').flatMap((part) => parseSpan(tidy(part)) ?? [])
  if (spans.length > most || spans.length < text.split(',').length) {
    const form = most === 1 ? '10:00-14:00' : '10:00-14:00 or "10:00-14:00, 16:00-20:00"'
    throw new UsageError(`${what} ${text} is not understood: write ${form}.`)
  }
  if (spans.some(({ startMinute, endMinute }) => startMinute >= endMinute)) {
    const midnight = 'A day ends at 24:00: what goes on after midnight belongs to the next day.'
    throw new UsageError(`${what} ${text} ends before it starts. ${midnight}`)
  }
  spans.sort((a, b) => a.startMinute - b.startMinute)
  if (spans.some(({ startMinute }, index) => startMinute < (spans[index - 1]?.endMinute ?? 0))) {
    throw new UsageError(`${what} ${text} counts some time twice.`)
  }
  return spans.map(formatSpan).join(', ')
}

/** With hours of two digits and a plain hyphen. */
const tidy = (text: string) =>
  text
    .replace(/\s+/g, '')
    .replace('–', '-')
    .replace(/(^|-)(\d:)/g, '$10$2')
