import { isEmailAddress, parsePhone } from '@silla/core'
import type { FieldProblem } from '@silla/errors'
import { parseBodyText } from './body-text.ts'

export const maxNameLength = 120
export const maxEmailLength = 254

/** A required name. Problems are added to `problems`. */
export const parseName = (value: string | undefined, problems: FieldProblem[]): string =>
  parseBodyText('nombre', value, { maxLength: maxNameLength, required: true }, problems)

/** A required e-mail address. Problems are added to `problems`. */
export function parseEmail(value: string | undefined, problems: FieldProblem[]): string {
  const problemsBefore = problems.length
  const email = parseBodyText(
    'email',
    value,
    { maxLength: maxEmailLength, required: true },
    problems,
  )
  if (problems.length === problemsBefore && !isEmailAddress(email))
    problems.push({ field: 'email', problem: 'bad_email' })
  return email
}

/** A phone number in E.164; null when absent. Problems are added to `problems`. */
export function parseTelephone(
  value: string | undefined,
  country: string,
  problems: FieldProblem[],
): string | null {
  const text = parseBodyText('telefono', value, {}, problems)
  if (text === '') return null
  const phone = parsePhone(text, country)
  if (phone === null) problems.push({ field: 'telefono', problem: 'bad_phone' })
  return phone
}
