import { type MessageRequest, smsLength } from '@silla/core'
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

/** What a text is billed as by SMS, about a visit as it is at a salon. */
export const typicalLength = (
  { kind, language, body }: (typeof messageTemplates)[number],
  salon: { name: string; link: string },
) => smsLength(cheapestText(fillTemplate(body, typicalParameters(kind, language, salon))))

const typicalParameters = (
  kind: MessageKind,
  language: Language,
  { name, link }: { name: string; link: string },
): string[] =>
  kind.startsWith('owner_')
    ? [typicalTimes[language], 'Corte de pelo + Arreglo de barba', 'Ana María']
    : [name, typicalTimes[language], link, '10:15']

const typicalTimes: Record<Language, string> = {
  es: 'mié, 24 sept, 10:00',
  en: 'Wed, 24 Sept, 10:00 am',
  ar: 'الأربعاء، 24 سبتمبر، 10:00 ص',
}
