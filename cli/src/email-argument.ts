import { Args } from '@oclif/core'

/** The customer that a command is about. */
export const emailArgument = Args.string({ name: 'email', description: "The customer's e-mail.", required: true })
