import {
  type MessageRequest,
  type MessageSetup,
  type MessageText,
  type PageUrls,
  smsLength,
} from '@silla/core'
import { type Language, languages } from '@silla/locale'
import { arabic } from './texts/arabic.ts'
import { english } from './texts/english.ts'
import type { MessageTexts } from './texts/message-texts.ts'
import { spanish } from './texts/spanish.ts'

type MessageKind = MessageRequest['kind']

export const messageTexts: Record<Language, MessageTexts> = { es: spanish, en: english, ar: arabic }

export const messageKinds = Object.keys(spanish) as MessageKind[]

/** Of the names of the templates at WhatsApp; raised when a text changes. */
const templateVersion = 1

/** The name of the template that a kind of message has at WhatsApp. */
export const templateName = (kind: MessageKind): string => `silla_${kind}_${templateVersion}`

/** Every text with its name and language, as WhatsApp has to approve it. */
export const messageTemplates = messageKinds.flatMap((kind) =>
  languages.map((language) => ({
    ...{ kind, name: templateName(kind), language },
    body: messageTexts[language][kind],
  })),
)

/** A text with its parameters in their places. */
export const fillTemplate = (text: string, parameters: readonly string[]): string =>
  text.replace(/\{\{(\d)\}\}/g, (_, place) => parameters[Number(place) - 1] ?? '')

/** Without the accents that SMS has no seven bits for, if that makes it fewer segments. */
export function cheapestText(text: string): string {
  const plain = text.replace(/[áíóúÁÍÓÚ’‘“”–—]/g, (character) => plainCharacters[character] ?? '')
  return smsLength(plain).segments < smsLength(text).segments ? plain : text
}

const plainCharacters: Record<string, string> = {
  ...{ á: 'a', í: 'i', ó: 'o', ú: 'u', Á: 'A', Í: 'I', Ó: 'O', Ú: 'U' },
  ...{ '’': "'", '‘': "'", '“': '"', '”': '"', '–': '-', '—': '-' },
}

/**
 * Every text in each language, with the name of a salon and a page of it.
 *
 * @param salon.pages null: the salon has none, and the code of a booking is in its place
 * @param states what WhatsApp says of the templates, by name and language
 */
export const textsAtSalon = (
  salon: { name: string; pages: Pick<PageUrls, 'manage'> | null },
  states: MessageSetup['templates'],
): MessageText[] =>
  messageTemplates.map((template) => {
    const example = cheapestText(fillTemplate(template.body, typicalParameters(template, salon)))
    const state = states[template.name]?.[template.language] ?? null
    return { ...template, example, length: smsLength(example), state }
  })

const typicalCode = '7K2MP9QRST'

const typicalParameters = (
  { kind, language }: (typeof messageTemplates)[number],
  { name, pages }: Parameters<typeof textsAtSalon>[0],
): string[] =>
  kind.startsWith('owner_')
    ? [typicalTimes[language], 'Corte de pelo + Arreglo de barba', 'Ana María']
    : [name, typicalTimes[language], bookingLink(pages, typicalCode, language), '10:15']

/** The page of a booking in a language; without pages its code. */
export const bookingLink = (
  pages: Pick<PageUrls, 'manage'> | null,
  code: string,
  language: Language,
): string => (pages === null ? code : `${pages.manage(code)}?lang=${language}`)

const typicalTimes: Record<Language, string> = {
  es: 'mié, 24 sept, 10:00',
  en: 'Wed, 24 Sept, 10:00 am',
  ar: 'الأربعاء، 24 سبتمبر، 10:00 ص',
}
