import { formatPhone } from '@silla/core'

/** A phone number, with spaces that keep the order of the digits in a line from right to left. */
export const phoneText = (phone: string): string => formatPhone(phone).replaceAll(' ', '\u00a0')
