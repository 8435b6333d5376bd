import { Flags } from '@oclif/core'

/** For a command that asks before it changes something. */
export const yesFlag = Flags.boolean({ char: 'y', description: 'Do it without asking.' })
