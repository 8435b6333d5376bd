import { Args } from '@oclif/core'

/** The payment that a command is about. */
export const paymentArgument = Args.integer({
  description: 'The id of the payment; payments list shows it.',
  required: true,
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
})
