import { Args } from '@oclif/core'

/** An entry of the waitlist. */
export const waitlistArgument = Args.integer({
  description: 'The id of the entry, as shown by waitlist list.',
  required: true,
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
})
