import { Args } from '@oclif/core'

/** Whom of a salon's team a command is about. */
export const professionalArgument = Args.string({
  description: 'The professional: handle or name.',
  required: true,
})
