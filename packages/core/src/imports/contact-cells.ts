import { type ImportNote, importNote } from '@silla/errors'
import type { Catalog } from '../catalog/catalog.ts'
import { isEmailAddress } from '../contact/email.ts'
import { parsePersonName } from '../contact/person-name.ts'
import { parsePhone } from '../contact/phone.ts'
import { normalize } from '../text.ts'
import type { MappedColumns } from './map-columns.ts'
import { shortened } from './shortened.ts'

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
): { contact: ImportedContact; problem: ImportNote | null; notes: ImportNote[] } {
  const written = nameOf(columns, cells)
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
        : [importNote('phone_left_out', { text: shortened(writtenPhone), country })],
  }
}

/**
 * Of a first and a last name; a name beside a last name alone is the first one, as in `Nombre;Apellidos`,
 * unless it ends with the other.
 */
function nameOf<Field extends string>(
  columns: MappedColumns<Field | ContactField>,
  cells: readonly string[],
): string {
  const whole = columns.text(cells, 'name')
  const last = columns.texts(cells, 'lastName').join(' ')
  if (whole !== '' && columns.has('firstName')) return whole
  const first = whole === '' ? columns.text(cells, 'firstName') : whole
  const hasLast = whole !== '' && ` ${normalize(whole)}`.endsWith(` ${normalize(last)}`)
  return hasLast ? whole : `${first} ${last}`.trim()
}

const maxNameLength = 120
const maxEmailLength = 254

function problemOf(written: string, name: string | null, email: string): ImportNote | null {
  if (written === '') return importNote('name_missing')
  if (written.length > maxNameLength)
    return importNote('name_too_long', { length: written.length, limit: maxNameLength })
  if (name === null) return importNote('name_not_valid', { text: shortened(written) })
  if (email !== '' && (email.length > maxEmailLength || !isEmailAddress(email)))
    return importNote('email_not_valid', { text: shortened(email) })
  return null
}
