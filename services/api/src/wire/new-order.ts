import type { NewOrder } from '@silla/core'
import { type FieldProblem, fail } from '@silla/errors'
import { type Static, Type } from 'typebox'
import { parseBodyText } from './body-text.ts'
import { closed, identifier, optionalText } from './schema.ts'

const itemsAtMost = 50
const piecesAtMost = 20
const notesAtMost = 1000

export const NewOrderWire = closed(
  {
    items: Type.Array(
      closed(
        {
          producto_id: identifier('The product'),
          cantidad: Type.Integer({
            minimum: 1,
            maximum: piecesAtMost,
            description: 'How many of it',
          }),
        },
        { description: 'One product' },
      ),
      { minItems: 1, maxItems: itemsAtMost, description: 'The products, each once' },
    ),
    notas: optionalText(`Anything the business should know. Up to ${notesAtMost} characters`),
  },
  { description: 'What is to be kept for the customer' },
)

/** What a body orders; a product that stands there twice is told. */
export function parseNewOrder(body: Static<typeof NewOrderWire>): NewOrder {
  const problems: FieldProblem[] = []
  const seen = new Set<number>()
  for (const [index, { producto_id }] of body.items.entries()) {
    if (seen.has(producto_id))
      problems.push({ field: `items[${index}].producto_id`, problem: 'duplicate' })
    seen.add(producto_id)
  }
  const notes = parseBodyText('notas', body.notas, { atMost: notesAtMost }, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return {
    items: body.items.map(({ producto_id, cantidad }) => ({
      productId: producto_id,
      quantity: cantidad,
    })),
    notes,
  }
}
