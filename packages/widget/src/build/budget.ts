import { gzipSync } from 'node:zlib'
import { languages, type Widget } from './widget.ts'

/** Everything for a booking in one language, compressed. */
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

/** What a browser loads for a booking, by language: every file but those of other chunks. */
export function bookingBytes({ files, chunks }: Widget): { language: string; bytes: number }[] {
  return languages.map((language) => {
    const own = new Set([...chunks.booking, ...chunks[language]])
    const others = Object.values(chunks)
      .flat()
      .filter((name) => !own.has(name))
    const bytes = [...files]
      .filter(([name]) => !others.includes(name))
      .reduce((sum, [, { content }]) => sum + gzipSync(content, { level: 9 }).length, 0)
    return { language, bytes }
  })
}
