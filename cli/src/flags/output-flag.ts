import { Flags } from '@oclif/core'

/** For a command that writes a text, into a file or to standard output. */
export const outputFlag = Flags.string({
  char: 'o',
  description: 'The file to write; one that is there is replaced.',
  helpValue: 'FILE',
})
