import { gzipSync } from 'node:zlib'
import { languages } from '@silla/locale'
import type { AgendaRelease } from './build-agenda.ts'

/** The scripts of the first view in one language, compressed (D73). */
export const budgetBytes = 60 * 1024

/** Throws when the first view loads more than the budget in some language. */
export function checkBudget(agenda: AgendaRelease): void {
  const over = firstViewBytes(agenda).filter(({ bytes }) => bytes > budgetBytes)
  if (over.length === 0) return
  const sizes = over.map(({ language, bytes }) => `${language}: ${bytes}`).join(', ')
  throw new Error(
    `The first view loads more than ${budgetBytes} bytes (gzip): ${sizes}. Load less, or later`,
  )
}

/** What a browser loads until the day is shown, by language; dialogs and other views come later. */
export function firstViewBytes({
  files,
  chunks,
}: Pick<AgendaRelease, 'files' | 'chunks'>): { language: string; bytes: number }[] {
  return languages.map((language) => {
    const names = new Set([...chunks.agenda, ...chunks.day, ...chunks[language]])
    const bytes = [...names]
      .map((name) => files.get(name)?.content ?? '')
      .reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0)
    return { language, bytes }
  })
}
