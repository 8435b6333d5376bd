import type { OrderFilter, OrderInput, SaleInput } from '@silla/core'
import { type FieldProblem, fail } from '@silla/errors'
import { type Static, Type } from 'typebox'
import { parseBodyText } from './body-text.ts'
import { type Params, parseBoolean, parseId } from './params.ts'
import { closed, identifier, optionalText } from './schema.ts'

const maxItems = 50
const maxQuantity = 20
const maxNotesLength = 1000
const maxNameLength = 120

const orderFields = {
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
}

export const NewOrderWire = closed(orderFields, { description: 'The products to reserve' })

export const NewSaleWire = closed(
  {
    ...orderFields,
    cliente_id: Type.Optional(identifier('The customer who buys')),
    reserva_id: Type.Optional(identifier('A visit of the customer who buys')),
    nombre: optionalText(
      `The name of somebody who is no customer yet; they have a record of their own. Up to ${maxNameLength} ` +
        'characters',
    ),
  },
  {
    description: 'The products that are sold, and to whom: with at most one of the last three',
    examples: [{ items: [{ producto_id: 7, cantidad: 1 }], reserva_id: 41 }],
  },
)

/** The body of a new order; a product may occur only once. */
export function parseNewOrder(body: Static<typeof NewOrderWire>): OrderInput {
  const problems: FieldProblem[] = []
  const order = parseOrder(body, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return order
}

/** The body of a sale at the desk; without a buyer, it is somebody of whom not even the name is known. */
export function parseNewSale(body: Static<typeof NewSaleWire>): SaleInput {
  const problems: FieldProblem[] = []
  const order = parseOrder(body, problems)
  const { cliente_id, reserva_id } = body
  const name = parseBodyText('nombre', body.nombre, { maxLength: maxNameLength }, problems)
  const given = { cliente_id, reserva_id, nombre: name === '' ? undefined : name }
  const [first, second] = Object.entries(given).flatMap(([field, value]) =>
    value === undefined ? [] : field,
  )
  if (first !== undefined && second !== undefined)
    problems.push({ field: second, problem: { keyword: 'not_together', limit: first } })
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  if (cliente_id !== undefined)
    return { ...order, buyer: { kind: 'customer', customerId: cliente_id } }
  if (reserva_id !== undefined)
    return { ...order, buyer: { kind: 'booking', bookingId: reserva_id } }
  return { ...order, buyer: { kind: 'walkIn', name } }
}

function parseOrder(
  { items, notas }: Static<typeof NewOrderWire>,
  problems: FieldProblem[],
): OrderInput {
  const seen = new Set<number>()
  for (const [index, { producto_id }] of items.entries()) {
    if (seen.has(producto_id))
      problems.push({ field: `items[${index}].producto_id`, problem: 'duplicate' })
    seen.add(producto_id)
  }
  return {
    items: items.map(({ producto_id, cantidad }) => ({
      productId: producto_id,
      quantity: cantidad,
    })),
    notes: parseBodyText('notas', notas, { maxLength: maxNotesLength }, problems),
  }
}

/** Which orders are listed; VALIDATION_ERROR. */
export const parseOrderFilter = (params: Params): OrderFilter => ({
  customerId: parseId(params, 'cliente_id'),
  onlyUnpaid: parseBoolean(params, 'por_cobrar') ?? false,
})
