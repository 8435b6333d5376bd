import type { Booking, BookingDetail, BookingState } from '@silla/core'
import { Refusal } from '@silla/errors'
import { localTime } from '../format/local-time.ts'
import { CliError } from './report-error.ts'

/** Where a step leads. */
export type Step = Exclude<BookingState, 'pending'>

/**
 * What a step comes to. One that the booking cannot take is told with what the booking is, and when
 * it could.
 * @param look reads the booking as it is by then
 */
export async function withReason<T>(
  step: Step,
  change: Promise<T>,
  look: () => Promise<BookingDetail>,
): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (!(error instanceof Refusal) || !/^(INVALID_TRANSITION|CANNOT_CANCEL)$/.test(error.code))
      throw error
    throw failedStep(step, (await look()).booking)
  }
}

/** Why a booking, as it is, cannot take a step. */
export const failedStep = (step: Step, booking: Booking): CliError =>
  new CliError(`Booking ${booking.code} ${reasonAgainst(step, booking)}`, {
    code: step === 'cancelled' ? 'CANNOT_CANCEL' : 'INVALID_TRANSITION',
  })

function reasonAgainst(step: Step, { state, startsAt, timezone }: Booking): string {
  const at = (minutesLater: number) =>
    localTime(new Date(startsAt.getTime() + minutesLater * 60_000), timezone)
  if (state === step) return `is ${state} already.`
  if (state === 'cancelled') return 'is cancelled, and such a booking never comes back.'
  if (step === 'confirmed') return `is ${state}: only a pending one is confirmed.`
  if (step === 'cancelled' && state !== 'pending' && state !== 'confirmed')
    return `is ${state}: only a visit to come is cancelled.`
  if (step === 'cancelled') return `began ${at(0)}: only a visit to come is cancelled.`
  if (state === 'pending') return 'is pending: confirm it first.'
  if (state === 'confirmed')
    return `begins ${at(0)}: it can be ${step} from ${step === 'completed' ? 'then' : at(15)} on.`
  return `has been ${state} for more than 72 hours, and stays so.`
}
