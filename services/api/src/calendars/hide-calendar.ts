import { calendarPath } from '@silla/core'
import type { FastifyReply } from 'fastify'

/** Headers of every response at the address of a calendar: it is a secret, and not for web pages. */
export function hideCalendar(reply: FastifyReply): void {
  reply
    .removeHeader('access-control-allow-origin')
    .removeHeader('access-control-expose-headers')
    .removeHeader('vary')
    .headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' })
}

/** Whether a request, of which only the URL is known, is for a calendar. */
export const isCalendarUrl = (url: string | undefined): boolean =>
  url?.startsWith(calendarPath) === true
