import { createHash } from 'node:crypto'
import { emailKey } from '../contact/email.ts'
import { normalize } from '../text.ts'

export type ImportedKind = 'customer' | 'booking'

/**
 * What a row is recognized by when it is imported again, in hexadecimal. Only this hash is stored: it
 * stays when the customer is erased, so that a later run does not bring them back.
 */
export const externalHash = (
  businessId: string,
  source: string,
  kind: ImportedKind,
  id: readonly string[],
): string =>
  createHash('sha256')
    .update(JSON.stringify([businessId, source, kind, ...id]))
    .digest('hex')

/**
 * What identifies a customer in a file: the id of the other product, else the e-mail, else name and
 * phone. null: nothing does, as for a name alone, which several people have.
 */
export function customerIdentity(customer: {
  externalId: string
  email: string
  name: string
  phone: string
}): string[] | null {
  const { externalId, email, name, phone } = customer
  if (externalId !== '') return ['id', externalId]
  if (email !== '') return ['email', emailKey(email)]
  return phone === '' ? null : ['person', normalize(name), phone]
}
