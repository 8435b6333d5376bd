import type { Wire } from '@silla/client'
import { Failure } from '../api/failure.ts'
import type { BookingBody } from './booking-body.ts'

interface Options {
  /** The body of an earlier request whose answer was lost; null: there is none. */
  unanswered: BookingBody | null
  /** Keeps that body, so that it survives a reload. */
  keep: (unanswered: BookingBody | null) => void
  /** Sends the request, always with the same `Idempotency-Key`. */
  send: (body: BookingBody) => Promise<Wire['Reserva']>
}

/**
 * Books once, however often it is tried (D5). A request whose answer was lost may have booked: it is
 * sent again as it was before anything else is, even if the form has been changed since, and the API
 * then repeats its first answer.
 *
 * @throws Failure
 */
export async function createBooking(
  { unanswered, keep, send }: Options,
  body: BookingBody,
): Promise<Wire['Reserva']> {
  if (unanswered && JSON.stringify(unanswered) !== JSON.stringify(body)) {
    try {
      return await sendAndKeep(unanswered)
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
  }
  return sendAndKeep(body)

  async function sendAndKeep(sent: BookingBody): Promise<Wire['Reserva']> {
    keep(sent)
    try {
      const booking = await send(sent)
      keep(null)
      return booking
    } catch (error) {
      // nothing was booked
      if (isRefusal(error)) keep(null)
      throw error
    }
  }
}

const isRefusal = (error: unknown): boolean => error instanceof Failure && !error.isTemporary
