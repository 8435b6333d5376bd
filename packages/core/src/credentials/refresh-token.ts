import { createHash, randomBytes } from 'node:crypto'

/** What renews a session: 256 random bits, told once and stored as a hash. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

export const refreshTokenHash = (token: string): Buffer =>
  createHash('sha256').update(token).digest()
