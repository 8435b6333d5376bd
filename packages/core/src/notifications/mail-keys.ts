import { createHash } from 'node:crypto'
import { emailKey } from '../contact/email.ts'

// What emails are counted by, in all salons together. In the database it is hashed.

/** Emails about bookings and emails of sign-in have counts of their own. */
export type MailScope = 'booking' | 'code'

export const recipientKey = (scope: MailScope, email: string): string =>
  `${scope} ${mailboxOf(email)}`

/** Addresses that differ in what follows a plus sign usually have one mailbox. */
export const mailboxOf = (email: string): string => emailKey(email).replace(/\+[^@]*@/, '@')

export const clientKey = (clientAddress: string): string => `client ${clientAddress}`

/** As registry.count_mail computes it; in hexadecimal. */
export const hashOf = (hashKey: Buffer, text: string): string =>
  createHash('sha256').update(hashKey).update(text).digest('hex')
