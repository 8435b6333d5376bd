import type { MessageTexts } from './message-texts.ts'

export const english: MessageTexts = {
  booking_confirmed:
    'Booking confirmed at {{1}}: {{2}}. Change or cancel: {{3}} (reply STOP to get no more messages)',
  booking_rescheduled: 'Your booking at {{1}} has changed ({{3}}). New time: {{2}}.',
  booking_cancelled: 'Your booking at {{1}} ({{2}}) was cancelled.',
  booking_reminder: 'See you at {{1}}: {{2}}. If you cannot come, please say so at {{3}} soon.',
  waitlist_offer:
    'A time is free at {{1}}: {{2}}. It is yours until {{4}}: answer at {{3}} by then.',
  owner_booking_created: 'New booking: {{1}}, {{2}}, with {{3}}.',
  owner_booking_rescheduled: 'Booking moved: {{2}} with {{3}}, now {{1}}.',
  owner_booking_cancelled: 'Booking cancelled: {{1}}, {{2}}, with {{3}}.',
}
