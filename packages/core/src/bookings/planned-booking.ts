import type { Catalog } from '../catalog/catalog.ts'
import type { BookingInput, BookingLine, PlannedBooking } from '../model/booking.ts'
import { initialState } from './initial-state.ts'
import type { PlannedCandidate } from './plan-visit.ts'
import { type Price, type PricedLine, priceOf } from './price.ts'
import { type CustomerHistory, requirementOf } from './requirement.ts'

/**
 * The booking as it will be written when the visit takes place with this candidate. The database assigns the
 * ids, and a signed-in customer's contact data.
 *
 * @param history as for `requirementOf`
 */
export function plannedBooking(
  catalog: Catalog,
  input: BookingInput,
  candidate: PlannedCandidate,
  { code, history, now }: { code: string; history: CustomerHistory | null; now: Date },
): PlannedBooking {
  const price = visitPrice(catalog, candidate, input.usePoints)
  const requirement = requirementOf(
    catalog,
    { lines: price.lines, byBusiness: input.byBusiness },
    history,
  )
  const opening = initialState(catalog.settings, requirement, { ...input, ...candidate }, now)
  const lines = bookingLines(candidate, price)
  const { professional } = lines[0] as BookingLine
  return {
    code,
    state: opening.state,
    startsAt: candidate.startsAt,
    endsAt: candidate.endsAt,
    timezone: catalog.settings.timezone,
    professional,
    assignedBy: isLeftOpen(input) ? 'system' : input.byBusiness ? 'business' : 'customer',
    contact: {
      name: input.contact.name,
      email: input.contact.email,
      phone: input.contact.phone ?? '',
    },
    language: input.language,
    lines,
    subtotalCents: price.subtotalCents,
    discountCents: price.discountCents,
    totalCents: price.totalCents,
    currency: catalog.settings.currency,
    paymentRequired: opening.paymentRequired,
    depositCents: requirement.kind === 'deposit' ? requirement.dueCents : null,
    guarantee: requirement.guarantee,
    paymentId: null,
    payment: null,
    payments: [],
    fee: null,
    ...{ takenCents: 0, tipCents: 0 },
    pointsUsed: price.pointsUsed,
    pointsEarned: price.pointsEarned,
    pointsRound: 1,
    notes: input.notes,
    expiresAt: opening.expiresAt,
    cancellation: null,
    reschedules: 0,
    customerReschedules: 0,
    refundLimitPercent: 100,
    seriesId: input.seriesId ?? null,
    source: input.source ?? null,
    arrivedAt: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
}

/** The lines of a visit that is not paid with points: what a hold keeps (D36). */
export const unredeemedLines = (catalog: Catalog, candidate: PlannedCandidate): BookingLine[] =>
  bookingLines(candidate, visitPrice(catalog, candidate, false))

const visitPrice = (catalog: Catalog, { lines }: PlannedCandidate, paidWithPoints: boolean) =>
  priceOf(
    lines.map(({ service, terms }) => ({ ...service, ...terms })),
    catalog.settings,
    paidWithPoints,
  )

const bookingLines = (candidate: PlannedCandidate, price: Price): BookingLine[] =>
  candidate.lines.map(({ service: _, terms: _terms, professional, ...line }, index) => ({
    ...(price.lines[index] as PricedLine),
    ...line,
    professional: { id: professional.id, name: professional.name },
  }))
/** Whether a professional is left open (D32). */
const isLeftOpen = ({ professionalId, lines }: BookingInput): boolean =>
  lines === null ? professionalId === null : lines.some((line) => line.professionalId === null)
