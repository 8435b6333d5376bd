import { Flags } from '@oclif/core'
import { yesFlag } from './yes-flag.ts'

/** For a command that plans a change to a salon before it makes it. */
export const changeFlags = {
  'dry-run': Flags.boolean({ description: 'Only show what would change.' }),
  yes: yesFlag,
  'allow-orphaned': Flags.boolean({
    description: 'Go on although coming bookings would be orphaned.',
  }),
}
