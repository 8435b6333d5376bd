import { createHash, randomBytes } from 'node:crypto'

// The link of an invitation holds the id of the business and 256 random bits, because the salon is
// found before the invitation is (D66).

/** A new token, and the hash that is stored of it. */
export function newInvitationToken(businessId: string): { token: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url')
  return { token: `${businessId}.${secret}`, hash: hashOf(secret) }
}

/** null: no token of an invitation has this form */
export function parseInvitationToken(text: string): { businessId: string; hash: Buffer } | null {
  const found = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/.exec(text)
  const [, businessId, secret] = found ?? []
  return businessId && secret ? { businessId, hash: hashOf(secret) } : null
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
