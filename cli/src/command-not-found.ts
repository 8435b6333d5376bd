import { type Hook, type Interfaces, toConfiguredId } from '@oclif/core'
import { closestMatch } from '@silla/core/text'
import { UsageError } from './errors/report-error.ts'
import { suggestion } from './errors/suggestion.ts'

/**
 * Refuses a command that does not exist, with the one that was most likely meant: in pipes and as
 * JSON too.
 */
const commandNotFound: Hook.CommandNotFound = async ({ id, argv, config }) =>
  failUnknownCommand([...id.split(':'), ...(argv ?? [])], config)

export default commandNotFound

/**
 * @param words all that was said; the last may be arguments: `key issue barberia` is two words of
 *   command and one of argument
 * @throws UsageError
 */
export function failUnknownCommand(words: readonly string[], config: Interfaces.Config): never {
  const [first = ''] = words
  if (first.startsWith('-'))
    throw new UsageError(
      `A command comes before its flags, not ${first}. See ${config.bin} --help.`,
    )
  const topic = knownTopic(words, config)
  const said = words.slice(0, Math.max(topic.length + 1, 2)).filter((word) => !word.startsWith('-'))
  const guess = meantCommand(words, topic, config)
  const meant = suggestion(guess && `"${config.bin} ${toConfiguredId(guess, config)}"`)
  const see = [config.bin, ...topic, '--help'].join(' ')
  throw new UsageError(`There is no command "${said.join(' ')}".${meant} See ${see}.`)
}

/** The words at the beginning that are a topic. */
function knownTopic(words: readonly string[], config: Interfaces.Config): readonly string[] {
  const last = words.findIndex(
    (_, place) => config.findTopic(words.slice(0, place + 1).join(':')) === undefined,
  )
  return words.slice(0, last === -1 ? words.length : last)
}

/** Within a topic what follows it counts: a word that is far from all its commands is near none. */
function meantCommand(
  words: readonly string[],
  topic: readonly string[],
  config: Interfaces.Config,
): string | null {
  const prefix = topic.map((word) => `${word}:`).join('')
  const names = config.topics.map(({ name }) => name)
  const ids = [...names, ...config.commands.filter(({ hidden }) => !hidden).map(({ id }) => id)]
  const within = ids.filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length))
  const rest = words.slice(topic.length)
  const guesses = [3, 2, 1].map((count) => closestMatch(rest.slice(0, count).join(':'), within))
  const guess =
    guesses.find((found) => found !== null) ?? within.find((id) => id.startsWith(rest[0] || ' '))
  return guess === undefined ? null : `${prefix}${guess}`
}
