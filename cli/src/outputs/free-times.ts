import type { Alternative } from '@silla/core'
import { Refusal, sentence } from '@silla/errors'
import { formatDate, formatTime } from '@silla/slots'
import { Problem } from '../problems/problem.ts'
import type { FreeTime } from '../problems/told-problem.ts'

/** A booking that was refused because its time is taken, told with the free times that the refusal offers. */
export async function withFreeTimes<T>(booking: Promise<T>): Promise<T> {
  try {
    return await booking
  } catch (error) {
    if (!(error instanceof Refusal) || error.extra?.alternatives === undefined) throw error
    const alternatives = (error.extra.alternatives as Alternative[]).map(told)
    const free = alternatives.map(({ day, time }) => `${day} ${time}`).join(', ')
    const message = `${sentence(error.code, 'en')} ${free === '' ? 'Nothing is free near it.' : `Free: ${free}.`}`
    throw new Problem(message, { code: error.code, alternatives })
  }
}

const told = ({ day, startMinute, professionalId }: Alternative): FreeTime => ({
  day: formatDate(day),
  time: formatTime(startMinute),
  professionalId,
})
