import type { Catalog } from '../catalog/catalog.ts'
import { isEmailAddress } from '../contact/email.ts'
import { parsePersonName } from '../contact/person-name.ts'
import { parsePhone } from '../contact/phone.ts'
import type { MappedColumns } from './map-columns.ts'

/** Who a row is about. */
export interface ImportedContact {
  name: string
  /** Empty: none. */
  email: string
  /** E.164 or empty. */
  phone: string
}

type ContactField = 'name' | 'firstName' | 'lastName' | 'email' | 'phone'

/**
 * Reads the contact of a row by the rules of a booking. What is wrong with the name or the e-mail
 * refuses the row, because they decide who it is; a phone that is none is left out, with a note.
 *
 * @returns `problem` null: the row is valid
 */
export function readContact<Field extends string>(
  columns: MappedColumns<Field | ContactField>,
  cells: readonly string[],
  { business }: Catalog,
): { contact: ImportedContact; problem: string | null; notes: string[] } {
  const first = columns.text(cells, 'firstName')
  const last = columns.text(cells, 'lastName')
  const written = columns.text(cells, 'name') || `${first} ${last}`.trim()
  const email = columns.text(cells, 'email')
  const writtenPhone = columns.text(cells, 'phone')
  const { country } = business.address
  const phone = writtenPhone.length > 40 ? null : parsePhone(writtenPhone, country)
  const name = written.length > maxNameLength ? null : parsePersonName(written)
  return {
    contact: { name: name ?? '', email, phone: phone ?? '' },
    problem: problemOf(written, name, email),
    notes:
      writtenPhone === '' || phone !== null
        ? []
        : [`phone left out: "${shortened(writtenPhone)}" is none in ${country}`],
  }
}

const maxNameLength = 120
const maxEmailLength = 254

function problemOf(written: string, name: string | null, email: string): string | null {
  if (written === '') return 'the name is missing'
  if (written.length > maxNameLength)
    return `the name has ${written.length} characters; up to ${maxNameLength} are allowed`
  if (name === null) return `"${shortened(written)}" is not the name of a person`
  if (email !== '' && (email.length > maxEmailLength || !isEmailAddress(email)))
    return `"${shortened(email)}" is not an email address`
  return null
}

/** A cell as it is shown in a report. */
export const shortened = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 60)}...` : text
