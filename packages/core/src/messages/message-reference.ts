/** Our name of a message at its provider; callbacks return it. */
export const messageReference = (businessId: string, id: number): string => `${id}.${businessId}`

/** The id of a message of this business; null: it is none of ours, or of another business. */
export function parseMessageReference(reference: string | null, businessId: string): number | null {
  const [id = '', owner] = reference?.split(/\.(.*)/s) ?? []
  return owner === businessId && /^[0-9]{1,15}$/.test(id) ? Number(id) : null
}
