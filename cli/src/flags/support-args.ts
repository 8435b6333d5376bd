import { Args } from '@oclif/core'

export const accessArg = Args.integer({
  description: 'The id of the access, as shown by support list.',
  required: true,
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
})
