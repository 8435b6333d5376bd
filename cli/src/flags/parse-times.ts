import { formatSpan, parseSpan } from '@silla/slots'
import { UsageError } from '../errors/report-error.ts'

/**
 * Reads one time range, `10:00-14:00`, in the form of the salon file.
 * @param name the flag or argument, for the error message
 */
export const parseTimeRange = (name: string, text: string): string => parse(name, text, 1)

/** Reads up to ten time ranges, `10:00-14:00, 16:00-20:00`, in the form of the salon file. */
export const parseTimeRanges = (name: string, text: string): string => parse(name, text, 10)

/** Whether the text means a day without working time. */
export const isOff = (text: string): boolean =>
  ['off', 'closed'].includes(text.trim().toLowerCase())

function parse(name: string, text: string, max: number): string {
  const spans = text.split(',').flatMap((part) => parseSpan(normalizeSpan(part)) ?? [])
  if (spans.length > max || spans.length < text.split(',').length) {
    const form = max === 1 ? '10:00-14:00' : '10:00-14:00 or "10:00-14:00, 16:00-20:00"'
    throw new UsageError(`Invalid value for ${name}: expected ${form}, got "${text}".`)
  }
  if (spans.some(({ startMinute, endMinute }) => startMinute >= endMinute)) {
    throw new UsageError(
      `Invalid value for ${name}: ${text} ends before it starts. A day ends at 24:00; time after ` +
        'midnight belongs to the next day.',
    )
  }
  spans.sort((a, b) => a.startMinute - b.startMinute)
  if (spans.some(({ startMinute }, index) => startMinute < (spans[index - 1]?.endMinute ?? 0))) {
    throw new UsageError(`Invalid value for ${name}: the times in "${text}" overlap.`)
  }
  return spans.map(formatSpan).join(', ')
}

/** Two-digit hours and a plain hyphen. */
const normalizeSpan = (text: string) =>
  text
    .replace(/\s+/g, '')
    .replace('–', '-')
    .replace(/(^|-)(\d:)/g, '$10$2')
