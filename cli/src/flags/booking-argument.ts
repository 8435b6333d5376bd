import { Args } from '@oclif/core'

/** The booking that a command is about. */
export const bookingArgument = Args.string({
  name: 'booking',
  description: 'The code of the booking, or its id.',
  required: true,
})
