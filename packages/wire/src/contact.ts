import { isEmailAddress, parsePersonName, parsePhone } from '@silla/core'
import type { FieldProblem } from '@silla/errors'
import { parseBodyText } from './body-text.ts'

export const maxNameLength = 120
export const maxEmailLength = 254

/** A required name of a person. Problems are added to `problems`. */
export function parseName(value: string | undefined, problems: FieldProblem[]): string {
  const problemsBefore = problems.length
  const rule = { maxLength: maxNameLength, required: true }
  const text = parseBodyText('nombre', value, rule, problems)
  if (problems.length > problemsBefore) return text
  const name = parsePersonName(text)
  if (name === null) problems.push({ field: 'nombre', problem: 'bad_name' })
  // spaces may have been added
  return parseBodyText('nombre', name ?? text, rule, problems)
}

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
