/** What we leave at the processor to know our own things by; ids and nothing personal. */
export const metadataOf = (ours: {
  businessId?: string
  customerId?: number
  paymentId?: number
  refundId?: number
}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(ours).flatMap(([name, value]) =>
      value === undefined ? [] : [[words[name as keyof typeof words], String(value)]],
    ),
  )

/** An id of ours; null where there is none, or something that cannot be one. */
export function ourId(
  metadata: Record<string, string> | null | undefined,
  name: 'paymentId' | 'refundId',
): number | null {
  const written = metadata?.[words[name]] ?? ''
  const id = /^[1-9]\d{0,15}$/.test(written) ? Number(written) : 0
  return id > 0 && Number.isSafeInteger(id) ? id : null
}

const words = {
  businessId: 'silla_business',
  customerId: 'silla_customer',
  paymentId: 'silla_payment',
  refundId: 'silla_refund',
} as const
