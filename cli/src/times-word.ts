import { UsageProblem } from './problem.ts'

/** `10:00-14:00` as the salon file writes it. */
export const readTime = (what: string, text: string): string => checked(what, text, 1)

/** `10:00-14:00, 16:00-20:00` as the salon file writes it. */
export const readTimes = (what: string, text: string): string => checked(what, text, 10)

function checked(what: string, text: string, most: number): string {
  const spans = text.split(',').map((span) => span.replaceAll(' ', ''))
  if (spans.length <= most && spans.every((span) => pattern.test(span) && span.slice(0, 5) < span.slice(6))) {
    return spans.join(', ')
  }
  const form = most === 1 ? '10:00-14:00' : '10:00-14:00 or "10:00-14:00, 16:00-20:00"'
  throw new UsageProblem(`${what} ${text} is not understood: write ${form}, the earlier time first.`)
}

const pattern = /^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/
