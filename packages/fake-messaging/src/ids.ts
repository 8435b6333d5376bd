import { randomBytes } from 'node:crypto'

export const newSid = (): string => `SM${randomBytes(16).toString('hex')}`

/** A WhatsApp message id: `wamid.` and base64. */
export const newWamid = (): string => `wamid.${randomBytes(30).toString('base64')}`
