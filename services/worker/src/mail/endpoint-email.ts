import type { Content } from './content.ts'
import { formattersFor } from './formatters.ts'
import type { MailContext } from './mail-context.ts'

/** To the salon: an endpoint has failed for days, and no more events are delivered to it (D42). */
export const endpointDisabledEmail = (
  payload: Readonly<Record<string, unknown>>,
  { translation, salon }: MailContext,
): Content => {
  const { endpointDisabled, labels } = translation
  return {
    subject: endpointDisabled.subject(salon.business.name),
    heading: endpointDisabled.heading,
    name: salon.business.name,
    paragraphs: [endpointDisabled.text, endpointDisabled.next],
    details: [
      [labels.endpoint, String(payload.url)],
      [labels.description, String(payload.description)],
      [
        labels.failingSince,
        formattersFor(translation, salon).when(new Date(String(payload.failingSince))),
      ],
    ],
  }
}
