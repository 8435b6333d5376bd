import { type Hook, toConfiguredId } from '@oclif/core'
import { nearest } from './nearest.ts'
import { UsageProblem } from './problem.ts'

/** Refuses a command that does not exist, with the one that was most likely meant: in pipes and as JSON too. */
const commandNotFound: Hook.CommandNotFound = async ({ id, argv, config }) => {
  const asked = id.split(':')
  const ids = config.commands.filter((command) => !command.hidden).map((command) => command.id)
  // what follows an unknown command may be its arguments: `key issue barberia` is two words of command and one of argument
  const words = [...asked, ...(argv ?? [])]
  const guesses = [id, ...[3, 2].flatMap((count) => [asked, words].map((some) => some.slice(0, count).join(':')))]
  const guess = guesses.map((guessed) => nearest(guessed, ids)).find((found) => found !== null)
  const meant = guess === undefined ? '' : ` Did you mean "${config.bin} ${toConfiguredId(guess ?? '', config)}"?`
  throw new UsageProblem(`There is no command "${asked.join(' ')}".${meant} See ${config.bin} --help.`)
}

export default commandNotFound
