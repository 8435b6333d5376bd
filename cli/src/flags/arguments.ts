import { Args } from '@oclif/core'

/** The booking that a command is about. */
export const bookingArgument = Args.string({
  name: 'booking',
  description: 'The code or the id of the booking.',
  required: true,
})

/** The customer that a command is about, guest or registered. */
export const customerArgument = Args.string({
  name: 'customer',
  description: 'The email address or the id of the customer.',
  required: true,
})

/** The API key that a command is about. */
export const keyArgument = Args.string({
  name: 'key',
  description: 'The id of the key or the start of it, as shown by keys list.',
  required: true,
})

/** The payment that a command is about. */
export const paymentArgument = Args.integer({
  description: 'The id of the payment, as shown by payments list.',
  required: true,
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
})

/** The professional that a command is about. */
export const professionalArgument = Args.string({
  description: 'The handle or the name of the professional.',
  required: true,
})

/** The person of a salon's staff that a command is about. */
export const personArgument = Args.string({
  name: 'person',
  description: 'The email address or the id of the person.',
  required: true,
})

/** The same where a command is about everybody without it. */
export const optionalPersonArgument = Args.string({
  name: 'person',
  description: 'The email address or the id of the person; everybody if omitted.',
})
