import type { Settings } from '@silla/core'
import type { Quote } from './content.ts'
import type { OwnerTexts } from './translations/owner-texts.ts'

/** What a customer wrote, in an email to the salon; undefined: nothing, or the salon wants none. */
export function customerQuote(
  words: string,
  { customerWords }: Pick<OwnerTexts, 'customerWords'>,
  { notesInOwnerEmails }: Pick<Settings, 'notesInOwnerEmails'>,
): Quote | undefined {
  const lines = notesInOwnerEmails ? quotable(words) : []
  return lines.length === 0 ? undefined : { label: customerWords, lines }
}

/**
 * The lines of a text that anybody may have written, without empty ones, so that each of them can be
 * marked. Characters that are not displayed or change the direction of text are removed, and
 * addresses are interrupted by a character without width: mail programs turn addresses into links,
 * also where the email has none.
 */
const quotable = (text: string): string[] =>
  text
    .split(/[\p{Zl}\p{Zp}\n\v\f\r\u0085]+/u)
    .map((line) =>
      line
        .replace(hidden, '')
        .replace(/\p{Cc}+/gu, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
    .map((line) => line.replace(partsOfAddresses, '$&\u200b'))

/** Variation selectors choose the form of a letter or emoji, joiners are part of spelling. */
const hidden =
  /(?![\p{Variation_Selector}\p{Join_Control}])\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}/gu

/** A dot before a letter, an @, and the slashes behind a scheme. */
const partsOfAddresses = /[.．。｡](?=\p{L})|[@＠](?=\S)|(?<=[:/])\/|:(?=\/)/gu
