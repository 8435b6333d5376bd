import type { Wire } from '@silla/client'
import type { Failure } from '../api/failure.ts'
import type { BookingHost } from './step.ts'
import { visitBody } from './visit.ts'

/** How long the API holds a time, and how much an extension adds (D36). */
const holdMilliseconds = 10 * 60_000

/**
 * Holds the chosen time and goes on to the contact details. A salon that holds no more for this
 * visitor books all the same while the time is free.
 */
export async function hold(host: BookingHost): Promise<void> {
  await host.attempt(
    async () => {
      await request(host)
      host.go('contact')
    },
    (failure) => {
      if (failure.code === 'HOLD_LIMIT_REACHED') {
        host.go('contact')
        host.show(host.text.hold.notHeld)
        return true
      }
      return host.timeLost(failure)
    },
  )
}

/** Holds the same time for who has just signed in or out: what has to be paid can depend on them. */
export const holdAgain = (host: BookingHost, held: Wire['Retencion']): Promise<void> =>
  host.load(async () => {
    await release(host, held)
    host.change({ hold: null })
    await request(host)
  })

/** As the customer who has signed in, if one has. */
async function request(host: BookingHost): Promise<void> {
  const hold = await host.api.callAsCustomer((silla) =>
    silla.POST('/api/v1/retenciones/', {
      params: { header: { 'idempotency-key': `hold-${host.state.bookingKey}` } },
      body: visitBody(host.screen, host.state),
    }),
  )
  host.change({ hold, heldUntil: Date.now() + holdMilliseconds, holdExtended: false })
}

/** Once; false when that is not possible any more. */
export async function extendHold(host: BookingHost): Promise<void> {
  const { hold: held, heldUntil } = host.state
  if (!held) return
  await host.attempt(
    async () => {
      const extended = await host.api.call((silla) =>
        silla.POST('/api/v1/retenciones/{id}/prolongar/', {
          params: { path: { id: held.id } },
          body: { token: held.token },
        }),
      )
      host.change({ hold: extended, heldUntil: heldUntil + holdMilliseconds, holdExtended: true })
      host.announce(host.text.hold.extended)
    },
    // expired, or extended in another tab
    () => {
      host.change({ holdExtended: true })
      return true
    },
  )
}

/** Gives the time back at once; a hold that cannot be released ends by itself. */
export const releaseHold = (host: BookingHost, held: Wire['Retencion']): Promise<void> =>
  release(host, held).catch(() => undefined)

async function release(host: BookingHost, { id, token }: Wire['Retencion']): Promise<void> {
  await host.api.call((silla) =>
    silla.DELETE('/api/v1/retenciones/{id}/', {
      params: { path: { id }, header: { 'x-retencion-token': token } },
    }),
  )
}

/** Whether a refusal says that the chosen time cannot be had: another one has to be chosen. */
export const isTimeLost = ({ code }: Failure): boolean => timeCodes.has(code)

const timeCodes: ReadonlySet<string> = new Set([
  'SLOT_NOT_AVAILABLE',
  'TOO_SOON',
  'BUSINESS_CLOSED',
  'PROFESSIONAL_NOT_AVAILABLE',
  'DATE_IN_PAST',
  'DATE_TOO_FAR',
  'INVALID_TIME',
  'HOLD_MISMATCH',
])
