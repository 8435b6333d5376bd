/** The metadata of objects at Stripe, by which Silla finds them: ids, and no personal data. */
export const metadataOf = (ids: {
  businessId?: string
  customerId?: number
  paymentId?: number
  cardId?: number
  refundId?: number
}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(ids).flatMap(([name, value]) =>
      value === undefined ? [] : [[keys[name as keyof typeof keys], String(value)]],
    ),
  )

/** Whether an object of Stripe's has these ids in its metadata. */
export const hasMetadata =
  (ids: Parameters<typeof metadataOf>[0]) =>
  (object: unknown): boolean => {
    const { metadata } = (object ?? {}) as { metadata?: Record<string, unknown> | null }
    return Object.entries(metadataOf(ids)).every(([name, value]) => metadata?.[name] === value)
  }

/** An id of Silla; null when it is absent or malformed. */
export function sillaId(
  metadata: Record<string, string> | null | undefined,
  name: 'paymentId' | 'refundId' | 'cardId',
): number | null {
  const text = metadata?.[keys[name]] ?? ''
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0
  return id > 0 && Number.isSafeInteger(id) ? id : null
}

const keys = {
  businessId: 'silla_business',
  customerId: 'silla_customer',
  paymentId: 'silla_payment',
  cardId: 'silla_card',
  refundId: 'silla_refund',
} as const
