import { Flags } from '@oclif/core'
import type { ReasonInput } from '@silla/core'
import { UsageError } from '../errors/report-error.ts'

/** Why something of a salon's timetable is as it is, for customers. */
export const translatedReasonFlag = Flags.string({
  description:
    "What customers read: plainly in the salon's main language, or several times as es=, en=, ar=.",
  helpValue: 'TEXT',
  multiple: true,
})

/**
 * @throws UsageError when a text without its language stands among others, or has one that we do
 *   not speak
 */
export function readTranslatedReason(texts: readonly string[] | undefined): ReasonInput {
  const observation = (texts ?? [])
    .map((text) => text.trim().normalize('NFC'))
    .filter((text) => text !== '')
  const [only] = observation
  if (only === undefined) return undefined
  if (observation.length === 1 && !/^[a-z]{2}=/.test(only)) return only
  return Object.fromEntries(observation.map(readInLanguage))
}

function readInLanguage(text: string): [language: string, words: string] {
  const [matched, language = '', words = ''] = /^(es|en|ar)= *(.+)$/.exec(text) ?? []
  if (matched === undefined) {
    throw new UsageError(
      `--reason ${text} is not understood: say the text of each language, like "es=Fiesta" or "en=Holiday".`,
    )
  }
  return [language, words]
}
