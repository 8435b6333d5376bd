import { messageTemplates } from '@silla/messaging'
import type { Content } from './content.ts'
import type { MailContext } from './mail-context.ts'

/** To the salon: WhatsApp sends some of its messages no more, and customers get an SMS or an email (D77). */
export function templatesRejectedEmail(
  payload: Readonly<Record<string, unknown>>,
  { translation, salon }: MailContext,
): Content {
  const { templatesRejected } = translation
  const rejected = payload.templates as { name: string; language: string }[]
  const textOf = ({ name, language }: (typeof rejected)[number]) =>
    messageTemplates.find((each) => each.name === name && each.language === language)?.body ?? ''
  return {
    subject: templatesRejected.subject(salon.business.name),
    heading: templatesRejected.heading,
    name: salon.business.name,
    paragraphs: [templatesRejected.text, templatesRejected.next],
    details: rejected.map((each) => [`${each.name} (${each.language})`, textOf(each)]),
  }
}
