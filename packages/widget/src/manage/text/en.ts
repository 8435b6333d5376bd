import type { ManageTexts } from './es.ts'

const texts: ManageTexts = {
  find: 'Your booking',
  codeHint: 'Ten letters and digits. You find it in the confirmation email.',
  show: 'Show the booking',
  notFound: 'This salon has no booking with that code. Please check it.',
  titles: {
    pendiente: 'Waiting for confirmation',
    unpaid: 'Waiting for payment',
    confirmada: 'You are booked',
    completada: 'Thank you for your visit',
    cancelada: 'This visit was cancelled',
    no_show: 'This visit is over',
  },
  unconfirmed: 'The salon will confirm it by email.',
  cancelled: {
    cliente: 'You cancelled it on {date}.',
    negocio: 'The salon cancelled it on {date}.',
    sistema: 'It was not paid or confirmed in time, and was released on {date}.',
  },
  reason: 'Reason: {reason}',
  refunds: {
    no_aplica: '',
    pendiente: '{amount} are on their way back to you. This usually takes 5 to 10 days.',
    completado: '{amount} were paid back to you.',
    fallido:
      '{amount} could not be paid back. The salon knows; call it if it does not contact you.',
  },
  paid: 'Payment received. Thank you.',
  move: 'Change the time',
  cancel: 'Cancel the visit',
  cancelUntil: 'You can cancel here until {date}.',
  tooLate: 'It could be cancelled here until {date}. Now only the salon can do it.',
  over: 'This visit can no longer be cancelled.',

  cancelTitle: 'Cancel this visit?',
  cancelConfirm: 'Cancel the visit',
  keep: 'No, keep it',
  refund: '{amount} go back to the card you paid with.',
  noRefund: 'If you cancel it now, nothing of what you paid comes back.',
  nothingPaid: 'You have paid nothing online, so nothing has to come back.',
  pointsBack: { one: '{n} point comes back to you.', other: '{n} points come back to you.' },
  reasonLabel: 'Reason',

  review: 'Write a review',
  reviewTitle: 'How was your visit?',
  rating: 'Rating',
  ratingHint: 'From 1 to 5; 5 is the best.',
  ratingMissing: 'Choose a rating.',
  stars: { one: '{n} star', other: '{n} stars' },
  comment: 'Comment',
  commentHint: 'It is published with your first name and the initial of your family name.',
  reviewSend: 'Send',
  reviewThanks: 'Thank you for your review.',

  moveTitle: 'When would you like to come?',
  moveConfirmTitle: 'Change the time?',
  moveConfirm: 'Change the time',
  now: 'Now:',
  before: 'Before',
  after: 'After',
  who: 'Who with',
  wasPrice: 'was {price}',
  moved: 'The time was changed. We have emailed it to you.',
  costs: {
    same: 'The price stays the same.',
    refund: '{amount} will be paid back to you.',
    atSalon: 'The difference, {amount}, is paid at the salon.',
    other: 'The new price is {amount}.',
  },
}

export default texts
