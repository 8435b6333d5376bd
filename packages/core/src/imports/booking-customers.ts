import type { importQueries } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { RequestContext } from '../request-context.ts'
import { normalize } from '../text.ts'
import { customerIdentity, externalHash } from './external-hash.ts'
import type { BookingFile, BookingRow } from './read-booking-file.ts'
import type { CustomerToWrite } from './write-customers.ts'

export type FindCustomer = (row: BookingRow) => { id: number } | CustomerToWrite

/**
 * Whom a row is about: the customer with that id of the other product or that e-mail; without both, the
 * only imported one with that name and phone.
 */
export function customersOf(
  { tenant }: RequestContext,
  { source }: BookingFile,
  people: readonly importQueries.ImportedPerson[],
  matchNames: boolean,
): (catalog: Catalog) => FindCustomer {
  const byPerson = Map.groupBy(people, ({ name, phone }) => `${normalize(name)} ${phone}`)
  const byName = Map.groupBy(people, ({ name }) => normalize(name))
  return (catalog) => {
    const strangers = new Map<string, CustomerToWrite>()
    return ({ customerId, contact }) => {
      const name = normalize(contact.name)
      if (customerId === '' && contact.email === '') {
        const found =
          contact.phone === ''
            ? matchNames && byName.get(name)
            : byPerson.get(`${name} ${contact.phone}`)
        if (found && found.length === 1) return { id: found[0]?.id as number }
      }
      const identity = customerIdentity({ externalId: customerId, ...contact })
      const hash = identity && externalHash(tenant.businessId, source, 'customer', identity)
      const language = catalog.settings.mainLanguage
      const customer = { hash, contact, language, blocked: false }
      if (hash === null) return customer
      const same = strangers.get(hash) ?? customer
      strangers.set(hash, same)
      return same
    }
  }
}
