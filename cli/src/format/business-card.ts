import type { BusinessDetail } from '@silla/core'
import { card } from './card.ts'
import { localTime } from './local-time.ts'

/** What one business is, a line a fact. */
export function businessCard(business: BusinessDetail): string {
  return card([
    ['Slug', business.slug],
    ['Name', business.name],
    ['Id', business.businessId],
    ['Mode', business.mode],
    ['Status', business.status],
    ['Zone', business.timezone],
    ['Currency', business.currency],
    ['Language', business.language],
    ['Country', business.country],
    ['Categories', business.categories],
    ['Services', business.services],
    ['Professionals', business.professionals],
    ['Coming bookings', business.comingBookings],
    ['Created', localTime(business.createdAt, business.timezone)],
  ])
}
