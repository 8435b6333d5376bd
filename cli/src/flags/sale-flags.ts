import type { Catalog, OrderInput, RequestContext, SaleInput } from '@silla/core'
import { findBooking } from '@silla/core/bookings/find-booking'
import { findCustomer } from '@silla/core/customers/find-customer'
import { UsageError } from '../errors/report-error.ts'
import { resolveByName } from './resolve-by-name.ts'

/**
 * Products with their counts: `Cera mate=2`.
 *
 * @throws CliError for an unknown product; UsageError for one that occurs twice, and a count above 20
 */
export function readItems(texts: readonly string[], { products }: Catalog): OrderInput['items'] {
  const items = texts.map((text) => {
    const [, name = text, count = '1'] = /^(.*?)(?:=(\d{1,2}))?$/.exec(text) ?? []
    const product = resolveByName(name, products, {
      kind: 'product',
      namesOf: ({ name: names }) => Object.values(names),
    })
    const quantity = Number(count)
    if (quantity < 1 || quantity > 20)
      throw new UsageError(
        `Invalid value for --product: expected a count from 1 to 20, got ${count}.`,
      )
    return { productId: product.id, quantity }
  })
  if (new Set(items.map(({ productId }) => productId)).size < items.length)
    throw new UsageError('Invalid value for --product: a product occurs twice.')
  return items
}

/** Who buys; without a flag somebody of whom not even the name is known. */
export async function readBuyer(
  context: RequestContext,
  flags: {
    customer?: string | undefined
    booking?: string | undefined
    name?: string | undefined
  },
): Promise<SaleInput['buyer']> {
  if (flags.customer !== undefined)
    return { kind: 'customer', customerId: (await findCustomer(context, flags.customer)).id }
  if (flags.booking !== undefined) {
    const { booking } = await findBooking(context, flags.booking)
    return { kind: 'booking', bookingId: booking.id }
  }
  return { kind: 'walkIn', name: flags.name?.trim() ?? '' }
}
