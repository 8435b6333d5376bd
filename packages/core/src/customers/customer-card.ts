import {
  customerCardQueries,
  customerConsentQueries,
  customerMergeQueries,
  customerNoteQueries,
  type Query,
  type Tx,
} from '@silla/db'
import { allow, refusalFor } from '../access/allow.ts'
import type { Permission } from '../model/permissions.ts'
import type { RequestContext } from '../request-context.ts'
import { type CustomerNote, toNote } from './customer-notes.ts'
import { type CustomerScope, customerScope, withinScope } from './customer-scope.ts'
import { toCustomerDetail } from './find-customer.ts'
import { throwUnknownCustomer } from './lock-card.ts'
import type { Consent } from './record-consent.ts'
import type { FoundCustomer } from './search-customers.ts'

/** A customer with what the salon knows about them (D74). */
export interface CustomerCard extends FoundCustomer {
  history: CustomerHistory
  /** Without allergies, the newest first; empty for a caller who may not read them. */
  notes: CustomerNote[]
  /** How many allergies there are; null for a caller who may not know. */
  allergies: number | null
  /** The latest of each kind. */
  consents: Consent[]
}

/** Visits and purchases. Amounts in cents of the salon's currency. */
export interface CustomerHistory extends customerCardQueries.CustomerHistoryRow {
  /** How long each service took, the one of the last visit first, at most 20. */
  services: customerCardQueries.ServiceHistoryRow[]
}

/**
 * The card of a customer, read at one moment.
 *
 * @throws as `allow` without `customers.view`; CUSTOMER_NOT_FOUND, also for one who was erased or is
 *   beyond the caller's own agenda; CUSTOMER_MERGED with the id of the customer who has their records
 */
export async function customerCard(context: RequestContext, id: number): Promise<CustomerCard> {
  allow(context, 'customers.view')
  const scope = customerScope(context)
  const rows = await context.tenant.db.batch((tx) => cardOf(tx, context, { id, scope }))
  return readCard(rows, context, scope)
}

/** The same within a transaction that has changed it. */
export async function cardIn(tx: Tx, context: RequestContext, id: number): Promise<CustomerCard> {
  const scope = customerScope(context)
  return readCard(await Promise.all(cardOf(tx, context, { id, scope })), context, scope)
}

type CardRows = [
  FoundRow,
  customerCardQueries.CustomerHistoryRow,
  customerCardQueries.ServiceHistoryRow,
  customerNoteQueries.NoteRow,
  { count: number },
  Consent,
  { id: number },
]
type FoundRow = Parameters<typeof toCustomerDetail>[0]
type Queries<Rows extends object[]> = { [Index in keyof Rows]: Query<Rows[Index]> }
type Answered<Rows extends object[]> = { [Index in keyof Rows]: Rows[Index][] }

const cardOf = (
  tx: Tx,
  { clock }: RequestContext,
  { id, scope }: { id: number; scope: CustomerScope },
): Queries<CardRows> => [
  customerCardQueries.findCard(tx, { id, professionalId: scope.professionalId }),
  customerCardQueries.findCustomerHistory(tx, {
    id,
    professionalId: scope.professionalId,
    now: clock.now(),
  }),
  customerCardQueries.listServiceHistory(tx, { id, professionalId: scope.professionalId }),
  customerNoteQueries.listNotes(tx, id),
  customerNoteQueries.countAllergies(tx, id),
  customerConsentQueries.listConsents(tx, id),
  customerMergeQueries.findMergedInto(tx, { id, professionalId: scope.professionalId }),
]

function readCard(
  [[row], [history], services, notes, [allergies], consents, [mergedInto]]: Answered<CardRows>,
  context: RequestContext,
  scope: CustomerScope,
): CustomerCard {
  if (!row || !history) return throwUnknownCustomer(mergedInto)
  const may = (permission: Permission) => refusalFor(context, permission) === null
  return {
    ...withinScope(toCustomerDetail(row), scope),
    history: { ...history, services },
    notes: may('customers.notes') ? notes.map((note) => toNote(note, null)) : [],
    allergies: may('customers.health') ? (allergies?.count ?? 0) : null,
    consents: consents.filter(
      ({ kind }, index) => consents.findIndex((other) => other.kind === kind) === index,
    ),
  }
}
