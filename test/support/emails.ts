import assert from 'node:assert/strict'
import { testDatabase } from './database.ts'
import type { TestSalon } from './salon.ts'

/** An email that was requested. */
export interface TestEmail {
  kind: string
  toEmail: string
  language: string
  payload: Record<string, unknown>
}

/**
 * The emails to an address, in the order of their requests. At a fixed clock the order is that of
 * the transactions that wrote them, because ids are random.
 */
export async function emailsTo({ businessId }: TestSalon, email: string): Promise<TestEmail[]> {
  const { witness } = await testDatabase()
  const emails = await witness<TestEmail[]>`
    select kind, to_email, language, payload from mails
    where business_id = ${businessId} and to_email = ${email}
    order by created_at, xmin::text::bigint, cmin::text::bigint`
  return [...emails]
}

/** The six digits of the latest code email to an address. */
export async function codeFor(salon: TestSalon, email: string): Promise<string> {
  const latest = (await emailsTo(salon, email)).filter(({ kind }) => kind === 'code').at(-1)
  assert.match(String(latest?.payload.code), /^\d{6}$/, `no code was sent to ${email}`)
  return String(latest?.payload.code)
}
