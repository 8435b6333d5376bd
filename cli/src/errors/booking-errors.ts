import type { Alternative, Booking, BookingDetail, BookingState } from '@silla/core'
import { Refusal, sentence } from '@silla/errors'
import { formatDate, formatTime } from '@silla/slots'
import { formatLocalTime } from '../text/values.ts'
import type { FreeTime } from './error-report.ts'
import { CliError } from './report-error.ts'

/** The state that a transition leads to. */
export type TargetState = Exclude<BookingState, 'pending'>

/**
 * The result of a transition. An invalid one fails with the reason: the current state of the
 * booking, and from when on the transition is possible.
 * @param reload reads the booking as it is by then
 */
export async function explainInvalidTransition<T>(
  target: TargetState,
  transition: Promise<T>,
  reload: () => Promise<BookingDetail>,
): Promise<T> {
  try {
    return await transition
  } catch (error) {
    if (!(error instanceof Refusal) || !/^(INVALID_TRANSITION|CANNOT_CANCEL)$/.test(error.code))
      throw error
    throw invalidTransition(target, (await reload()).booking)
  }
}

/** Why a booking in its current state cannot change to the target state. */
export const invalidTransition = (target: TargetState, booking: Booking): CliError =>
  new CliError(`Booking ${booking.code} ${reasonAgainst(target, booking)}`, {
    code: target === 'cancelled' ? 'CANNOT_CANCEL' : 'INVALID_TRANSITION',
  })

function reasonAgainst(target: TargetState, { state, startsAt, timezone }: Booking): string {
  const at = (minutesLater: number) =>
    formatLocalTime(new Date(startsAt.getTime() + minutesLater * 60_000), timezone)
  if (state === target) return `is already ${state}.`
  if (state === 'cancelled') return 'is cancelled, which is final.'
  if (target === 'confirmed') return `is ${state}: only a pending booking can be confirmed.`
  if (target === 'cancelled' && state !== 'pending' && state !== 'confirmed')
    return `is ${state}: only an upcoming booking can be cancelled.`
  if (target === 'cancelled')
    return `started at ${at(0)}: only an upcoming booking can be cancelled.`
  if (state === 'pending') return 'is pending: confirm it first.'
  if (state === 'confirmed')
    return (
      `starts at ${at(0)}: it can become ${target} from ` +
      `${target === 'completed' ? 'then' : at(15)} on.`
    )
  return `has been ${state} for more than 72 hours and can no longer change.`
}

/** The result of a reschedule. A booking that cannot be moved any more fails with its state. */
export async function explainReschedule<T>(booking: Booking, reschedule: Promise<T>): Promise<T> {
  try {
    return await reschedule
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'CANNOT_RESCHEDULE') throw error
    const { code, state, startsAt, timezone } = booking
    const isOpen = state === 'pending' || state === 'confirmed'
    const now = isOpen ? `started at ${formatLocalTime(startsAt, timezone)}` : `is ${state}`
    throw new CliError(`Booking ${code} ${now}: only an upcoming booking can be moved.`, {
      code: 'CANNOT_RESCHEDULE',
    })
  }
}

/** The result of a change of the services. One that is over fails with its state. */
export async function explainLinesChange<T>(booking: Booking, change: Promise<T>): Promise<T> {
  try {
    return await suggestAlternatives(change)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'CANNOT_CHANGE_LINES') throw error
    const { code, state } = booking
    throw new CliError(`Booking ${code} is ${state}: its services can no longer change.`, {
      code: 'CANNOT_CHANGE_LINES',
    })
  }
}

/** The result of a booking. If its time is not available, the error names the free times near it. */
export async function suggestAlternatives<T>(booking: Promise<T>): Promise<T> {
  try {
    return await booking
  } catch (error) {
    if (!(error instanceof Refusal) || !timeNotAvailable.test(error.code)) throw error
    const { alternatives: found = [] } = (error.extra ?? {}) as { alternatives?: Alternative[] }
    const alternatives = found.map(toFreeTime)
    const free = alternatives.map(({ day, time }) => `${day} ${time}`).join(', ')
    const message =
      `${sentence(error.code, 'en')} ` +
      `${free === '' ? 'There are no free times nearby.' : `Free: ${free}.`}`
    throw new CliError(message, { code: error.code, alternatives })
  }
}

const timeNotAvailable =
  /^(TOO_SOON|BUSINESS_CLOSED|PROFESSIONAL_NOT_AVAILABLE|SLOT_NOT_AVAILABLE)$/

const toFreeTime = ({ day, startMinute, professionalId }: Alternative): FreeTime => ({
  day: formatDate(day),
  time: formatTime(startMinute),
  professionalId,
})
