import { downloadUrl, invitationUrl, type Role } from '@silla/core'
import type { Content } from './content.ts'
import { formattersFor } from './formatters.ts'
import { greetingName } from './guest-name.ts'
import type { MailContext } from './mail-context.ts'
import { staffTexts } from './translations/staff-texts.ts'

/**
 * To somebody whom a salon has invited to work with Silla (D66).
 *
 * @throws when the address at which staff sign in is not known: without a link the email is of no use
 */
export function invitationEmail(
  payload: Readonly<Record<string, unknown>>,
  { translation, salon, staffUrl }: MailContext,
): Content {
  if (staffUrl === null) throw new Error('STAFF_URL is not set: an invitation needs a link')
  const { invitation, labels, roles } = staffTexts[translation.language]
  const { name } = salon.business
  const expiresAt = new Date(String(payload.expiresAt))
  return {
    subject: invitation.subject(name),
    heading: invitation.heading(name),
    name: greetingName(String(payload.name ?? '')),
    paragraphs: [
      invitation.text(name),
      invitation.once(formattersFor(translation, salon).when(expiresAt)),
    ],
    details: [[labels.role, roles[payload.role as Role]]],
    buttons: [{ label: invitation.button, url: invitationUrl(staffUrl, String(payload.token)) }],
    note: invitation.ignore,
  }
}

/** To somebody whose role or permissions have changed (D65). */
export function roleChangedEmail(
  payload: Readonly<Record<string, unknown>>,
  { translation, salon }: MailContext,
): Content {
  const { roleChanged, labels, roles } = staffTexts[translation.language]
  const { name } = salon.business
  const at = new Date(String(payload.at))
  return {
    subject: roleChanged.subject(name),
    heading: roleChanged.heading,
    name: greetingName(String(payload.name ?? '')),
    paragraphs: [roleChanged.text(name)],
    details: [
      [labels.role, roles[payload.role as Role]],
      [labels.at, formattersFor(translation, salon).when(at)],
    ],
    note: roleChanged.unexpected,
  }
}

/**
 * To an owner who has requested everything of the salon (D68).
 *
 * @throws when the address at which staff sign in is not known: without a link the email is of no use
 */
export function downloadEmail(
  payload: Readonly<Record<string, unknown>>,
  { translation, salon, staffUrl }: MailContext,
): Content {
  if (staffUrl === null) throw new Error('STAFF_URL is not set: a download needs a link')
  const { download } = staffTexts[translation.language]
  const { name } = salon.business
  const expiresAt = new Date(String(payload.expiresAt))
  return {
    subject: download.subject(name),
    heading: download.heading,
    name: greetingName(String(payload.name ?? '')),
    paragraphs: [
      download.text(name),
      download.until(formattersFor(translation, salon).when(expiresAt)),
    ],
    buttons: [{ label: download.button, url: downloadUrl(staffUrl, String(payload.token)) }],
    note: download.unexpected,
  }
}
