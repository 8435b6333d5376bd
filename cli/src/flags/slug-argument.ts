import { Args } from '@oclif/core'

/** The salon that a command is about. */
export const slugArgument = Args.string({
  name: 'slug',
  description: 'The slug of the business.',
  required: true,
})
