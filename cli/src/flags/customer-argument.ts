import { Args } from '@oclif/core'

/** The customer that a command is about, guest or not. */
export const customerArgument = Args.string({
  name: 'customer',
  description: 'The e-mail of the customer, or their id.',
  required: true,
})
