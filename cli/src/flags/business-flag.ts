import { Flags } from '@oclif/core'

/** The salon that a command is about. */
export const businessFlag = Flags.string({
  char: 'b',
  description: 'The slug of the business.',
  required: true,
  helpValue: 'SLUG',
})
