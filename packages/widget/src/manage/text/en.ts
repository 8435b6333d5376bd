import type { ManageTexts } from './es.ts'

const texts: ManageTexts = {
  find: 'Your appointment',
  codeHint: 'Ten letters and digits. You find it in the confirmation email.',
  codeMissing: 'Enter the code.',
  show: 'Show the appointment',
  notFound: 'This salon has no appointment with that code. Please check it.',
  titles: {
    pendiente: 'Waiting for confirmation',
    unpaid: 'Waiting for payment',
    withoutCard: 'Waiting for your card',
    confirmada: 'You are booked',
    completada: 'Thank you for coming',
    cancelada: 'This appointment was cancelled',
    no_show: 'This appointment is over',
  },
  unconfirmed: 'The salon will let you know when it confirms it.',
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
  leaveCard: 'Save a card',
  cardUntil: 'Your time is kept until {time}. It is booked as soon as you save a card.',
  cardSaved: 'Card saved. You are booked.',
  fees: {
    solicitado: 'The salon is charging {amount} to your card.',
    cobrado: 'The salon has charged {amount} to your card.',
    accion:
      'The salon wants to charge {amount} to your card, and your bank wants you to confirm it. You can do that here until {date}.',
    perdonado:
      'The salon has waived the {amount}. If they were charged already, you get them back.',
    pay: 'The salon charges for an appointment that was missed or cancelled late, as you agreed when booking. Your bank wants you to confirm it.',
    possible: 'It is late to cancel: the salon may charge up to {amount} to your card.',
  },
  again: 'Book again',
  move: 'Change the time',
  cancel: 'Cancel the appointment',
  cancelUntil: 'You can cancel here until {date}.',
  cancelFreeUntil: 'You can cancel online free of charge until {date}.',
  cardFees: {
    late: 'If you cancel later, the salon may charge up to {amount} to your card.',
    lateNow:
      'It is too late to cancel free of charge: if you cancel, the salon may charge up to {amount} to your card.',
    missed: 'If you do not come, the salon may charge up to {amount} to your card.',
  },
  cancelWithDeposit:
    'You can cancel here until your appointment begins. Before you confirm, you see what you get back.',
  depositFees: {
    late: 'If your card is saved with the payment, the salon may also charge up to {amount} to it after {date}.',
    lateNow:
      'If your card is saved with the payment and you cancel, the salon may also charge up to {amount} to it.',
    missed:
      'If your card is saved with the payment and you do not come, the salon may also charge up to {amount} to it.',
  },
  tooLate: 'It could be cancelled here until {date}. Now only the salon can do it.',
  over: 'This appointment can no longer be cancelled.',

  cancelTitle: 'Cancel this appointment?',
  cancelConfirm: 'Cancel the appointment',
  keep: 'No, keep it',
  refund: '{amount} go back to the card you paid with.',
  noRefund: 'If you cancel it now, nothing of what you paid comes back.',
  nothingPaid: 'You have paid nothing online, so nothing has to come back.',
  pointsBack: { one: '{n} point comes back to you.', other: '{n} points come back to you.' },
  reasonLabel: 'Reason',

  review: 'Write a review',
  reviewTitle: 'How was your appointment?',
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
  moved: 'The time was changed. We have sent it to you.',
  costs: {
    same: 'The price stays the same.',
    refund: '{amount} will be paid back to you.',
    atSalon: 'The difference, {amount}, is paid at the salon.',
    other: 'The new price is {amount}.',
  },
}

export default texts
