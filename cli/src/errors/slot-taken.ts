import type { Alternative } from '@silla/core'
import { Refusal, sentence } from '@silla/errors'
import { formatDate, formatTime } from '@silla/slots'
import type { FreeTime } from './error-report.ts'
import { CliError } from './report-error.ts'

/**
 * A booking that was refused because its time will not do, told with the free times near it.
 * @param near asks for them, where the refusal brings none
 */
export async function withNearbySlots<T>(
  booking: Promise<T>,
  near: () => Promise<Alternative[]>,
): Promise<T> {
  try {
    return await booking
  } catch (error) {
    if (!(error instanceof Refusal) || !ofItsTime.test(error.code)) throw error
    const brought = error.extra?.alternatives as Alternative[] | undefined
    const alternatives = (brought ?? (await near())).map(observation)
    const free = alternatives.map(({ day, time }) => `${day} ${time}`).join(', ')
    const message = `${sentence(error.code, 'en')} ${free === '' ? 'Nothing is free near it.' : `Free: ${free}.`}`
    throw new CliError(message, { code: error.code, alternatives })
  }
}

const ofItsTime = /^(TOO_SOON|BUSINESS_CLOSED|PROFESSIONAL_NOT_AVAILABLE|SLOT_NOT_AVAILABLE)$/

const observation = ({ day, startMinute, professionalId }: Alternative): FreeTime => ({
  day: formatDate(day),
  time: formatTime(startMinute),
  professionalId,
})
