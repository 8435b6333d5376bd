import type { Stripe } from 'stripe'

/** The metadata of a new object: empty values are not stored. */
export const metadataOf = (
  params: Stripe.Emptyable<Stripe.MetadataParam> | undefined,
): Record<string, string> => merged({}, params)

/** Sets the given keys of an object's metadata; an empty value deletes its key. */
export function updateMetadata(
  metadata: Record<string, string>,
  params: Stripe.Emptyable<Stripe.MetadataParam> | undefined,
): void {
  const after = params === '' || params === null ? {} : merged(metadata, params)
  for (const key of Object.keys(metadata)) delete metadata[key]
  Object.assign(metadata, after)
}

const merged = (
  metadata: Record<string, string>,
  params: Stripe.Emptyable<Stripe.MetadataParam> | undefined,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...metadata, ...(params || {}) })
      .filter(([, value]) => value !== null && value !== '')
      .map(([key, value]) => [key, String(value)]),
  )
