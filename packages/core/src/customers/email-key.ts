/**
 * What makes two spellings of an e-mail address one customer (D12): no tricks with dots or plus
 * signs.
 */
export const emailKey = (email: string): string => email.normalize('NFC').trim().toLowerCase()
