import { Flags } from '@oclif/core'

/** For a command that plans a change to a salon before it makes it. */
export const changeFlags = {
  'dry-run': Flags.boolean({ description: 'Only show what would change.' }),
  yes: Flags.boolean({ char: 'y', description: 'Do it without asking.' }),
  'allow-stranded': Flags.boolean({ description: 'Go on although coming bookings would be stranded.' }),
}
