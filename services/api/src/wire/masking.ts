import type { Contact } from '@silla/core'

/**
 * Contact details for somebody who only knows the booking's code (D9): enough to recognise one's
 * own, no more.
 */
export const maskContact = (contact: Contact): Contact => ({
  name: contact.name,
  email: maskEmail(contact.email),
  phone: maskPhone(contact.phone),
})

/** `marta@demo.example.es` leaves as `m***@d***.es`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 1) return email === '' ? '' : '***'
  const domain = email.slice(at + 1)
  const dot = domain.lastIndexOf('.')
  const topLevel = dot < 1 ? '' : domain.slice(dot)
  return `${firstCharacter(email)}***@${firstCharacter(domain)}***${topLevel}`
}

/** Only the last three digits leave. */
export const maskPhone = (phone: string): string => (phone === '' ? '' : `***${phone.slice(-3)}`)

/** Free text may hold anything, so all that leaves is that there is some. */
export const maskNotes = (notes: string): string => (notes === '' ? '' : '***')

// by code point, so that a letter outside the basic plane is not cut in two
const firstCharacter = (text: string): string => [...text][0] ?? ''
