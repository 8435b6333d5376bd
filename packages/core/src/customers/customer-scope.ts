import { ownProfessionalId, seesContacts } from '../access/own-agenda.ts'
import type { RequestContext } from '../request-context.ts'

/** Which customers a caller sees, and what of them (D65). */
export interface CustomerScope {
  /** Only those with a visit to this professional; null: all. A condition of each statement. */
  professionalId: number | null
  /** Whether e-mail and phone are shown, and found. */
  seesContact: boolean
}

/** The scope of a caller who may see customers (`customers.view`). */
export const customerScope = (caller: Pick<RequestContext, 'identity'>): CustomerScope => ({
  professionalId: ownProfessionalId(caller),
  seesContact: seesContacts(caller),
})

/** What the caller sees of a customer: without the permission, e-mail and phone are empty. */
export const withinScope = <T extends { email: string; phone: string }>(
  customer: T,
  { seesContact }: CustomerScope,
): T & { contactVisible: boolean } => ({
  ...customer,
  ...(!seesContact && { email: '', phone: '' }),
  contactVisible: seesContact,
})
