import { isEmailAddress, parsePhone } from '@silla/core'
import type { FieldProblem } from '@silla/errors'
import { parseBodyText } from './body-text.ts'

export const maxNameLength = 120
export const maxEmailLength = 254

/** A name, as it is kept. What is wrong with it is added to `problems`. */
export const parseName = (written: string | undefined, problems: FieldProblem[]): string =>
  parseBodyText('nombre', written, { atMost: maxNameLength, required: true }, problems)

/** An e-mail address, as it is kept; it has to be there. */
export function parseEmail(written: string | undefined, problems: FieldProblem[]): string {
  const before = problems.length
  const email = parseBodyText(
    'email',
    written,
    { atMost: maxEmailLength, required: true },
    problems,
  )
  if (problems.length === before && !isEmailAddress(email))
    problems.push({ field: 'email', problem: 'bad_email' })
  return email
}

/** A phone number in E.164; null without one. */
export function parseTelephone(
  written: string | undefined,
  country: string,
  problems: FieldProblem[],
): string | null {
  const text = parseBodyText('telefono', written, {}, problems)
  if (text === '') return null
  const phone = parsePhone(text, country)
  if (phone === null) problems.push({ field: 'telefono', problem: 'bad_phone' })
  return phone
}
