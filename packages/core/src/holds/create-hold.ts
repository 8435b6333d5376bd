import { holdQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { isBusiness } from '../access/allow.ts'
import { assertOwnAgenda } from '../access/own-agenda.ts'
import { auditParam } from '../audited-context.ts'
import { throwForTime } from '../bookings/alternatives.ts'
import { withStartMinute } from '../bookings/booking-start.ts'
import { readHistory } from '../bookings/customer-history.ts'
import { requestedIds } from '../bookings/held-visit.ts'
import { balanceDayOf, planToWrite } from '../bookings/plan-to-write.ts'
import type { PlannedCandidate, UnavailableTime } from '../bookings/plan-visit.ts'
import { planningAttempts } from '../bookings/planning-attempts.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { newIdempotencyKey, throwForIdempotency } from '../idempotency/request-hashes.ts'
import { replayOnError } from '../idempotency/with-idempotency.ts'
import type { Hold, HoldInput, HoldRequest } from '../model/hold.ts'
import type { RequestContext } from '../request-context.ts'
import { storedHold } from '../stored-json.ts'
import { holdLimits } from './hold-limits.ts'
import { heldCandidates, type PlannedHold, plannedHold } from './planned-hold.ts'

/** How long a time is held for a customer who books online. */
export const holdMinutes = 10

/**
 * Keeps a time free for a customer while they fill in a form or pay (D36), or writes nothing. One
 * round trip when the time is free: the database decides between two requests for the same time.
 */
export const createHold = (context: RequestContext, request: HoldRequest): Promise<Hold> =>
  replayOnError(context, storedHold, () => planAndInsert(context, request))

async function planAndInsert(context: RequestContext, request: HoldRequest): Promise<Hold> {
  const mayAct = isBusiness(context, 'bookings.manage')
  if (request.byBusiness && !mayAct) fail('INSUFFICIENT_SCOPE')
  assertOwnAgenda(context, requestedIds(request))

  let catalog = await context.tenant.catalog()
  let isRetry = false
  const attempts = planningAttempts(context.tenant.slug)
  for (;;) {
    const now = context.clock.now()
    const clock = { now: () => now }
    const input = withStartMinute(catalog, request, clock)
    const planned = await planToWrite({ ...context, clock }, catalog, input, {
      held: null,
      isRetry,
    })
    const { isRead, visit } = planned
    const { timeRefusal, candidates } = visit
    catalog = planned.catalog
    const expiresAt = new Date(now.getTime() + holdMinutes * 60_000)
    const requested = requestedIds(input)
    const history = await readHistory(context, catalog)
    const holds = candidates.map((candidate) =>
      plannedHold(catalog, candidate, {
        requestedIds: requested,
        ...{ byBusiness: input.byBusiness, history, expiresAt, now },
      }),
    )
    if (timeRefusal) await throwFirstRefusal(context, input, holds, timeRefusal)
    const inserted = await insertHold(context, catalog, input, { candidates, holds, isRead })
    switch (inserted.outcome) {
      case 'held':
        return { ...(holds[inserted.candidate] as PlannedHold), id: inserted.holdId }
      case 'repeated':
        if (context.idempotentRequest) context.idempotentRequest.repeated = true
        return storedHold.parse(inserted.response)
      case 'stale':
        attempts.countStale()
        catalog = await context.tenant.catalogAt(inserted.catalogVersion)
        break
      case 'limit':
        return fail('HOLD_LIMIT_REACHED')
      case 'taken':
        if (!isRead) return throwForTime(context, input, 'SLOT_NOT_AVAILABLE')
        attempts.countLost()
        isRetry = true
        break
      default:
        return throwForIdempotency(inserted.outcome)
    }
  }
}

/** HOLD_LIMIT_REACHED comes before the refusals that concern the time of day (D15). */
async function throwFirstRefusal(
  context: RequestContext,
  input: HoldInput,
  [hold]: PlannedHold[],
  refusal: UnavailableTime,
): Promise<never> {
  const { startsAt, endsAt, createdAt: now } = hold as PlannedHold
  const limits = holdLimits(input.client)
  const [row] = await context.tenant.db.query((sql) =>
    holdQueries.findHoldLimitReached(sql, context.tenant.businessId, {
      ...{ limits, startsAt, endsAt, now },
    }),
  )
  if (row?.reached) fail('HOLD_LIMIT_REACHED')
  return throwForTime(context, input, refusal)
}

async function insertHold(
  context: RequestContext,
  catalog: Catalog,
  input: HoldInput,
  {
    candidates,
    holds,
    isRead,
  }: { candidates: PlannedCandidate[]; holds: PlannedHold[]; isRead: boolean },
): Promise<holdQueries.InsertedHold> {
  const [inserted] = await context.tenant.db.exec((sql) =>
    holdQueries.insertHold(sql, context.tenant.businessId, {
      visit: {
        ...heldCandidates(holds, candidates),
        balanceDay: isRead ? null : balanceDayOf(catalog, input.day),
        catalogVersion: catalog.version,
        wakesWaitlist: true,
        audit: auditParam(context),
      },
      limits: holdLimits(input.client),
      idempotency: newIdempotencyKey(context),
      now: (holds[0] as PlannedHold).createdAt,
    }),
  )
  if (!inserted) throw new Error('app.hold_visit returned no row')
  return inserted
}
