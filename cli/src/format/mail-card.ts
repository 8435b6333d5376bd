import type { StoredMail } from '@silla/core'
import { card } from './card.ts'
import { localTime } from './local-time.ts'
import { sanitizeLines } from './sanitize.ts'

/** What one letter is, a line a fact, and then its text if there is one. */
export function mailCard(mail: StoredMail, timezone: string): string {
  const facts = card([
    ['Id', mail.id],
    ['Kind', mail.kind],
    ['To', mail.to],
    ['Language', mail.language],
    ['State', mail.state],
    ['Subject', mail.subject],
    ['Asked for', localTime(mail.createdAt, timezone)],
    [
      mail.state === 'kept' ? 'Kept' : 'Sent',
      mail.sentAt === null ? '' : localTime(mail.sentAt, timezone),
    ],
    ['Tries', mail.attempts],
    ['Last error', mail.lastError.split('\n')[0] ?? ''],
  ])
  return mail.text === '' ? facts : `${facts}\n\n${sanitizeLines(mail.text)}`
}
