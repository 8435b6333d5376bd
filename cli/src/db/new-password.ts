import { randomBytes } from 'node:crypto'

/** A random password of a database role, which needs no encoding in a URL. */
export const newPassword = (): string => randomBytes(24).toString('base64url')
