import { Args } from '@oclif/core'

/** The key that a command is about. */
export const keyArgument = Args.string({
  name: 'key',
  description: "The key's id, or the beginning of it, as keys list shows it.",
  required: true,
})
