import { absenceOperations } from './absence.ts'
import { agendaOperations } from './agenda.ts'
import { arrivalOperations } from './arrivals.ts'
import { auditOperations } from './audit.ts'
import { authOperations } from './auth.ts'
import { availabilityOperations } from './availability.ts'
import { blockOperations } from './blocks.ts'
import { bookingLineOperations } from './booking-lines.ts'
import { bookingListOperations } from './booking-lists.ts'
import { bookingMessageOperations } from './booking-messages.ts'
import { bookingRefundOperations } from './booking-refunds.ts'
import { bookingTransitionOperations } from './booking-transitions.ts'
import { bookingOperations } from './bookings.ts'
import { bookkeepingOperations } from './bookkeeping.ts'
import { businessOperations } from './business.ts'
import { calendarOperations } from './calendars.ts'
import { catalogOperations } from './catalog.ts'
import { customerOperations } from './customer.ts'
import { customerNoteOperations } from './customer-notes.ts'
import { customersOperations } from './customers.ts'
import { downloadOperations } from './downloads.ts'
import { eventEndpointOperations } from './event-endpoints.ts'
import { eventOperations } from './events.ts'
import { holdOperations } from './holds.ts'
import { importOperations } from './imports.ts'
import type { Operation } from './operation.ts'
import { paymentOperations } from './payments.ts'
import { payoutOperations } from './payouts.ts'
import { pointsOperations } from './points.ts'
import { professionalOperations } from './professionals.ts'
import { reportOperations } from './reports.ts'
import { reviewOperations } from './reviews.ts'
import { savedCardOperations } from './saved-cards.ts'
import { settingsListOperations } from './settings-lists.ts'
import { settingsMessageOperations } from './settings-messages.ts'
import { settingsPaymentOperations } from './settings-payments.ts'
import { settingsRecordOperations } from './settings-records.ts'
import { settingsScheduleOperations } from './settings-schedule.ts'
import { shopOperations } from './shop.ts'
import { staffOperations } from './staff.ts'
import { supportOperations } from './support.ts'
import { tillOperations } from './till.ts'
import { waitlistOperations } from './waitlist.ts'

/** Every operation. */
export const operations: readonly Operation[] = [
  ...businessOperations,
  ...catalogOperations,
  ...professionalOperations,
  ...availabilityOperations,
  ...bookingOperations,
  ...bookingMessageOperations,
  ...bookingLineOperations,
  ...absenceOperations,
  ...bookingListOperations,
  ...bookingTransitionOperations,
  ...arrivalOperations,
  ...bookingRefundOperations,
  ...savedCardOperations,
  ...agendaOperations,
  ...holdOperations,
  ...blockOperations,
  ...calendarOperations,
  ...eventOperations,
  ...eventEndpointOperations,
  ...reviewOperations,
  ...waitlistOperations,
  ...pointsOperations,
  ...shopOperations,
  ...customerOperations,
  ...customersOperations,
  ...customerNoteOperations,
  ...importOperations,
  ...authOperations,
  ...paymentOperations,
  ...tillOperations,
  ...payoutOperations,
  ...settingsRecordOperations,
  ...settingsScheduleOperations,
  ...settingsListOperations,
  ...settingsPaymentOperations,
  ...settingsMessageOperations,
  ...downloadOperations,
  ...reportOperations,
  ...bookkeepingOperations,
  ...auditOperations,
  ...staffOperations,
  ...supportOperations,
]
