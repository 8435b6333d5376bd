import type { OrderInput } from '@silla/core'
import { type FieldProblem, fail } from '@silla/errors'
import { type Static, Type } from 'typebox'
import { parseBodyText } from './body-text.ts'
import { closed, identifier, optionalText } from './schema.ts'

const maxItems = 50
const maxQuantity = 20
const maxNotesLength = 1000

export const NewOrderWire = closed(
  {
    items: Type.Array(
      closed(
        {
          producto_id: identifier('The product'),
          cantidad: Type.Integer({
            minimum: 1,
            maximum: maxQuantity,
            description: 'Quantity',
          }),
        },
        { description: 'A product and its quantity' },
      ),
      { minItems: 1, maxItems, description: 'The products, each at most once' },
    ),
    notas: optionalText(`Notes for the business. Up to ${maxNotesLength} characters`),
  },
  { description: 'The products to reserve' },
)

/** The body of a new order; a product may occur only once. */
export function parseNewOrder(body: Static<typeof NewOrderWire>): OrderInput {
  const problems: FieldProblem[] = []
  const seen = new Set<number>()
  for (const [index, { producto_id }] of body.items.entries()) {
    if (seen.has(producto_id))
      problems.push({ field: `items[${index}].producto_id`, problem: 'duplicate' })
    seen.add(producto_id)
  }
  const notes = parseBodyText('notas', body.notas, { maxLength: maxNotesLength }, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return {
    items: body.items.map(({ producto_id, cantidad }) => ({
      productId: producto_id,
      quantity: cantidad,
    })),
    notes,
  }
}
