import type { salonAgendaQueries } from '@silla/db'
import { awaitsPayment } from '../bookings/owner-mail.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Block } from '../model/block.ts'
import { bookingDueNowCents, bookingRestCents, bookingTillCents } from '../model/due-now.ts'
import { readPaymentSummary } from '../model/payment-summary.ts'
import type { AgendaBooking, AgendaHold, AgendaLine, AgendaStretch } from '../model/salon-agenda.ts'

/** A visit, from the row of app.read_agenda. */
export function readVisitRow(
  [
    id,
    code,
    state,
    version,
    startSeconds,
    endSeconds,
    expiryMilliseconds,
    customerId,
    name,
    email,
    phone,
    hasNotes,
    isFirst,
    currency,
    totalCents,
    paymentRequired,
    paymentId,
    paymentRow,
    lines,
    arrivalMilliseconds,
    depositCents,
    takenCents,
  ]: salonAgendaQueries.AgendaVisitRow,
  { settings }: Catalog,
): AgendaBooking {
  const payment = readPaymentSummary(paymentRow)
  const owed = { state, currency, totalCents, depositCents, takenCents, paymentId, payment }
  return {
    ...{ id, code, state, version, customerId, hasNotes, isFirst, totalCents, payment },
    start: startSeconds / 60,
    end: endSeconds / 60,
    contact: { name, email, phone },
    awaitsPayment: awaitsPayment({ state, paymentRequired, paymentId }),
    dueNowCents: bookingDueNowCents(owed, settings),
    restCents: bookingRestCents(owed, settings),
    tillCents: bookingTillCents(owed),
    expiresAt: expiryMilliseconds === null ? null : new Date(expiryMilliseconds),
    arrivedAt: arrivalMilliseconds === null ? null : new Date(arrivalMilliseconds),
    lines: lines.map(readLineRow),
  }
}

function readLineRow([
  serviceId,
  name,
  professionalId,
  startSeconds,
  phases,
  bufferMinutes,
  units,
]: salonAgendaQueries.AgendaLineRow): AgendaLine {
  return {
    ...{ serviceId, name, professionalId },
    stretches: stretchesOf(startSeconds / 60, phases, bufferMinutes),
    units: (units ?? []).map(([handle, name, number]) => ({ handle, name, number })),
  }
}

/** A block, from its row. */
export const readBlockRow = ([
  id,
  startSeconds,
  endSeconds,
  reason,
  createdAt,
  professional,
  resource,
]: salonAgendaQueries.AgendaBlockRow): Block => ({
  ...{ id, reason, professional, resource },
  startsAt: new Date(startSeconds * 1000),
  endsAt: new Date(endSeconds * 1000),
  createdAt: new Date(createdAt),
})

/** A hold, from its row; the places that it takes are not in it. */
export const readHoldRow = ([
  id,
  startSeconds,
  endSeconds,
  expiryMilliseconds,
  lines,
]: salonAgendaQueries.AgendaHoldRow): AgendaHold => ({
  id,
  start: startSeconds / 60,
  end: endSeconds / 60,
  expiresAt: new Date(expiryMilliseconds),
  lines: lines.map(({ serviceId, name, professional, startsAt, phases, bufferMinutes }) => ({
    ...{ serviceId, name, professionalId: professional.id },
    stretches: stretchesOf(Date.parse(startsAt) / 60_000, phases, bufferMinutes),
    units: [],
  })),
})

function stretchesOf(
  start: number,
  phases: readonly number[],
  bufferMinutes: number,
): AgendaStretch[] {
  const stretches: AgendaStretch[] = []
  let end = start
  const add = (kind: AgendaStretch['kind'], minutes: number) => {
    if (minutes === 0) return
    stretches.push({ kind, start: end, end: end + minutes })
    end += minutes
  }
  for (const [index, minutes] of phases.entries()) add(index % 2 === 0 ? 'work' : 'wait', minutes)
  add('buffer', bufferMinutes)
  return stretches
}
