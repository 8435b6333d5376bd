import assert from 'node:assert/strict'
import { testDatabase } from './database.ts'
import type { TestSalon } from './salon.ts'

/** What was asked to be sent, in the order it was asked for. */
export interface TestEmail {
  kind: string
  to_email: string
  language: string
  payload: Record<string, unknown>
}

export async function emailsTo({ businessId }: TestSalon, email: string): Promise<TestEmail[]> {
  const { witness } = await testDatabase()
  const emails = await witness<TestEmail[]>`
    select kind, to_email, language, payload from mails
    where business_id = ${businessId} and to_email = ${email} order by created_at, id`
  return [...emails]
}

/** The six digits of the latest letter to somebody. */
export async function codeFor(salon: TestSalon, email: string): Promise<string> {
  const letter = (await emailsTo(salon, email)).filter(({ kind }) => kind === 'code').at(-1)
  assert.match(String(letter?.payload.code), /^\d{6}$/, `no code was sent to ${email}`)
  return String(letter?.payload.code)
}
