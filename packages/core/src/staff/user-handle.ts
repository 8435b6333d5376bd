/**
 * The user handle of a passkey (D61): the ids of the business and of the person, so that signing in
 * needs no look-up in all salons. 24 bytes, base64url on the way.
 */
export function userHandle(businessId: string, staffId: number): Buffer {
  const id = Buffer.alloc(8)
  id.writeBigUInt64BE(BigInt(staffId))
  return Buffer.concat([Buffer.from(businessId.replaceAll('-', ''), 'hex'), id])
}

/** null: it is no handle of ours */
export function readUserHandle(text: string): { businessId: string; staffId: number } | null {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== 24) return null
  const hex = bytes.toString('hex', 0, 16)
  const businessId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const staffId = Number(bytes.readBigUInt64BE(16))
  return Number.isSafeInteger(staffId) && staffId > 0 ? { businessId, staffId } : null
}
