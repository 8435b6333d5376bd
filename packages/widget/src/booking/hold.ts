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
  const body = visitBody(host.screen, host.state)
  const key = `hold-${host.state.bookingKey}`
  await host.attempt(
    async () => {
      const held = await host.api.call((silla) =>
        silla.POST('/api/v1/retenciones/', {
          params: { header: { 'idempotency-key': key } },
          body,
        }),
      )
      host.change({ hold: held, heldUntil: Date.now() + holdMilliseconds, holdExtended: false })
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
export async function releaseHold(host: BookingHost, held: Wire['Retencion']): Promise<void> {
  await host.api
    .call((silla) =>
      silla.DELETE('/api/v1/retenciones/{id}/', {
        params: { path: { id: held.id }, header: { 'x-retencion-token': held.token } },
      }),
    )
    .catch(() => undefined)
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
