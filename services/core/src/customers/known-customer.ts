import { knownCustomerQueries } from '@silla/db'
import { businessOnly } from '../business/business-only.ts'
import type { Caller } from '../caller.ts'
import type { Language } from '../catalog/catalog.ts'
import { ProvisioningProblem } from '../provisioning/problem.ts'
import { emailKey } from './email-key.ts'

/** A customer as the salon itself knows them, guest or not (D12). */
export interface KnownCustomer {
  id: number
  /** Empty, like e-mail and phone, once they were erased. */
  name: string
  email: string
  /** E.164 or empty. */
  phone: string
  language: Language
  pointsBalance: number
  bookings: number
  /** null: a guest, who has no account */
  account: { verifiedAt: Date; birthDate: string | null; acceptsMarketing: boolean } | null
  createdAt: Date
  blockedAt: Date | null
  erasedAt: Date | null
}

/**
 * The customer that somebody names by e-mail or by number; an erased one has only the number.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon itself; ProvisioningProblem CUSTOMER_NOT_FOUND
 */
export async function knownCustomer(caller: Caller, name: string): Promise<KnownCustomer> {
  businessOnly(caller)
  const id = /^[1-9]\d{0,14}$/.test(name) ? Number(name) : null
  const [[row]] = await caller.tenant.door.ask<[knownCustomerQueries.KnownCustomerRow]>((tx) => [
    knownCustomerQueries.knownCustomer(tx, { id, emailKey: emailKey(name) }),
  ])
  if (row) return readKnownCustomer(row)
  const named = id === null ? `the e-mail ${name}` : `the id ${name}`
  throw new ProvisioningProblem('CUSTOMER_NOT_FOUND', `${caller.tenant.slug} has no customer with ${named}.`)
}

export const readKnownCustomer = (row: knownCustomerQueries.KnownCustomerRow): KnownCustomer => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  language: row.language,
  pointsBalance: row.points_balance,
  bookings: row.bookings,
  account: row.verified_at && {
    verifiedAt: row.verified_at,
    birthDate: row.birth_date,
    acceptsMarketing: row.accepts_marketing,
  },
  createdAt: row.created_at,
  blockedAt: row.blocked_at,
  erasedAt: row.erased_at,
})
