import type { Tx } from '../door.ts'
import type { Question } from '../pool.ts'

/** A letter that somebody is to get, in the transaction of what it tells. */
export interface NewMail {
  kind: string
  to: string
  language: string
  payload: Readonly<Record<string, unknown>>
  /** what happened, told once: asking again for the same cause changes nothing. At most 200 characters. */
  cause: string
  now: Date
}

/** Its id, or null when the cause was known. */
export const requestMail = (
  tx: Tx,
  { kind, to, language, payload, cause, now }: NewMail,
): Question<{ id: number | null }> => tx`
  select app.request_mail(
    ${tx.businessId}, ${kind}, ${to}, ${language}, ${tx.json(payload as never)}, ${cause}, ${now}) as id`
