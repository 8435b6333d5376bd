import { absenceComponents } from './absence.ts'
import { agendaComponents } from './agenda.ts'
import { agendaMonthComponents } from './agenda-month.ts'
import { auditComponents } from './audit.ts'
import { availabilityComponents } from './availability.ts'
import { blockComponents } from './block.ts'
import { bookingComponents } from './booking.ts'
import { BookingItemWire } from './booking-list.ts'
import { BookingMessagesWire } from './booking-messages.ts'
import { bookkeepingComponents } from './bookkeeping.ts'
import { BusinessWire } from './business.ts'
import { calendarFeedComponents } from './calendar-feed.ts'
import { CancellationPreviewWire, CancellationWire } from './cancellation.ts'
import { CategoryWire } from './category.ts'
import { ClosingDayWire } from './closing-days.ts'
import { customerComponents } from './customer.ts'
import { customerMergeComponents } from './customer-merge.ts'
import { customerNoteComponents } from './customer-note.ts'
import { downloadComponents } from './downloads.ts'
import { FailureWire } from './envelope.ts'
import { endpointComponents } from './event-endpoint.ts'
import { eventComponents } from './events.ts'
import { holdComponents } from './hold.ts'
import { importComponents } from './import.ts'
import { messageSetupComponents } from './message-setup.ts'
import { ChangedBookingWire } from './new-lines.ts'
import { onboardingComponents } from './onboarding.ts'
import { OpeningDayWire } from './opening-hours.ts'
import { orderComponents } from './order.ts'
import { PaginationWire } from './pagination.ts'
import { paymentComponents } from './payment.ts'
import { payoutComponents } from './payout.ts'
import { pointsComponents } from './points.ts'
import { policyComponents } from './policies.ts'
import { ProductWire } from './product-list.ts'
import { professionalComponents } from './professional.ts'
import { profileComponents } from './profile.ts'
import { reportComponents } from './reports.ts'
import { MovedBookingWire } from './reschedule.ts'
import { savedCardComponents } from './saved-card.ts'
import { scheduleComponents } from './schedule.ts'
import { SeriesVisitWire } from './series.ts'
import { serviceComponents } from './service.ts'
import { settingComponents } from './settings.ts'
import { signInComponents } from './sign-in.ts'
import { staffComponents } from './staff.ts'
import { supportComponents } from './support.ts'
import { tillComponents } from './till.ts'
import { waitlistComponents } from './waitlist.ts'

/** Every schema with an `$id`; added to the app before the routes that refer to them. */
export const components = [
  FailureWire,
  PaginationWire,
  BusinessWire,
  OpeningDayWire,
  ClosingDayWire,
  CategoryWire,
  ...serviceComponents,
  ...professionalComponents,
  ...scheduleComponents,
  ...availabilityComponents,
  SeriesVisitWire,
  ...bookingComponents,
  ...policyComponents,
  MovedBookingWire,
  ChangedBookingWire,
  ...absenceComponents,
  BookingItemWire,
  ...blockComponents,
  ...calendarFeedComponents,
  ...holdComponents,
  ...agendaComponents,
  ...agendaMonthComponents,
  ...reportComponents,
  ...bookkeepingComponents,
  ...waitlistComponents,
  ...endpointComponents,
  CancellationWire,
  BookingMessagesWire,
  CancellationPreviewWire,
  ...savedCardComponents,
  ...pointsComponents,
  ProductWire,
  ...tillComponents,
  ...orderComponents,
  ...paymentComponents,
  ...payoutComponents,
  ...signInComponents,
  ...profileComponents,
  ...customerMergeComponents,
  ...customerNoteComponents,
  ...customerComponents,
  ...eventComponents,
  ...settingComponents,
  ...onboardingComponents,
  ...messageSetupComponents,
  ...downloadComponents,
  ...importComponents,
  ...auditComponents,
  ...staffComponents,
  ...supportComponents,
]
