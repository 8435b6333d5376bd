import { gzipSync } from 'node:zlib'
import { languages } from '@silla/locale'
import type { Widget } from './widget.ts'

/** Everything for a booking in one language but the processor's form, compressed. */
export const budgetBytes = 30 * 1024

/** Throws when what a browser loads for a booking has grown over the budget in some language. */
export function checkBudget(widget: Widget): void {
  const over = bookingBytes(widget).filter(({ bytes }) => bytes > budgetBytes)
  if (over.length === 0) return
  const sizes = over.map(({ language, bytes }) => `${language}: ${bytes}`).join(', ')
  throw new Error(
    `A booking loads more than ${budgetBytes} bytes (gzip): ${sizes}. Load less, or later`,
  )
}

/**
 * What a browser loads until a visit is booked, by language. What not every visitor needs comes on top: the
 * processor's form, which is loaded when something is due, the waitlist, a card that is left with a booking,
 * a file for the calendar.
 */
export function bookingBytes({ files, chunks }: Widget): { language: string; bytes: number }[] {
  return languages.map((language) => {
    const names = new Set(['silla.js', ...chunks.booking, ...chunks[language]])
    const bytes = [...names]
      .map((name) => files.get(name)?.content ?? '')
      .reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0)
    return { language, bytes }
  })
}
