import { staffPageUrl } from '@silla/core'
import type { Content } from './content.ts'
import { formattersFor } from './formatters.ts'
import { greetingName } from './guest-name.ts'
import type { MailContext } from './mail-context.ts'
import { supportTexts } from './translations/support-texts.ts'

/**
 * To an owner: the platform's support wants into the salon, or has entered it in an emergency (D66).
 *
 * @param payload `operator` and `reason` are written by platform staff
 */
export function supportEmail(
  kind: 'support_requested' | 'support_entered',
  payload: Readonly<Record<string, unknown>>,
  { translation, salon, staffUrl }: MailContext,
): Content {
  const { labels, scopes, button, ...texts } = supportTexts[translation.language]
  const text = texts[kind]
  const { name } = salon.business
  const until = formattersFor(translation, salon).when(new Date(String(payload.expiresAt)))
  return {
    subject: text.subject(name),
    heading: text.heading(name),
    name: greetingName(String(payload.name ?? '')),
    paragraphs: [text.text(name), text.until(until)],
    details: [
      [labels.operator, String(payload.operator)],
      [labels.reason, String(payload.reason)],
      [labels.scope, payload.canWrite === true ? scopes.write : scopes.read],
    ],
    ...(staffUrl !== null && { buttons: [{ label: button, url: staffPageUrl(staffUrl) }] }),
    note: text.note,
  }
}
