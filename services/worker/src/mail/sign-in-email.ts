import type { MailKind } from '@silla/core'
import type { Content } from './content.ts'
import { formattersFor } from './formatters.ts'
import { greetingName } from './guest-name.ts'
import type { MailContext } from './mail-context.ts'
import { type SignInTexts, signInTexts } from './translations/sign-in-texts.ts'

type Payload = Readonly<Record<string, unknown>>

/** The code with which a member of staff signs in (D61). Lock screens show subjects, so it is not there. */
export function staffCodeEmail(payload: Payload, { translation, salon }: MailContext): Content {
  const { code, ignoreCode } = signInTexts[translation.language]
  return {
    subject: code.subject(salon.business.name),
    heading: code.heading,
    name: greetingName(String(payload.name ?? '')),
    paragraphs: [code.text(Number(payload.minutes))],
    code: String(payload.code),
    note: ignoreCode,
  }
}

export type SignInMailKind = Extract<MailKind, `staff_${string}`> & keyof typeof notices

/** Notifies a member of staff of what happened to their sign-in, in case it was somebody else (D61). */
export function signInNotice(
  kind: SignInMailKind,
  payload: Payload,
  { translation, salon }: MailContext,
): Content {
  const texts = signInTexts[translation.language]
  const { heading, subject, text } = texts[notices[kind]]
  return {
    subject,
    heading,
    name: greetingName(String(payload.name ?? '')),
    paragraphs: [text],
    details: [
      [texts.labels.device, String(payload.device)],
      [texts.labels.at, formattersFor(translation, salon).when(new Date(String(payload.at)))],
    ],
    note: texts.notYou,
  }
}

const notices = {
  staff_signed_in: 'signedIn',
  staff_passkey_added: 'passkeyAdded',
  staff_passkey_deleted: 'passkeyDeleted',
  staff_recovered: 'recovered',
  staff_pin_locked: 'pinLocked',
} satisfies Record<string, keyof SignInTexts>
