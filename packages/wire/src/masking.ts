import type { Contact } from '@silla/core'

/**
 * Contact details for a caller whose only proof is the booking's code (D9): enough for customers to
 * recognise their own.
 */
export const maskContact = (contact: Contact): Contact => ({
  name: contact.name,
  email: maskEmail(contact.email),
  phone: maskPhone(contact.phone),
})

/** `marta@demo.example.es` becomes `m***@d***.es`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 1) return email === '' ? '' : '***'
  const domain = email.slice(at + 1)
  const dot = domain.lastIndexOf('.')
  const topLevel = dot < 1 ? '' : domain.slice(dot)
  return `${firstCharacter(email)}***@${firstCharacter(domain)}***${topLevel}`
}

/** Keeps the last three digits. */
export const maskPhone = (phone: string): string => (phone === '' ? '' : `***${phone.slice(-3)}`)

/** Notes may hold anything, so only their presence is shown. */
export const maskNotes = (notes: string): string => (notes === '' ? '' : '***')

// by code point, so that a surrogate pair is not split
const firstCharacter = (text: string): string => [...text][0] ?? ''
