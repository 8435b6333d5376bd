import { Flags } from '@oclif/core'
import type { ReasonInput } from '@silla/core'
import { UsageError } from '../errors/report-error.ts'

/** Why the salon made a change of a booking that is announced to nobody. */
export const reasonFlag = Flags.string({
  description:
    'The reason, kept in the history of the booking for staff only; up to 500 characters.',
  helpValue: 'TEXT',
})

/** What the salon writes to the customer. */
export const messageFlag = Flags.string({
  description:
    'What the customer reads as the reason, in the email and with the booking; up to 500 ' +
    'characters. What only staff may read is --note.',
  helpValue: 'TEXT',
})

/** What the salon writes for its own staff. */
export const noteFlag = Flags.string({
  description:
    'A note in the history of the booking for staff only, never mailed nor shown to the customer; ' +
    'up to 500 characters.',
  helpValue: 'TEXT',
})

/**
 * The text of one of these flags; null without one.
 *
 * @param flag its name, for the error message
 * @throws UsageError when the text is too long
 */
export function readBookingText(
  flag: 'reason' | 'message' | 'note',
  value: string | undefined,
): string | null {
  const text = (value ?? '').normalize('NFC').trim()
  if ([...text].length > 500) throw new UsageError(`--${flag} is too long: up to 500 characters.`)
  return text === '' ? null : text
}

/** The reason for a closure or an override, shown to customers. */
export const translatedReasonFlag = Flags.string({
  description:
    "The reason that customers read: text in the salon's main language, or es=, en= and ar= " +
    'texts, one flag each.',
  helpValue: 'TEXT',
  multiple: true,
})

/**
 * @throws UsageError when one of several texts has no language, or one that is none of `languages`
 */
export function readTranslatedReason(texts: readonly string[] | undefined): ReasonInput {
  const reasons = (texts ?? [])
    .map((text) => text.trim().normalize('NFC'))
    .filter((text) => text !== '')
  const [first] = reasons
  if (first === undefined) return undefined
  if (reasons.length === 1 && !/^[a-z]{2}=/.test(first)) return first
  return Object.fromEntries(reasons.map(splitLanguage))
}

function splitLanguage(text: string): [language: string, reason: string] {
  const [matched, language = '', reason = ''] = /^(es|en|ar)= *(.+)$/.exec(text) ?? []
  if (matched === undefined) {
    throw new UsageError(
      'Invalid value for --reason: expected a text with its language, such as "es=Fiesta" or ' +
        `"en=Holiday", got "${text}".`,
    )
  }
  return [language, reason]
}
