import { UsageError } from '../errors/report-error.ts'

/** `10:00-14:00` as the salon file writes it. */
export const parseTimeFlag = (what: string, text: string): string => checked(what, text, 1)

/** `10:00-14:00, 16:00-20:00` as the salon file writes it. */
export const parseTimes = (what: string, text: string): string => checked(what, text, 10)

/** For a day without times. */
export const isNoTime = (text: string): boolean =>
  ['off', 'closed'].includes(text.trim().toLowerCase())

function checked(what: string, text: string, most: number): string {
  const spans = text.split(',').map(spanOf)
  if (spans.length > most || !spans.every((span) => pattern.test(span))) {
    const form = most === 1 ? '10:00-14:00' : '10:00-14:00 or "10:00-14:00, 16:00-20:00"'
    throw new UsageError(`${what} ${text} is not understood: write ${form}.`)
  }
  if (spans.some((span) => startOf(span) >= endOf(span))) {
    const midnight = 'A day ends at 24:00: what goes on after midnight belongs to the next day.'
    throw new UsageError(`${what} ${text} ends before it starts. ${midnight}`)
  }
  spans.sort()
  if (spans.some((span, index) => startOf(span) < endOf(spans[index - 1] ?? ''))) {
    throw new UsageError(`${what} ${text} counts some time twice.`)
  }
  return spans.join(', ')
}

/** With hours of two digits and a plain hyphen. */
const spanOf = (text: string) =>
  text
    .replace(/\s+/g, '')
    .replace('–', '-')
    .replace(/(^|-)(\d:)/g, '$10$2')

const startOf = (span: string) => span.slice(0, 5)
const endOf = (span: string) => span.slice(6)

const pattern = /^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/
