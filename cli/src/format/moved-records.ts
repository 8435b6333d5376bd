import type { MovedRecords } from '@silla/core'
import { pluralize } from './pluralize.ts'

/** What a merge of two customers moves, in one line. */
export function formatMoved(moved: MovedRecords): string {
  const parts = [
    pluralize(moved.bookings, 'booking'),
    pluralize(moved.orders, 'order'),
    pluralize(moved.payments, 'payment'),
    ...(moved.waitlistEntries === 0 ? [] : [`${moved.waitlistEntries} on the waitlist`]),
    pluralize(moved.notes, 'note'),
    pluralize(moved.consents, 'consent'),
    ...(moved.importedRows === 0 ? [] : [pluralize(moved.importedRows, 'imported row')]),
    pluralize(moved.points, 'point'),
  ]
  const deleted =
    moved.deletedAllergies === 0
      ? ''
      : `; allergies to delete, without consent: ${moved.deletedAllergies}`
  return `${parts.join(', ')}${deleted}`
}
