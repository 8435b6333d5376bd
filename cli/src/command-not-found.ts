import { type Hook, type Interfaces, toConfiguredId } from '@oclif/core'
import { closestMatch } from '@silla/core/text'
import { UsageError } from './errors/report-error.ts'
import { suggestion } from './errors/suggestion.ts'

/** oclif's hook for an unknown command: fails with a suggestion instead of prompting for one. */
const commandNotFound: Hook.CommandNotFound = async ({ id, argv, config }) =>
  failUnknownCommand([...id.split(':'), ...(argv ?? [])], config)

export default commandNotFound

/**
 * @param words the command line; the last words may be arguments: in `key create barberia` the
 *   command has two words and one argument
 * @throws UsageError
 */
export function failUnknownCommand(words: readonly string[], config: Interfaces.Config): never {
  const [first = ''] = words
  if (first.startsWith('-'))
    throw new UsageError(
      `Pass the command before its flags, not ${first}. See ${config.bin} --help.`,
    )
  const topic = topicOf(words, config)
  const input = words
    .slice(0, Math.max(topic.length + 1, 2))
    .filter((word) => !word.startsWith('-'))
  const closest = closestCommand(words, topic, config)
  const hint = suggestion(closest && `"${config.bin} ${toConfiguredId(closest, config)}"`)
  const help = [config.bin, ...topic, '--help'].join(' ')
  throw new UsageError(`Unknown command "${input.join(' ')}".${hint} See ${help}.`)
}

/** The leading words that form a topic. */
function topicOf(words: readonly string[], config: Interfaces.Config): readonly string[] {
  const last = words.findIndex(
    (_, index) => config.findTopic(words.slice(0, index + 1).join(':')) === undefined,
  )
  return words.slice(0, last === -1 ? words.length : last)
}

/**
 * Compares only with the commands of the topic, so that a known topic does not skew the distance.
 */
function closestCommand(
  words: readonly string[],
  topic: readonly string[],
  config: Interfaces.Config,
): string | null {
  const prefix = topic.map((word) => `${word}:`).join('')
  const names = config.topics.map(({ name }) => name)
  const ids = [...names, ...config.commands.filter(({ hidden }) => !hidden).map(({ id }) => id)]
  const within = ids.filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length))
  const rest = words.slice(topic.length)
  const matches = [3, 2, 1].map((count) => closestMatch(rest.slice(0, count).join(':'), within))
  const match =
    matches.find((found) => found !== null) ?? within.find((id) => id.startsWith(rest[0] || ' '))
  return match === undefined ? null : `${prefix}${match}`
}
