import { customerCardQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import { assertOwnAgenda } from '../access/own-agenda.ts'
import type { Language } from '../catalog/catalog.ts'
import { emailKey } from '../contact/email.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { RequestContext } from '../request-context.ts'
import { storedCustomerId } from '../stored-json.ts'
import { type CustomerCard, cardIn } from './customer-card.ts'
import { recordCustomerEvent } from './customer-event.ts'

/** A customer whom the salon adds. */
export interface NewCustomer {
  name: string
  /** Empty: none. */
  email: string
  /** E.164; null: none */
  phone: string | null
  /** Of their emails; null: the main language of the salon */
  language: Language | null
}

/**
 * Adds a customer at the desk (D74). A phone may be that of several customers, an e-mail is that of one.
 *
 * @throws as `allow` without `customers.contact`; PERMISSION_REQUIRED without `agenda.all`;
 *   CUSTOMER_EXISTS, which names who has the e-mail; CUSTOMER_NOT_FOUND and CUSTOMER_MERGED for a
 *   repetition
 */
export async function createCustomer(
  context: RequestContext,
  input: NewCustomer,
): Promise<CustomerCard> {
  allow(context, 'customers.contact')
  // nobody who is limited to one agenda sees a customer without a visit in it
  assertOwnAgenda(context, [null])
  const { settings } = await context.tenant.catalog()
  const language = input.language ?? settings.mainLanguage
  return context.tenant.db.transaction(async (tx) => {
    // only the id is stored for a repetition: the card changes and may be erased
    const { id } = await withIdempotency(context, tx, storedCustomerId, () =>
      insertCustomer(tx, { ...input, language, now: context.realClock.now() }),
    )
    return cardIn(tx, context, id)
  })
}

async function insertCustomer(
  tx: Tx,
  { phone, now, ...input }: NewCustomer & { language: Language; now: Date },
): Promise<{ id: number }> {
  const key = emailKey(input.email) || null
  const [inserted] = await customerCardQueries.insertCustomer(tx, {
    ...{ ...input, emailKey: key, phone: phone ?? '', now },
  })
  if (!inserted) return refuseExisting(tx, key ?? '')
  await recordCustomerEvent(tx, 'cliente.creado', { id: inserted.id, now })
  return inserted
}

/** @throws CUSTOMER_EXISTS with the id of the customer who has the e-mail */
export async function refuseExisting(tx: Tx, emailKey: string): Promise<never> {
  const [existing] = await customerCardQueries.findByEmailKey(tx, emailKey)
  return fail('CUSTOMER_EXISTS', { extra: { customerId: existing?.id } })
}
