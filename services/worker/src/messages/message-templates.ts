import { languages } from '@silla/locale'
import { messageTexts, templateName } from './render-message.ts'
import type { MessageTexts } from './texts/message-texts.ts'

/** Every text with its name and language, as WhatsApp has to approve it. */
export const messageTemplates = languages.flatMap((language) => {
  const texts: MessageTexts = messageTexts[language]
  const kinds = Object.keys(texts) as (keyof MessageTexts)[]
  return kinds.map((kind) => ({ name: templateName(kind), language, body: texts[kind] }))
})
