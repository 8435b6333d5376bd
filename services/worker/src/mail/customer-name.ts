import { parsePersonName } from '@silla/core'

/**
 * A customer's name as emails use it; empty when the stored one cannot be a name, which older rows
 * may contain: the email may go to somebody whom a stranger wants to read it.
 */
export const customerName = (stored: string): string => parsePersonName(stored) ?? ''
